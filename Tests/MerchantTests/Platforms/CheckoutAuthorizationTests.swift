import Bytes
import HTTPClient
import HTTPMessages
import JSON
import Money
import PaymentToken
import Payments
import PlatformProcessors
import TestSupport
import Testing
import World

/// Authorizations through Checkout.com: what is asked, and what is concluded of each answer.
@Suite("An authorization through Checkout.com")
struct CheckoutAuthorizationTests {
    @Test func `of a card is one request, under our key and with it as its reference`() async throws
    {
        let bench = PlatformBench(
            .checkout,
            [.status(201, CheckoutBench.payment())],
            settings: ["processingChannel": "pc_1"]
        )
        let answer = try await bench.processor.authorize(bench.request())
        let approval = Approval(authorizationCode: "123456", networkReference: "pay_1")
        let echo = AnswerEcho(minorUnits: 1_075, currency: "USD")
        #expect(answer == .approved(approval, echo: echo))
        let asked = try #require(bench.platform.asked.first)
        #expect(bench.platform.lines == ["POST /payments"])
        #expect(asked.field("Authorization") == "Bearer sk_1")
        #expect(asked.field("Cko-Idempotency-Key") == "\(CheckoutBench.key)-auth")
        #expect(asked.field("Content-Type") == "application/json")
        #expect(asked.member("reference")?.string == "\(CheckoutBench.key)-auth")
        #expect(asked.member("amount")?.integer == 1_075)
        #expect(asked.member("currency")?.string == "USD")
        #expect(asked.member("capture")?.bool == false)
        #expect(asked.member("processing_channel_id")?.string == "pc_1")
        #expect(asked.member("metadata", "merchant_reference")?.string == "cart 1")
        #expect(asked.member("source", "type")?.string == "network_token")
        #expect(asked.member("source", "token_type")?.string == "applepay")
        #expect(asked.member("source", "token")?.string == ChargingBench.accountDigits)
        let cryptogram = Base64.encode(ChargingBench.cryptogramBytes)
        #expect(asked.member("source", "cryptogram")?.string == cryptogram)
        #expect(asked.member("source", "expiry_month")?.integer == 12)
        #expect(asked.member("source", "expiry_year")?.integer == 2030)
        #expect(asked.member("source", "eci")?.string == "07")
    }

    @Test func `of a sealed token makes a token with the public key first`() async throws {
        let workshop = try TokenWorkshop(seed: 7)
        let sealed = try workshop.seal()
        let bench = PlatformBench(
            .checkout,
            [
                .status(201, #"{"type":"applepay","token":"tok_1"}"#),
                .status(201, CheckoutBench.payment()),
            ],
            form: .passThrough
        )
        let verified = try workshop.verifier.verify(sealed, at: TokenWorkshop.now)
        _ = try await bench.processor.authorize(bench.request(instrument: .sealed(verified)))
        #expect(bench.platform.lines == ["POST /tokens", "POST /payments"])
        let (token, payment) = (bench.platform.asked[0], bench.platform.asked[1])
        #expect(token.field("Authorization") == "Bearer pk_1")
        #expect(token.member("type")?.string == "applepay")
        let data = try #require(token.member("token_data"))
        #expect(JSONOutput(data) == sealed.paymentData)
        #expect(payment.field("Authorization") == "Bearer sk_1")
        #expect(payment.member("source", "type")?.string == "token")
        #expect(payment.member("source", "token")?.string == "tok_1")
    }

    @Test(arguments: [
        ("20005", DeclineReason.doNotHonor), ("20051", .insufficientFunds), ("20054", .expiredCard),
        ("30041", .lostOrStolen), ("20068", .issuerUnavailable), ("20014", .unknownAccount),
        ("40101", .suspectedFraud), ("20999", .doNotHonor),
    ])
    func `that is declined has a reason`(code: String, reason: DeclineReason) async throws {
        let declined = CheckoutBench.payment("Declined", code: code)
        let bench = PlatformBench(.checkout, [.status(201, declined)])
        #expect(
            try await bench.processor.authorize(bench.request())
                == .declined(reason, code: ProcessorCode(code))
        )
    }

