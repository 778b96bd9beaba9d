import Foundation
import ISO8583
import SQLite
import Storage
import TestSupport
import Testing
import World

@testable import CardNetwork

/// The folder of an earlier version, whose messages had other keys: the time first, and the trace
/// number and the reference after it.
@Suite("The payments of a folder of an earlier version")
struct EarlierFolderTests {
    private let folder = ScratchFolder()
    private let earlier = ScratchFolder()
    private let clock = SimulatedClock(startingAt: SandboxBench.start)
    private var world: World { World(clock: clock, randomness: SeededRandomness(seed: 5)) }

    private struct Table {
        let columns: [String]
        let query: StaticString
        let insertion: StaticString
    }

    private static let sameTables = [
        Table(
            columns: ["name", "value"],
            query: "SELECT name, value FROM network_key",
            insertion: "INSERT INTO network_key VALUES ($1, $2)"
        ),
        Table(
            columns: [
                "identifier", "suffix", "card", "expiry", "status", "token_requestor", "card_keys",
                "highest_counter",
            ],
            query: "SELECT * FROM vault_token",
            insertion: "INSERT INTO vault_token VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
        ),
        Table(
            columns: ["identifier", "issuer", "expiry", "status", "credit_limit"],
            query: "SELECT * FROM card_account",
            insertion: """
                INSERT INTO card_account (identifier, issuer, expiry, status, credit_limit)
                VALUES ($1, $2, $3, $4, $5)
                """
        ),
        Table(
            columns: ["card", "currency", "available", "held", "owed"],
            query: "SELECT * FROM card_balance",
            insertion: """
                INSERT INTO card_balance (card, currency, available, held, owed)
                VALUES ($1, $2, $3, $4, $5)
                """
        ),
        Table(
            columns: ["entry", "line", "kind", "account", "currency", "amount"],
            query: "SELECT * FROM posting",
            insertion: "INSERT INTO posting VALUES ($1, $2, $3, $4, $5, $6)"
        ),
    ]

    private static let messages = Table(
        columns: ["identity", "duplicate_key", "content", "answer", "payment", "effect", "amount"],
        query: "SELECT * FROM network_message",
        insertion: "INSERT INTO network_message VALUES ($1, $2, $3, $4, $5, $6, $7)"
    )

    private static let payments = Table(
        columns: [
            "identifier", "card", "issuer", "merchant", "reference", "currency", "authorized",
            "authorization_code", "expires_at", "held", "captured", "refunded", "state",
            "advice_at",
        ],
        query: "SELECT * FROM network_payment",
        insertion: """
            INSERT INTO network_payment
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            """
    )

    private static func rows(
        of table: Table,
        _ network: DurableNetwork
    ) async throws -> [[StoredValue]] {
        try await network.database.read { snapshot throws(StorageFailure) in
            try snapshot.rows(table.query)
        }
        .map { row in
            table.columns.map { column in
                if let text = try? row.text(column) { return .text(text) }
                if let integer = try? row.integer(column) { return .integer(integer) }
                if let bytes = try? row.bytes(column) { return .bytes(bytes) }
                return .null
            }
        }
    }

    /// The key as the earlier version wrote it: time, class, trace number, merchant's bank, reference,
    /// terminal, merchant.
    private static func earlierKey(_ value: StoredValue) throws -> StoredValue {
        guard case .text(let text) = value else { return value }
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        try #require(parts.count == 7 && parts[0].count == 6 && parts[1].count == 12)
        return .text([2, 3, 0, 4, 1, 5, 6].map { parts[$0] }.joined(separator: "|"))
    }

    /// Writes what a network has into the tables of the earlier version.
    private func copy(_ network: DurableNetwork) async throws {
        let series = NetworkTables.migrations
        let old = try await Database(
            path: earlier.path(DurableNetwork.fileName),
            migrations: [
                MigrationSeries(module: series.module, Array(series.migrations.prefix(5)))
            ]
        )
        var inserted: [(StaticString, [StoredValue])] = []
        for table in Self.sameTables {
            inserted += try await Self.rows(of: table, network).map { (table.insertion, $0) }
        }
        for row in try await Self.rows(of: Self.messages, network) {
            var row = row
            row[0] = try Self.earlierKey(row[0])
            row[4] = try Self.earlierKey(row[4])
            inserted.append((Self.messages.insertion, row))
        }
        for row in try await Self.rows(of: Self.payments, network) {
            var row = row
            row[0] = try Self.earlierKey(row[0])
            inserted.append((Self.payments.insertion, row))
        }
        let statements = inserted
        try await old.write { transaction throws(StorageFailure) in
            for (statement, values) in statements { try transaction.execute(statement, values) }
        }
        await old.close()
    }

    @Test func `are found by their repetitions, duplicates, captures, refunds and reversals`()
        async throws
    {
        let network = try await DurableNetwork(folder: folder.url.path, world: world)
        var bank = MerchantBank()
        let card = try #require(LedgerSimulation.cards.first)
        var device = MerchantBank.Device(
            account: try await network.provision(card, availableMinorUnits: 100_000)
        )
        let first = bank.authorization(20_000, &device)
        let second = bank.authorization(3_000, &device)
        let declined = bank.authorization(90_000, &device)
        let capture = bank.capture(15_000, of: first)
        var answers: [ISO8583Message?] = []
        for message in [first, second, declined, capture] {
            answers.append(await network.reply(to: message)?.message)
        }
        #expect(answers.map { $0?.text(39) } == ["00", "00", "51", "00"])
        let sums = try await DurableNetworkTests.ledgerSums(network)
        try await copy(network)
        await network.close()

        let again = try await DurableNetwork(folder: earlier.url.path, world: world)
        for (message, answer) in zip([first, second, declined, capture], answers) {
            #expect(await again.reply(to: message)?.message == answer)
        }
        #expect(try await DurableNetworkTests.ledgerSums(again) == sums, "nothing was done twice")
        var later = second
        later.fields[7] = Array("1124160059".utf8)
        #expect(await again.reply(to: later)?.message.text(39) == "94")
        let next = [
            bank.refund(15_001, of: first), bank.refund(15_000, of: first),
            bank.capture(5_000, of: first), bank.reversal(of: second),
            bank.capture(1, of: second),
        ]
        var codes: [String?] = []
        for message in next { codes.append(await again.reply(to: message)?.message.text(39)) }
        #expect(codes == ["13", "00", "00", "00", "12"])
        await again.close()
    }
}
