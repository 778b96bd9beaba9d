import Bytes
import Money
import PaymentToken
import Payments
import Storage
import Testing
import TokenIntake
import World

/// Whatever is refused before the processor is asked leaves nothing charged and nothing ordered.
@Suite("A payment that is not accepted", .onEachDatabase)
struct PaymentDeskRefusalTests {
    typealias Payload = PaymentDeskBench.Payload

    let bench: PaymentDeskBench
    let database: Database

    init() async throws {
        bench = try PaymentDeskBench()
        database = try await bench.open()
    }

    struct Mismatched: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let total: Money
        let applicationData: [UInt8]?
        let mismatch: ExpectedPayment.Mismatch
    }

    static let mismatched: [Mismatched] = [
        (
            "a cent less", 1074, .usd, PaymentDeskBench.applicationData,
            .amount(1075, asked: 1074)
        ),
        (
            "a cent more", 1076, .usd, PaymentDeskBench.applicationData,
            .amount(1075, asked: 1076)
        ),
        (
            "negative", -1075, .usd, PaymentDeskBench.applicationData,
            .amount(1075, asked: -1075)
        ),
        (
            "another currency", 1075, .cny, PaymentDeskBench.applicationData,
            .currency(
                minorUnits: 1075,
                numericCode: "840",
                request: Money(minorUnits: 1075, currency: .cny)
            )
        ),
        ("another cart", 1075, .usd, Array("cart 2".utf8), .applicationData),
        ("empty data", 1075, .usd, [], .applicationData),
        ("no data", 1075, .usd, nil, .applicationData),
    ].map { name, amount, currency, data, mismatch in
        Mismatched(
            testDescription: name,
            total: Money(minorUnits: amount, currency: currency),
            applicationData: data,
            mismatch: mismatch
        )
    }

    @Test(arguments: mismatched)
    func `is for something other than expected (mission 12.3)`(case: Mismatched) async throws {
        let processor = CountingProcessor()
        let desk = try bench.desk(database, processor)
        let token = try bench.token()
        let submission = try bench.submission(
            of: token,
            total: `case`.total,
            applicationData: `case`.applicationData
        )
        await #expect(throws: PaymentRefusal.mismatch(`case`.mismatch)) {
            try await desk.pay(submission)
        }
        #expect(processor.approvals == 0)
        #expect(try await bench.states(database) == [])
        #expect(try await bench.orders(database) == [])
        // The token is not used up by it.
        _ = try await desk.pay(try bench.submission(of: token))
        #expect(processor.approvals == 1)
    }

    @Test(arguments: [Array("cart 2".utf8), [], nil])
    func `was made for another cart, and is not opened here`(data: [UInt8]?) async throws {
        let processor = ScriptedProcessor(
            [ScriptedProcessor.approval],
            capabilities: [.sealedTokens]
        )
        let desk = try bench.desk(database, processor, keys: [])
        let token = try bench.token()
        await #expect(throws: PaymentRefusal.mismatch(.applicationData)) {
            try await desk.pay(bench.submission(of: token, applicationData: data))
        }
        #expect(processor.keys.isEmpty)
        _ = try await desk.pay(bench.submission(of: token))
    }

    @Test func `carries data where none was sent`() async throws {
        let desk = try bench.desk(database, CountingProcessor())
        let bare = try bench.submission(of: bench.token(applicationData: nil))
        await #expect(throws: PaymentRefusal.mismatch(.applicationData)) {
            try await desk.pay(bare)
        }
    }

    @Test func `is to be captured by a processor that cannot`() async throws {
        let processor = ScriptedProcessor([ScriptedProcessor.approval])
        let desk = try bench.desk(database, processor)
        let token = try bench.token()
        let refusal = PaymentRefusal.charging(.processorLacks(.capture))
        await #expect(throws: refusal) {
            try await desk.pay(bench.submission(of: token, captures: true))
        }
        #expect(processor.keys.isEmpty)
        // Nothing happened to the token.
        _ = try await desk.pay(bench.submission(of: token))
    }

    @Test func `is made again where it may have been charged`() throws {
        let attempt = try #require(AttemptID("attempt-" + String(repeating: "0", count: 32)))
        let remedies: [(PaymentRefusal, PaymentRefusal.Remedy)] = [
            (.order(.attemptNotAuthorized(attempt)), .askAgainSoon),
            (.charging(.intentOccupied(attempt)), .askAgainSoon),
            (.charging(.processorLacks(.capture)), .fixTheProgram),
        ]
        for (refusal, remedy) in remedies { #expect(refusal.remedy == remedy, "\(refusal)") }
    }

    static let uncharged: [(String, Payload, PaymentRefusal)] = [
        ("chip data", Payload(type: "EMV", proof: #"{"emvData":"AAAA"}"#), .chipDataNotTaken),
        (
            "chip data that hides the amount, as UnionPay's does",
            Payload(amount: "0", type: "EMV", proof: #"{"emvData":"gQQAAAAA"}"#),
            .chipDataNotTaken
        ),
        (
            "chip data that says an amount of nothing",
            Payload(amount: "0", type: "EMV", proof: #"{"emvData":"nwIGAAAAAAAA"}"#),
            .mismatch(.amount(0, asked: 1075))
        ),
        (
            "an amount of nothing without chip data", Payload(amount: "0"),
            .mismatch(.amount(0, asked: 1075))
        ),
        (
            "a cryptogram for each of two merchants",
            Payload(proof: "{}," + authenticationResponses), .severalMerchants(2)
        ),
        ("no cryptogram", Payload(proof: "{}"), .card(.cryptogramMissing)),
        (
            "an empty cryptogram", Payload(proof: #"{"onlinePaymentCryptogram":""}"#),
            .card(.cryptogramMissing)
        ),
        (
            "a cryptogram that is no Base64",
            Payload(proof: #"{"onlinePaymentCryptogram":"*"}"#),
            .token(.decryption(.payloadField(.onlinePaymentCryptogram)))
        ),
        ("a short number", Payload(number: "48174991300"), .card(.accountNumberMalformed)),
        (
            "a thirteenth month", Payload(expiration: "301331"),
            .token(.decryption(.payloadField(.applicationExpirationDate)))
        ),
    ]

    static let authenticationResponses = """
        "authenticationResponses":[\
        {"merchantIdentifier":"a","authenticationData":"AAAA","transactionAmount":"1000"},\
        {"merchantIdentifier":"b","authenticationData":"AAAA","transactionAmount":"75"}]
        """

    @Test(arguments: uncharged)
    func `holds nothing that can be charged`(
        name: String,
        payload: Payload,
        refusal: PaymentRefusal
    ) async throws {
        let processor = CountingProcessor()
        let desk = try bench.desk(database, processor)
        let submission = try bench.submission(of: bench.token(1, payload))
        await #expect(throws: refusal) { try await desk.pay(submission) }
        #expect(processor.approvals == 0)
        #expect(try await bench.states(database) == [])
    }

    struct Unpaid: Sendable {
        let replies: [ScriptedProcessor.Reply]
        /// Nil while the outcome is being settled.
        var refusal: PaymentRefusal?
        let states: [String]
        /// The refusal of the same submission the second time, and the records then.
        let again: PaymentRefusal
        let statesAgain: [String]

        init(
            _ replies: [ScriptedProcessor.Reply],
            _ refusal: PaymentRefusal,
            _ states: [String],
            again: PaymentRefusal? = nil
        ) {
            self.replies = replies
            self.refusal = refusal
            self.states = states
            self.again = again ?? refusal
            statesAgain = states
        }

        init(unanswered replies: [ScriptedProcessor.Reply]) {
            self.replies = replies
            states = ["unknown"]
            again = .reversed(.unanswered)
            statesAgain = ["reversed", "completed"]
        }
    }

    static let unpaid = [
        Unpaid(
            [.success(.declined(.insufficientFunds))],
            .declined(.insufficientFunds),
            ["declined"]
        ),
        Unpaid(
            [.success(.declined(.cryptogramInvalid))],
            .declined(.cryptogramInvalid),
            ["declined"]
        ),
        Unpaid(
            Array(repeating: ScriptedProcessor.unsent, count: 3),
            .notSent(.unreachable),
            ["notSent"],
            again: .notSent(nil)
        ),
        Unpaid(unanswered: Array(repeating: ScriptedProcessor.unanswered, count: 5)),
        Unpaid(
            unanswered: [ScriptedProcessor.unanswered]
                + Array(repeating: ScriptedProcessor.unsent, count: 5)
        ),
    ]

    @Test(arguments: unpaid)
    func `is recorded with its outcome, without an order`(case: Unpaid) async throws {
        let desk = try bench.desk(database, ScriptedProcessor(`case`.replies))
        let token = try bench.token()
        let submission = try bench.submission(of: token)
        let refusal = await #expect(throws: PaymentRefusal.self) {
            try await desk.pay(submission)
        }
        if let expected = `case`.refusal {
            #expect(refusal == expected)
        } else {
            #expect(refusal?.remedy == .askAgainSoon)
        }
        #expect(try await bench.states(database) == `case`.states)
        #expect(try await bench.orders(database) == [])
        // The token was shown to the processor: it is used up. An answer holds; without one, the
        // authorization is cancelled now.
        await #expect(throws: `case`.again) { try await desk.pay(submission) }
        await #expect(throws: `case`.again) { try await desk.pay(submission) }
        let other = try bench.submission(of: token, reference: "cart 2")
        await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
            try await desk.pay(other)
        }
        #expect(try await bench.states(database) == `case`.statesAgain)
    }

    @Test func `lets the shopper try another card, but not while the first is in doubt`()
        async throws
    {
        let declining = try bench.desk(
            database,
            ScriptedProcessor([.success(.declined(.doNotHonor))])
        )
        let first = try bench.submission(of: bench.token(1))
        await #expect(throws: PaymentRefusal.declined(.doNotHonor)) {
            try await declining.pay(first)
        }
        let silent = try bench.desk(
            database,
            ScriptedProcessor(Array(repeating: ScriptedProcessor.unanswered, count: 9))
        )
        let second = try bench.submission(of: bench.token(2))
        let refusal = await #expect(throws: PaymentRefusal.self) {
            try await silent.pay(second)
        }
        #expect(refusal?.remedy == .askAgainSoon)
        // A processor that still does not answer leaves it in doubt.
        let third = try bench.submission(of: bench.token(3))
        let deaf = try bench.desk(database, CountingProcessor(reverses: false))
        let doubt = try #require(refusal)
        await #expect(throws: doubt) { try await deaf.pay(third) }
        // One that answers the reversal ends the doubt, and the third card pays.
        let processor = CountingProcessor()
        bench.charging.clock.advance(bySeconds: 900)
        let fourth = try bench.submission(of: bench.token(4))
        _ = try await bench.desk(database, processor).pay(fourth)
        #expect(processor.approvals == 1)
    }
}
