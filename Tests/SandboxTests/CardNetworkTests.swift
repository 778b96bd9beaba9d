import Bytes
import CardAccounts
import CardMessages
import CardNetwork
import ISO8583
import Money
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
    ) -> AskedPayment {
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
        return AskedPayment(
            accountNumber: number ?? account.accountNumber,
            expiration: expiration,
            proof: .cryptogram(cryptogram?.bytes ?? Secret(copying: [])),
            merchant: merchant,
            amount: sent?.amount ?? amount,
            currency: sent?.currency ?? "840",
            reference: reference
        )
    }

    func declines(_ request: AskedPayment, _ code: String) async throws -> Bool {
        try await bench.network.code(of: request) == code
    }

    func approves(_ request: AskedPayment) async throws -> Bool {
        try await bench.network.code(of: request) == "00"
    }

    @Test func `knows its accounts by number and end`() async throws {
        let other = Secret(copying: Array("4817009912345678".utf8))
        #expect(try await declines(request(reference: "1", number: other), "14"))
        #expect(try await declines(request(reference: "2", expiration: "3511"), "14"))
        let card = Secret(copying: Array(SandboxBench.cardNumber.utf8))
        #expect(
            try await declines(request(reference: "4", number: card), "14"),
            "the card's own number pays nothing"
        )
        #expect(try await approves(request(reference: "5")))
    }

    @Test func `takes an account to the end of its month`() async throws {
        let end = try #require(UnixTime(iso8601: "2035-12-31T23:59:59Z"))
        bench.clock.advance(bySeconds: end.seconds - bench.clock.now.seconds)
        #expect(try await approves(request(counter: 1, reference: "1")))
        bench.clock.advance(bySeconds: 1)
        #expect(try await declines(request(counter: 2, reference: "2"), "54"))
    }

    @Test func `takes a cryptogram for its own account, amount, currency and merchant`()
        async throws
    {
        let amount = request(reference: "1", sent: (1076, "840"))
        #expect(try await declines(amount, "82"))
        let currency = request(reference: "2", sent: (1075, "156"))
        #expect(try await declines(currency, "82"))
        let merchant = request(reference: "5", merchant: "merchant.com.other")
        #expect(try await declines(merchant, "82"))
        let neighbor = try bench.account()
        let borrowed = request(reference: "3", keys: neighbor.keys)
        #expect(try await declines(borrowed, "82"))
        #expect(try await approves(request(reference: "4")), "a refusal uses up no counter")
    }

    @Test func `takes a counter once, in any order, and none far below or above the others`()
        async throws
    {
        #expect(try await approves(request(1, counter: 5, reference: "1")))
        #expect(try await declines(request(1, counter: 5, reference: "1b"), "82"))
        #expect(try await approves(request(1, counter: 70, reference: "2")))
        #expect(try await approves(request(1, counter: 69, reference: "3")))
        #expect(try await declines(request(1, counter: 69, reference: "4"), "82"))
        #expect(try await declines(request(1, counter: 6, reference: "4b"), "82"))
        #expect(try await declines(request(1, counter: 0, reference: "4c"), "82"))
        #expect(try await declines(request(1, counter: 65_535, reference: "5"), "82"))
        #expect(try await approves(request(1, counter: 4_166, reference: "6")))
    }

    @Test func `passes only the bytes that exist`() async throws {
        #expect(try await approves(request(4_000, counter: 1, reference: "1")))
        #expect(try await declines(request(1_001, counter: 2, reference: "2"), "51"))
        #expect(try await approves(request(1_000, counter: 3, reference: "3")))
        #expect(try await declines(request(1, counter: 4, reference: "4"), "51"))
        let most = request(999_999_999_999, counter: 5, reference: "5")
        #expect(try await declines(most, "51"))
    }

    @Test func `holds nothing for an amount of zero, which asks whether the account is valid`()
        async throws
    {
        #expect(try await declines(request(0, counter: 1, reference: "1"), "85"))
        #expect(try await declines(request(5_001, counter: 2, reference: "2"), "51"))
        #expect(try await approves(request(5_000, counter: 3, reference: "3")))
    }

    @Test func `gives one reference one answer, and holds the amount once`() async throws {
        var answers: Set<String?> = []
        for _ in 0..<5 {
            answers.insert(try await bench.network.answer(to: request(5_000)).text(38))
        }
        #expect(answers.count == 1 && !answers.contains(nil))
        #expect(try await bench.network.approvals() == 1)
        let next = request(1, counter: 2, reference: "next")
        #expect(try await declines(next, "51"), "all is held")
        #expect(try await declines(next, "51"), "the answer is repeated")
        #expect(try await bench.network.approvals() == 1)
    }

    @Test func `approves only one of many concurrent requests with one counter`() async throws {
        let answers = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<50 {
                let request = request(100, reference: "\(number)")
                group.addTask { [network = bench.network] in
                    try await network.code(of: request)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == "00" } == 1 && answers.count { $0 == "82" } == 49)
        #expect(try await bench.network.approvals() == 1)
    }

    @Test func `approves with an authorization code of six digits`() async throws {
        let answer = try await bench.network.answer(to: request())
        let code = try #require(answer.text(38))
        #expect(code.utf8.count == 6 && code.allSatisfy(\.isNumber))
    }
}
