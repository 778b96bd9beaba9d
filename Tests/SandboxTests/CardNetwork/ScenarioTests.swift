import Bytes
import CardAccounts
import CardNetwork
import ISO8583
import TestSandbox
import TestSupport
import Testing
import World

@Suite("A scenario")
struct ScenarioTests {
    let bench: SandboxBench
    var bank = MerchantBank()

    init() throws { bench = try SandboxBench() }

    func device(_ number: String) throws -> MerchantBank.Device {
        let card = PaymentCard(number: number, expirationDate: "351231", scheme: .visa)
        return MerchantBank.Device(
            account: try bench.sandbox.issueAccount(
                for: try #require(card, "\(number.suffix(4)) is no card"),
                availableMinorUnits: 1_000_000
            )
        )
    }

    /// The response codes and deliveries of the documentation's table, which has them from no code.
    static let expected: [String: (code: String, delivery: AnswerDelivery)] = [
        "approve": ("00", .now), "partial-approval": ("10", .now), "pin-required": ("1A", .now),
        "issuer-silent": ("00", .delayed(milliseconds: 1_000)), "time-out": ("00", .never),
        "late-answer": ("00", .delayed(milliseconds: 10_000)),
        "duplicate-answer": ("00", .twice), "malformed-answer": ("00", .malformed),
        "closed-connection": ("00", .closedConnection), "refer": ("01", .now),
        "invalid-merchant": ("03", .now), "pick-up": ("04", .now), "do-not-honor": ("05", .now),
        "invalid-transaction": ("12", .now), "unknown-account": ("14", .now),
        "lost-card": ("41", .now), "stolen-card": ("43", .now), "closed-account": ("46", .now),
        "insufficient-funds": ("51", .now), "expired-card": ("54", .now),
        "wrong-pin": ("55", .now), "not-permitted": ("57", .now),
        "suspected-fraud": ("59", .now), "amount-limit": ("61", .now),
        "restricted-card": ("62", .now), "count-limit": ("65", .now),
        "cryptogram-invalid": ("82", .now), "issuer-unavailable": ("91", .now),
        "system-error": ("96", .now),
    ]

    @Test func `has a name, a card and an amount of its own`() {
        let all = Scenario.all
        #expect(Set(all.map(\.name)) == Set(Self.expected.keys))
        #expect(Set(all.map(\.cardNumber)).count == all.count)
        #expect(Set(all.map(\.amountMinorUnits)).count == all.count)
    }

    @Test(arguments: Scenario.all)
    mutating func `is played by card, by amount and by call`(scenario: Scenario) async throws {
        let expected = try #require(Self.expected[scenario.name])
        var ordinary = try device("4111111111111111")
        var own = try device(scenario.cardNumber)
        let call = ISO8583Message(
            .networkManagementRequest,
            texts: [
                7: MerchantBank.time, 11: "000009", 42: "MERCHANT0000009", 48: scenario.name,
                70: "900",
            ]
        )
        var messages = [
            bank.authorization(1_075, &own),
            bank.authorization(scenario.amountMinorUnits, &ordinary),
        ]
        #expect(await bench.network.reply(to: call)?.message.text(39) == "00")
        messages.append(bank.authorization(1_075, &ordinary, merchant: "MERCHANT0000009"))
        for message in messages {
            let answer = try #require(await bench.network.reply(to: message))
            #expect(answer.message.text(39) == expected.code)
            #expect(answer.delivery == expected.delivery)
            let again = await bench.network.reply(to: message)
            #expect(again?.message == answer.message, "the repeated message has the same answer")
            #expect(again?.delivery == .now)
        }
        let next = bank.authorization(1_075, &ordinary, merchant: "MERCHANT0000009")
        #expect(await bench.network.reply(to: next)?.message.text(39) == "00", "called for one")
    }

    @Test(arguments: [1_075, 2_990, 2_927, 1, 51, 5_105, 899_951, 901_051, 900_199])
    mutating func `is not played for an ordinary amount`(amount: Int64) async throws {
        var device = try device("4111111111111111")
        let answer = await bench.network.reply(to: bank.authorization(amount, &device))
        #expect(answer?.message.text(39) == "00" && answer?.delivery == .now)
    }

