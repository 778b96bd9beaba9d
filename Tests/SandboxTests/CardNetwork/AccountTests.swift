import CardNetwork
import ISO8583
import TestSandbox
import TestSupport
import Testing
import World

@Suite("A cardholder's account")
struct AccountTests {
    @Test func `declines by its state, until it is open again`() async throws {
        var bench = try await AccountBench()
        let codes: [(AccountSettings.Status, String)] = [
            (.lost, "41"), (.stolen, "43"), (.blocked, "62"), (.closed, "46"), (.open, "00"),
        ]
        for (status, code) in codes {
            try await bench.change { $0.status = status }
            #expect(await bench.pay(100) == code)
        }
    }

    @Test func `declines a payment above its limit`() async throws {
        var bench = try await AccountBench()
        try await bench.change { $0.paymentLimit = 500 }
        #expect(await bench.pay(501) == "61")
        #expect(await bench.pay(500) == "00")
        try await bench.change { $0.paymentLimit = nil }
        #expect(await bench.pay(501) == "00")
    }

    @Test func `declines more payments than a day may have`() async throws {
        var bench = try await AccountBench()
        let first = bench.payment(100)
        #expect(await bench.code(first) == "00", "counted before the limit is set")
        try await bench.change { $0.dailyPayments = 2 }
        let second = bench.payment(100)
        #expect(await bench.code(second) == "00")
        #expect(await bench.code(second) == "00", "a repeat is no payment")
        #expect(await bench.pay(100) == "65")
        #expect(await bench.pay(100, in: "978") == "00", "another currency")
        for _ in 0..<2 { #expect(await bench.code(bench.bank.reversal(of: second)) == "00") }
        #expect(await bench.pay(100) == "00", "in the place of the reversed one")
        #expect(await bench.pay(100) == "65")
        bench.clock.advance(bySeconds: 8 * 3_600 - 1)
        #expect(await bench.pay(100) == "65", "the last second of the day")
        bench.clock.advance(bySeconds: 1)
        #expect(await bench.pay(100) == "00", "the next day")
        #expect(await bench.code(bench.bank.reversal(of: first)) == "00")
        #expect(await bench.pay(100) == "00")
        #expect(await bench.pay(100) == "65", "a reversal of the day before frees nothing")
    }

    @Test func `declines more than a day may have`() async throws {
        var bench = try await AccountBench()
        try await bench.change { $0.dailyAmount = 1_000 }
        #expect(await bench.pay(600) == "00")
        #expect(await bench.pay(401) == "61")
        let rest = bench.payment(400)
        #expect(await bench.code(rest) == "00")
        #expect(await bench.pay(1) == "61")
        #expect(await bench.code(bench.bank.capture(100, of: rest)) == "00")
        let partial = bench.bank.reversal(of: rest, leaving: 100)
        #expect(await bench.code(partial) == "00")
        #expect(await bench.pay(1) == "61", "a part of a payment stays counted")
        bench.clock.advance(bySeconds: 86_400)
        #expect(await bench.pay(1_000) == "00")
        #expect(await bench.pay(1) == "61")
        bench.clock.advance(bySeconds: -86_400)
        #expect(await bench.pay(1) == "61", "the clock was set back")
    }

    @Test func `counts what the network has approved in its issuer's place`() async throws {
        var bench = try await AccountBench()
        try await bench.change { $0.dailyAmount = 900_105 }
        #expect(await bench.pay(1) == "00", "whose hold ends long after the issuer is told")
        #expect(await bench.pay(900_103) == "00", "issuer-silent")
        #expect(await bench.pay(1) == "00", "the issuer was not told yet")
        bench.clock.advance(bySeconds: 5)
        await bench.runDueWork()
        #expect(await bench.pay(1) == "61")
    }

    @Test func `counts it on its day, also where the issuer is told on the next one`() async throws
    {
        var bench = try await AccountBench()
        try await bench.change { $0.dailyAmount = 900_104 }
        // Two seconds before midnight.
        bench.clock.advance(bySeconds: 8 * 3_600 - 2)
        #expect(await bench.pay(900_103) == "00", "issuer-silent")
        bench.clock.advance(bySeconds: 3)
        #expect(await bench.pay(1) == "00")
        bench.clock.advance(bySeconds: 3)
        await bench.runDueWork()
        #expect(await bench.pay(900_000) == "00")
    }

    @Test func `expires as the card that was added last`() async throws {
        let clock = SimulatedClock(startingAt: SandboxBench.start)
        let world = World(clock: clock, randomness: SeededRandomness(seed: 5))
        let network = try CardNetwork(world: world)
        var bank = MerchantBank()
        for (expiry, code) in [("251130", "54"), ("351231", "00")] {
            let card = PaymentCard(
                number: "4111111111111111",
                expirationDate: expiry,
                scheme: .visa
            )
            let account = try await network.provision(
                try #require(card),
                availableMinorUnits: 10_000
            )
            clock.advance(bySeconds: 10 * 86_400)
            var device = MerchantBank.Device(account: account)
            let payment = bank.authorization(1_000, &device)
            #expect(await network.reply(to: payment)?.message.text(39) == code)
        }
    }

    @Test func `has a credit line whose change is posted in each currency`() async throws {
        var bench = try await AccountBench()
        for currency in ["840", "392"] { #expect(await bench.pay(1_000, in: currency) == "00") }
        try await bench.change { $0.creditLine = 3_000 }
        #expect(try await bench.balance() == [2_000, 1_000, 0])
        #expect(try await bench.balance(in: "392") == [2_000, 1_000, 0])
        #expect(await bench.pay(2_001) == "51")
        #expect(await bench.pay(3_001, in: "978") == "51", "a currency that was not used yet")
        #expect(await bench.pay(3_000, in: "978") == "00")
        try await bench.change { $0.creditLine = 400 }
        #expect(try await bench.balance() == [-600, 1_000, 0])
        #expect(await bench.pay(1) == "51")
        try await bench.change { $0.creditLine = 1_001 }
        #expect(await bench.pay(1) == "00")
        let sheet = try await bench.network.balanceSheet()
        #expect(sheet.values.reduce(0) { $0 + ($1["840"] ?? 0) } == 0)
        #expect(sheet["line:Visa"] == ["840": -1_001, "392": -1_001, "978": -1_001])
    }

    @Test func `compares the address that it was given`() async throws {
        var bench = try await AccountBench()
        try await bench.change {
            $0.address = CardholderAddress(postalCode: "30303", street: "1234 Laurel Street")
        }
        let rows = [
            ("30303    1234 Laurel St", "Y"), ("30304    1234 Laurel St", "A"),
            ("30303    99 Other St", "Z"), ("10001    99 Other St", "N"),
        ]
        for (field, expected) in rows {
            var payment = bench.payment(100)
            payment.fields[120] = Array(field.utf8)
            let answer = await bench.answer(payment)
            #expect(answer?.text(44) == " \(expected)          2" && answer?.text(39) == "00")
        }
        #expect(await bench.answer(bench.payment(100))?.text(44) == "            2")
        try await bench.change { $0.address = nil }
        var payment = bench.payment(100)
        payment.fields[120] = Array("30303    1234".utf8)
        #expect(await bench.answer(payment)?.text(44) == " U          2")
    }

    @Test func `of a card in a test's sandbox is set through its network`() async throws {
        let bench = try SandboxBench()
        try bench.sandbox.provision(.visa)
        let card = try #require(SandboxCard.visa.printed)
        let report = try await bench.network.changeAccount(of: card) { $0.status = .lost }
        #expect(report.settings.status == .lost)
        #expect(try await bench.network.account(of: card) == report)
        #expect(try await bench.network.accounts() == [report])
        #expect(try await bench.network.account(of: #require(SandboxCard.amex.printed)) == nil)
    }

    @Test func `is not changed by what is refused`() async throws {
        let bench = try await AccountBench()
        let before = try await bench.report()
        #expect(before.settings == AccountSettings(creditLine: AccountBench.credit))
        #expect(before.cardSuffix == "1111" && before.scheme == .visa && before.expiry == "3512")
        await #expect(throws: AccountFailure.refused(.amountOutOfRange)) {
            try await bench.change { $0.creditLine = -1 }
        }
        await #expect(throws: AccountFailure.refused(.amountOutOfRange)) {
            try await bench.change { $0.dailyPayments = 1_000_000_000_000 }
        }
        for pin in ["123", "1234567890123", "12a4", ""] {
            await #expect(throws: AccountFailure.refused(.pinMalformed)) {
                try await bench.change(pin: pin) { $0.status = .lost }
            }
        }
        await #expect(throws: AccountFailure.refused(.unknownCard)) {
            try await bench.change(of: LedgerSimulation.cards[1]) { $0.status = .lost }
        }
        #expect(try await bench.reports() == [before])
    }
}
