import CardAccounts
import CardNetwork
import ISO8583
import Storage
import TestSupport
import Testing
import World

@Suite("Later payments at the card network")
struct StandingInstructionTests {
    let bench: SandboxBench
    var bank = MerchantBank()
    var device: MerchantBank.Device

    init() throws {
        bench = try SandboxBench()
        device = MerchantBank.Device(account: try bench.account(available: 5_000))
    }

    private func answer(_ message: ISO8583Message) async -> (code: String?, name: String?) {
        let answer = await bench.network.reply(to: message)?.message
        return (answer?.text(39), answer?.text(62).map { String($0.suffix(15)) })
    }

    /// Sets the state of the device's account, and not of the merchant token.
    private func set(_ status: String) async throws {
        try await bench.network.database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                "UPDATE vault_token SET status = $1 WHERE is_merchant_token = 0",
                [.text(status)]
            )
        }
    }

    @Test mutating func `are approved without a cryptogram, also when the device cannot pay`()
        async throws
    {
        let first = bank.storing(1_000, &device)
        let stored = await answer(first)
        #expect(stored.code == "00")
        try await set("suspended")
        let later = bank.later(500, than: first, named: stored.name)
        let paid = await answer(later)
        #expect(paid.code == "00" && paid.name != stored.name)
        #expect(await answer(bank.authorization(100, &device)).code == "62", "the device")
        #expect(await answer(bank.capture(500, of: later)).code == "00")
        let balances = try await bench.network.balanceSheet()
        #expect(balances.first { $0.key.hasPrefix("owed:") }?.value["840"] == 500)
        // The answer says nothing of a cryptogram.
        #expect(await bench.network.reply(to: later)?.message.text(44) == nil)
        let tooMuch = bank.later(3_501, than: first, named: stored.name)
        #expect(await answer(tooMuch).code == "51", "the card's money is one")
        bench.clock.advance(bySeconds: 400 * 24 * 60 * 60)
        #expect(await answer(bank.later(1, than: first, named: stored.name)).code == "00")
    }

    @Test
    mutating func `are declined without the consent of the same account to the same merchant`()
        async throws
    {
        let first = bank.storing(1_000, &device)
        let stored = await answer(first)
        let plain = bank.authorization(100, &device)
        let unstored = await answer(plain)
        #expect(unstored.code == "00")
        for (message, what) in [
            (bank.later(5, than: first, named: "123456789012345"), "no such payment"),
            (bank.later(5, than: first, named: unstored.name), "not that account's"),
            (bank.later(5, than: plain, named: stored.name), "another account"),
            (bank.later(5, than: plain, named: unstored.name), "not stored"),
            (
                bank.later(5, than: first, named: stored.name, merchant: "MERCHANT0000002"),
                "another merchant"
            ),
        ] { #expect(await answer(message).code == "57", "\(what)") }
        #expect(await answer(bank.later(5, than: first, named: nil)).code == "30")
        // A later payment is no consent for others.
        let later = bank.later(5, than: first, named: stored.name)
        let paid = await answer(later)
        #expect(paid.code == "00")
        #expect(await answer(bank.later(5, than: first, named: paid.name)).code == "57")
        // Neither is one that was declined.
        let declined = bank.storing(90_000, &device)
        #expect(await answer(declined).code == "51")
    }

    @Test mutating func `of Visa need a merchant token`() async throws {
        let first = bank.storing(1_000, &device, asMerchantToken: false)
        let stored = await answer(first)
        #expect(stored.code == "00")
        #expect(await answer(bank.later(5, than: first, named: stored.name)).code == "57")
    }

    @Test mutating func `are declined once the merchant token has ended`() async throws {
        let first = bank.storing(1_000, &device)
        let stored = await answer(first)
        try await bench.network.database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                "UPDATE vault_token SET status = 'deleted' WHERE is_merchant_token = 1"
            )
        }
        #expect(await answer(bank.later(5, than: first, named: stored.name)).code == "14")
    }
}