    @Test mutating func `of a partial approval states both amounts, and holds one`() async throws {
        var device = try device("4111111111111111")
        let payment = bank.authorization(900_101, &device)
        let answer = try #require(await bench.network.reply(to: payment)?.message)
        #expect(answer.text(4) == "000000450050")
        #expect(answer.text(54) == "0057840C000000900101")
        #expect(
            await bench.network.reply(to: bank.capture(450_051, of: payment))?.message.text(39)
                == "13"
        )
        #expect(
            await bench.network.reply(to: bank.capture(450_050, of: payment))?.message.text(39)
                == "00"
        )
    }

    @Test mutating func `of a partial approval declines what has no half`() async throws {
        var device = try device("4000000000901019")
        #expect(
            await bench.network.reply(to: bank.authorization(1, &device))?.message.text(39) == "51"
        )
        #expect(
            await bench.network.reply(to: bank.authorization(2, &device))?.message.text(39) == "10"
        )
    }

    @Test func `is called for 10,000 merchants at most, and a later call is the one that counts`()
        throws
    {
        let (first, second) = (Scenario.all[0], Scenario.all[1])
        let calls = ScenarioCalls()
        for number in 0..<10_000 { #expect(calls.add(first, for: "M\(number)")) }
        #expect(!calls.add(first, for: "one more"))
        #expect(calls.add(second, for: "M7"))
        var bank = MerchantBank()
        var device = try device("4111111111111111")
        let message = bank.authorization(1, &device, merchant: "M7")
        let key = DigestKey(Secret(copying: [UInt8](repeating: 1, count: DigestKey.length)))
        guard case .request(let request) = SwitchMessage(message, key: key).content else {
            throw Unread()
        }
        let called = calls.take(for: request)
        #expect(called?.scenario == second)
        #expect(calls.take(for: request) == nil)
        #expect(calls.add(first, for: "M7"))
        calls.putBack(called)
        #expect(calls.take(for: request)?.scenario == first, "it was called for since")
        calls.putBack(called)
        #expect(calls.take(for: request)?.scenario == second)
        calls.removeForAny()
        #expect(calls.add(first, for: nil))
        calls.putBack(calls.take(for: request))
        #expect(calls.waitingForAny == first, "the repeat of a request leaves it to any merchant")
    }

    private struct Unread: Error {}

    @Test mutating func `of a required PIN is satisfied by one`() async throws {
        var device = try device("4111111111111111")
        var payment = bank.authorization(900_102, &device)
        payment.fields[52] = MerchantBank.pinBlock("123456", of: device)
        #expect(await bench.network.reply(to: payment)?.message.text(39) == "00")
        payment = bank.authorization(900_102, &device)
        payment.fields[52] = MerchantBank.pinBlock("654321", of: device)
        #expect(await bench.network.reply(to: payment)?.message.text(39) == "55")
    }

    @Test mutating func `of a silent issuer is limited, and told to the issuer later`() async throws
    {
        var device = try device("4111111111111111")
        func code(_ message: ISO8583Message) async -> String? {
            await bench.network.reply(to: message)?.message.text(39)
        }
        func sums(_ prefix: String) async throws -> Int64 {
            try await bench.network.balanceSheet().filter { $0.key.hasPrefix(prefix) }
                .reduce(0) { $0 + ($1.value["840"] ?? 0) }
        }
        let first = bank.authorization(900_103, &device)
        let answer = try #require(await bench.network.reply(to: first)?.message)
        #expect(answer.text(44) == "4           2" && answer.text(39) == "00")
        #expect(try await sums("stand-in:") == 900_103)
        #expect(try await sums("held:") == 0)
        #expect(await code(bank.authorization(900_103, &device)) == "91", "more than the limit")
        bench.clock.advance(bySeconds: 5)
        await bench.network.runDueWork()
        #expect(try await sums("stand-in:") == 0)
        #expect(try await sums("held:") == 900_103)
        #expect(try await sums("available:") == 1_000_000 - 900_103)
        let second = bank.authorization(900_103, &device)
        #expect(await code(second) == "00", "the limit is free again; the issuer bears the rest")
        #expect(
            await code(bank.capture(900_103, of: second)) == "00",
            "which tells the issuer first"
        )
        #expect(try await sums("available:") == 1_000_000 - 2 * 900_103)
        #expect(await code(bank.reversal(of: first)) == "00")
        #expect(try await sums("available:") == 1_000_000 - 900_103)
        #expect(try await sums("held:") == 0)
    }
}