    static let failures: [(ScriptedPlatform.Answer, ProcessorFailure)] = [
        (.status(422, #"{"error_codes":["amount_invalid"]}"#), .notSent(.requestInvalid)),
        (.status(401, ""), .notSent(.notSignedOn)),
        (.status(403, ""), .notSent(.notSignedOn)),
        (.status(429, ""), .notSent(.overloaded)),
        (.status(409, ""), .outcomeUnknown(.processorInDoubt)),
        (.status(500, ""), .outcomeUnknown(.processorInDoubt)),
        (.status(502, "<html>"), .outcomeUnknown(.processorInDoubt)),
        (.status(201, "{}"), .outcomeUnknown(.answerUnreadable)),
        (.status(202, CheckoutBench.payment("Pending")), .outcomeUnknown(.processorInDoubt)),
        (.status(201, CheckoutBench.payment("Unheard")), .outcomeUnknown(.answerUnreadable)),
        (
            .status(201, CheckoutBench.payment(reference: "another")),
            .outcomeUnknown(.answerUnreadable)
        ),
        (.lost(.notSent(.connectionFailed)), .notSent(.unreachable)),
        (.lost(.mayHaveBeenSent(.timedOut)), .outcomeUnknown(.timedOut)),
        (.lost(.mayHaveBeenSent(.connectionLost)), .outcomeUnknown(.connectionLost)),
    ]

    @Test(arguments: 0..<failures.count)
    func `without an answer says whether it may have had an effect`(number: Int) async throws {
        let (answer, failure) = Self.failures[number]
        let bench = PlatformBench(.checkout, [answer])
        await #expect(throws: failure) { try await bench.processor.authorize(bench.request()) }
    }

    @Test(arguments: [
        ScriptedPlatform.Answer.lost(.mayHaveBeenSent(.timedOut)), .status(500, ""),
    ])
    func `whose token is not made had no effect`(answer: ScriptedPlatform.Answer) async throws {
        let workshop = try TokenWorkshop(seed: 7)
        let bench = PlatformBench(.checkout, [answer], form: .passThrough)
        let verified = try workshop.verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        await #expect(throws: ProcessorFailure.notSent(.unreachable)) {
            try await bench.processor.authorize(bench.request(instrument: .sealed(verified)))
        }
        #expect(bench.platform.lines == ["POST /tokens"])
    }

    @Test func `that is repeated is looked for first`() async throws {
        let bench = PlatformBench(
            .checkout,
            [
                CheckoutBench.list(CheckoutBench.payment()),
                CheckoutBench.actions(CheckoutBench.action("Authorization", "auth")),
            ]
        )
        let answer = try await bench.processor.authorize(bench.request(isRepetition: true))
        guard case .approved(let approval, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(approval.networkReference == "pay_1")
        #expect(bench.platform.lines == [CheckoutBench.listed, "GET /payments/pay_1/actions"])
    }

    @Test func `that is repeated and not known is made with the same key`() async throws {
        let bench = PlatformBench(
            .checkout,
            [
                CheckoutBench.list(), .status(201, CheckoutBench.payment()),
            ]
        )
        _ = try await bench.processor.authorize(bench.request(isRepetition: true))
        #expect(bench.platform.lines == [CheckoutBench.listed, "POST /payments"])
        let key = bench.platform.asked[1].field("Cko-Idempotency-Key")
        #expect(key == "\(CheckoutBench.key)-auth")
    }

    @Test func `that was made twice is not approved`() async throws {
        let bench = PlatformBench(
            .checkout,
            [
                CheckoutBench.list(CheckoutBench.payment(), CheckoutBench.payment(id: "pay_2"))
            ]
        )
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.authorize(bench.request(isRepetition: true))
        }
    }

    @Test(arguments: [
        ("USD", 1_075, 1_075), ("JPY", 500, 500), ("KWD", 1_230, 1_230), ("ISK", 7, 7),
        ("CLP", 500, 50_000), ("HUF", 1_234, 1_234), ("USD", 999_999_999, 999_999_999),
    ])
    func `is in Checkout.com's units`(code: String, minorUnits: Int64, units: Int64) async throws {
        let bench = PlatformBench(.checkout, [])
        let currency = try #require(Currency(code: code))
        _ = try? await bench.processor.authorize(bench.request(minorUnits, currency))
        #expect(bench.platform.asked.first?.member("amount")?.integer == units)
    }

    @Test(arguments: [("KWD", Int64(1_231)), ("USD", 1_000_000_000), ("CLF", 12_345)])
    func `is not sent in an amount that Checkout.com cannot express`(
        code: String,
        minorUnits: Int64
    ) async throws {
        let bench = PlatformBench(.checkout, [])
        let currency = try #require(Currency(code: code))
        await #expect(throws: ProcessorFailure.notSent(.requestInvalid)) {
            try await bench.processor.authorize(bench.request(minorUnits, currency))
        }
        #expect(bench.platform.lines.isEmpty)
    }
}
