import Bytes
import CardAccounts
import CardNetwork
import Testing
import World

@Suite("The card network")
struct CardNetworkTests {
    let bench: SandboxBench
    let account: DeviceAccount

    init() throws {
        bench = try SandboxBench()
        account = try bench.account(available: 5_000)
    }

    /// A request as an acquirer sends it, with one part or another of it changed on the way.
    func request(
        _ amount: Int64 = 1075,
        counter: UInt16 = 1,
        reference: String = "reference",
        sent: (amount: Int64, currency: String)? = nil,
        number: Secret? = nil,
        expiration: String = "3512",
        keys: CardKeys? = nil,
        merchant: String = "merchant.com.example"
    ) -> NetworkAuthorizationRequest {
        let payment = ProvenPayment(
            amountMinorUnits: amount,
            currencyNumericCode: "840",
            merchant: MerchantDigest(of: "merchant.com.example")
        )
        let cryptogram = payment.map { payment in
            PaymentCryptogram(
                of: payment,
                layout: account.cryptogramLayout,
                tokenRequestor: account.deviceManufacturerIdentifier,
                counter: counter,
                unpredictableNumber: [1, 2, 3, 4],
                keys: keys ?? account.keys
            )
        }
        return NetworkAuthorizationRequest(
            accountNumber: number ?? account.accountNumber,
            expiration: expiration,
            proof: .cryptogram(cryptogram?.bytes ?? Secret(copying: [])),
            merchant: MerchantDigest(of: merchant),
            amountMinorUnits: sent?.amount ?? amount,
            currencyNumericCode: sent?.currency ?? "840",
            retrievalReference: reference
        )
    }

    func declines(
        _ request: NetworkAuthorizationRequest,
        _ reason: NetworkAnswer.Reason
    ) async throws -> Bool {
        try await bench.network.authorize(request) == .declined(reason)
    }

    func approves(_ request: NetworkAuthorizationRequest) async throws -> Bool {
        if case .approved = try await bench.network.authorize(request) { true } else { false }
    }

    @Test func `knows its accounts by number and end`() async throws {
        let other = Secret(copying: Array("4817009912345678".utf8))
        #expect(try await declines(request(reference: "1", number: other), .unknownAccount))
        #expect(try await declines(request(reference: "2", expiration: "3511"), .unknownAccount))
        #expect(try await declines(request(reference: "3", expiration: ""), .unknownAccount))
        let card = Secret(copying: Array(SandboxBench.cardNumber.utf8))
        #expect(
            try await declines(request(reference: "4", number: card), .unknownAccount),
            "the card's own number pays nothing"
        )
        #expect(try await approves(request(reference: "5")))
    }

    @Test func `takes an account to the end of its month`() async throws {
        let end = try #require(UnixTime(iso8601: "2035-12-31T23:59:59Z"))
        bench.clock.advance(bySeconds: end.seconds - bench.clock.now.seconds)
        #expect(try await approves(request(counter: 1, reference: "1")))
        bench.clock.advance(bySeconds: 1)
        #expect(try await declines(request(counter: 2, reference: "2"), .expired))
    }

    @Test func `takes a cryptogram for its own account, amount, currency and merchant`()
        async throws
    {
        let amount = request(reference: "1", sent: (1076, "840"))
        #expect(try await declines(amount, .cryptogramInvalid))
        let currency = request(reference: "2", sent: (1075, "156"))
        #expect(try await declines(currency, .cryptogramInvalid))
        let merchant = request(reference: "5", merchant: "merchant.com.other")
        #expect(try await declines(merchant, .cryptogramInvalid))
        let neighbor = try bench.account()
        let borrowed = request(reference: "3", keys: neighbor.keys)
        #expect(try await declines(borrowed, .cryptogramInvalid))
        #expect(try await approves(request(reference: "4")), "a refusal uses up no counter")
    }

    @Test func `takes a counter once, in any order, and none far below or above the others`()
        async throws
    {
        #expect(try await approves(request(1, counter: 5, reference: "1")))
        #expect(try await declines(request(1, counter: 5, reference: "1b"), .counterReplayed))
        #expect(try await approves(request(1, counter: 70, reference: "2")))
        #expect(try await approves(request(1, counter: 69, reference: "3")))
        #expect(try await declines(request(1, counter: 69, reference: "4"), .counterReplayed))
        #expect(try await declines(request(1, counter: 6, reference: "4b"), .counterReplayed))
        #expect(try await declines(request(1, counter: 0, reference: "4c"), .counterReplayed))
        #expect(try await declines(request(1, counter: 65_535, reference: "5"), .cryptogramInvalid))
        #expect(try await approves(request(1, counter: 4_166, reference: "6")))
    }

    @Test func `passes only the bytes that exist`() async throws {
        #expect(try await approves(request(4_000, counter: 1, reference: "1")))
        #expect(try await declines(request(1_001, counter: 2, reference: "2"), .insufficientFunds))
        #expect(try await approves(request(1_000, counter: 3, reference: "3")))
        #expect(try await declines(request(1, counter: 4, reference: "4"), .insufficientFunds))
        #expect(
            try await declines(
                request(999_999_999_999, counter: 5, reference: "5"),
                .insufficientFunds
            )
        )
    }

    @Test(arguments: [0, -1, -5_000, Int64.min])
    func `never loses money`(amount: Int64) async throws {
        #expect(try await declines(request(amount, counter: 1, reference: "1"), .invalidAmount))
        #expect(try await declines(request(5_001, counter: 2, reference: "2"), .insufficientFunds))
    }

    @Test func `gives one reference one answer, and holds the amount once`() async throws {
        var answers: Set<NetworkAnswer> = []
        for _ in 0..<5 { answers.insert(try await bench.network.authorize(request(5_000))) }
        #expect(answers.count == 1)
        #expect(try await bench.network.approvals() == 1)
        let next = request(1, counter: 2, reference: "next")
        #expect(try await declines(next, .insufficientFunds), "all is held")
        #expect(try await declines(next, .insufficientFunds), "the answer is repeated")
        #expect(try await bench.network.approvals() == 1)
    }

    @Test func `approves only one of many concurrent requests with one counter`() async throws {
        let answers = try await withThrowingTaskGroup(of: NetworkAnswer.self) { group in
            for number in 0..<50 {
                let request = request(100, reference: "\(number)")
                group.addTask { [network = bench.network] in
                    try await network.authorize(request)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 != .declined(.counterReplayed) } == 1)
        #expect(answers.count == 50)
        #expect(try await bench.network.approvals() == 1)
    }

    @Test func `approves with an authorization code of six digits`() async throws {
        guard case .approved(let code) = try await bench.network.authorize(request()) else {
            Issue.record("not approved")
            return
        }
        #expect(code.utf8.count == 6 && code.allSatisfy(\.isNumber))
    }
}
