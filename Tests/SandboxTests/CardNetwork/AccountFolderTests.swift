import Bytes
import Foundation
import ISO8583
import SQLite
import Storage
import TestSupport
import Testing
import World

@testable import CardNetwork

@Suite("The accounts in a network's folder")
struct AccountFolderTests {
    @Test func `are set by another program while a network runs, and are kept`() async throws {
        var bench = try await AccountBench(.folder)
        #expect(await bench.pay(100, pin: "000000") == "55")
        let world = World(clock: bench.clock, randomness: SeededRandomness(seed: 8))
        let other = try await DurableNetwork(folder: bench.folder.url.path, world: world)
        _ = try await other.changeAccount(of: bench.card) {
            $0.status = .stolen
            $0.paymentLimit = 5
            $0.dailyAmount = 6
            $0.dailyPayments = 7
            $0.address = CardholderAddress(postalCode: "30303", street: "1 Road")
        }
        await other.close()
        #expect(await bench.pay(1) == "43")
        await bench.durable?.close()
        let again = try await DurableNetwork(folder: bench.folder.url.path, world: world)
        let report = try #require(try await again.accounts().first)
        var expected = AccountSettings(creditLine: AccountBench.credit)
        expected.status = .stolen
        expected.paymentLimit = 5
        expected.dailyAmount = 6
        expected.dailyPayments = 7
        expected.address = CardholderAddress(postalCode: "30303", street: "1 Road")
        #expect(report.settings == expected)
        let found = try await again.database.read { snapshot throws(StorageFailure) in
            try snapshot.account(report.identifier)
        }
        #expect(found?.wrongPINs == 1)
    }

    @Test func `of an older version are read, and a card that is added again has its digits`()
        async throws
    {
        let folder = ScratchFolder()
        let old = try await Database(
            path: folder.path(DurableNetwork.fileName),
            migrations: [
                MigrationSeries(
                    module: NetworkTables.migrations.module,
                    Array(NetworkTables.migrations.migrations.prefix(3))
                )
            ]
        )
        let card = try #require(LedgerSimulation.cards.first)
        let key = [UInt8](repeating: 7, count: DigestKey.length)
        let identifier = DigestKey(Secret(copying: key)).identifier(of: card.number)
        try await old.write { transaction throws(StorageFailure) in
            try transaction.execute(
                "INSERT INTO network_key (name, value) VALUES ('digest', $1)",
                [.bytes(key)]
            )
            try transaction.execute(
                """
                INSERT INTO card_account (identifier, issuer, expiry, status, credit_limit)
                VALUES ($1, 'Visa', '3512', 'open', 5000)
                """,
                [.text(identifier)]
            )
            try transaction.execute(
                """
                INSERT INTO card_balance (card, currency, available, held, owed)
                VALUES ($1, '840', 4000, 1000, 0)
                """,
                [.text(identifier)]
            )
        }
        await old.close()
        let network = try await DurableNetwork(folder: folder.url.path, world: .system)
        let report = try #require(try await network.accounts().first)
        #expect(report.cardSuffix == nil && report.settings == AccountSettings(creditLine: 5_000))
        #expect(report.balances.map(\.available) == [4_000])
        let account = try await network.provision(card, availableMinorUnits: 1)
        #expect(try await network.accounts().map(\.cardSuffix) == ["1111"])
        var device = MerchantBank.Device(account: account)
        var bank = MerchantBank()
        let over = await network.reply(to: bank.authorization(4_001, &device))
        #expect(over?.message.text(39) == "51")
        let payment = await network.reply(to: bank.authorization(4_000, &device))
        #expect(payment?.message.text(39) == "00")
    }
}
