import Foundation
import TestSupport
import Testing
import World

/// Three desks that pay at the same time over one network, with their orders in one database on
/// PostgreSQL, while one of them is killed again and again.
@Suite("Three desks on one PostgreSQL")
struct ThreeDesksTests {
    static let rounds = NetworkKillTests.kills / 5

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `lose and double nothing when one is killed under load`() async throws {
        let shop = try await KilledShop(.postgreSQL)
        let chance = SeededRandomness(seed: NetworkKillTests.seed)
        var (killed, moments) = (0, KillMoments(startingAt: 400))
        for round in 1...Self.rounds {
            // What the round before left open is due now, and each desk tries to settle it.
            shop.passTime(seconds: 600)
            killed += try await payments(shop, chance, &moments)
            if round.isMultiple(of: 3) { try await settlements(shop, chance) }
        }
        #expect(killed >= Self.rounds / 2, "too few moments were in time")
        let paid = shop.paidOrders.count
        #expect(paid >= 4 * Self.rounds, "two desks pay twice in each round")
        let captured = try await captures(shop)
        try await shop.settleAll()
        let found = try await shop.compare("seed \(NetworkKillTests.seed)")
        #expect(found.operations == captured, "each order is captured once")
        try await shop.endDay("seed \(NetworkKillTests.seed)")
        guard NetworkKillTests.askedKills != nil else { return }
        print(
            """
            three desks, seed \(NetworkKillTests.seed): \(killed) kills, \(paid) receipts, \
            \(found.orders.count) orders, authorizations \(found.states); \
            problems: \(found.problems)
            """
        )
    }

    /// Lets each desk pay twice; the third is killed at a random moment of each payment.
    ///
    /// - Returns: How many processes were killed.
    private func payments(
        _ shop: KilledShop,
        _ chance: SeededRandomness,
        _ moments: inout KillMoments
    ) async throws -> Int {
        let desks = (1...3).map { desk in
            (1...2).map { payment in
                let limit =
                    desk == 3
                    ? "timeout --signal=KILL \(KilledShop.seconds(moments.milliseconds(chance)))"
                    : ""
                let words = shop.checkoutCommand(
                    ["guide", "china"][payment - 1],
                    out: "desk\(desk)"
                )
                return "\(limit) \"$QUINCE\" \(words) >receipt\(desk)\(payment) || echo $?"
            }.joined(separator: "; ")
        }
        let run = try await atOnce(desks, in: shop)
        for file in ["11", "12", "21", "22", "31", "32"] {
            let receipts = try String(
                contentsOfFile: shop.folder.path("receipt\(file)"),
                encoding: .utf8
            )
            shop.noteReceipts(receipts)
        }
        let killed = run.results.split(separator: "\n").count { $0 == "137" }
        for kill in 1...2 { moments.note(isHit: kill <= killed) }
        return killed
    }

    /// Lets three operators settle at the same time, of whom the third is killed.
    private func settlements(_ shop: KilledShop, _ chance: SeededRandomness) async throws {
        let settle = "\"$QUINCE\" \(shop.settlementCommand) >/dev/null; echo $?"
        let limit = KilledShop.seconds(1 + Int(chance.number(below: 100)))
        let run = try await atOnce(
            [settle, settle, "timeout --signal=KILL \(limit) \(settle)"],
            in: shop
        )
        let endings = Set(run.results.split(separator: "\n"))
        #expect(endings.isSubset(of: ["0", "1", "137"]), "\(run.remarks)")
    }

    /// Lets each desk capture the same orders at the same time; the third is killed.
    ///
    /// - Returns: How many orders there are.
    private func captures(_ shop: KilledShop) async throws -> Int {
        let orders = shop.paidOrders.sorted().prefix(5)
        let desks = (1...3).map { desk in
            orders.map { order in
                let limit = desk == 3 ? "timeout --signal=KILL 0.1" : ""
                let words = shop.operationCommand("capture", of: order)
                return "\(limit) \"$QUINCE\" \(words) >/dev/null; echo $?"
            }.joined(separator: "; ")
        }
        let run = try await atOnce(desks, in: shop)
        let endings = Set(run.results.split(separator: "\n"))
        #expect(endings.isSubset(of: ["0", "1", "137"]), "\(run.remarks)")
        return orders.count
    }

    private func atOnce(_ lines: [String], in shop: KilledShop) async throws -> ProcessRun {
        let groups = lines.map { "( \($0) ) &" }.joined(separator: "\n")
        return try await ProcessRun.finished(groups + "\nwait", in: shop.folder.url)
    }
}
