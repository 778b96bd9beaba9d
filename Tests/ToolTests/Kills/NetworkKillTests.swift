import Foundation
import TestSupport
import Testing
import World

/// Checkouts over a card network, in which the checkout, the network or the settlement is killed at
/// a random moment by a signal that nothing can answer.
///
/// `./dev kills` kills a thousand times, and prints what it came to.
@Suite("Payments over a card network that are killed", .serialized)
struct NetworkKillTests {
    static let environment = ProcessInfo.processInfo.environment
    /// How many kills are asked for; nil for the short form.
    static let askedKills = environment["QUINCE_KILLS"].flatMap(Int.init)
    static let kills = askedKills ?? 30
    static let seed = environment["QUINCE_KILL_SEED"].flatMap(UInt64.init) ?? 11

    @Test func `are each paid once or not at all, and nothing is left open, with SQLite`()
        async throws
    {
        try await check(.sqlite)
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `are each paid once or not at all, and nothing is left open, with PostgreSQL`()
        async throws
    {
        try await check(.postgreSQL)
    }

    private func check(_ orders: KilledShop.Orders) async throws {
        let start = ContinuousClock.now
        var run = try await KilledPayments(KilledShop(orders), seed: Self.seed)
        while run.killed < Self.kills {
            try await run.killOnce()
            try #require(run.misses < 100, "no moment is in time")
        }
        let shop = run.shop
        #expect(try await shop.checkout().status == 0)
        try await shop.settleAll()
        let found = try await shop.compare("seed \(Self.seed)")
        try await shop.endDay()
        #expect(!shop.paidOrders.isEmpty)
        guard Self.askedKills != nil else { return }
        print(
            """
            \(orders), seed \(Self.seed): killed \(run.checkouts) checkouts, \(run.settlements) \
            settlements and \(run.networks) networks in \(start.duration(to: .now)); \
            \(shop.paidOrders.count) receipts, \(found.orders.count) orders, \
            \(found.payments) payments in the network, authorizations \(found.states); \
            problems: \(found.problems)
            """
        )
    }
}

/// Kills until there are enough.
private struct KilledPayments {
    let shop: KilledShop
    private let chance: SeededRandomness
    private var checkoutMoments = KillMoments()
    private var settlementMoments = KillMoments(startingAt: 100)
    private(set) var checkouts = 0
    private(set) var networks = 0
    private(set) var settlements = 0
    /// How many times in a row nothing was killed.
    private(set) var misses = 0

    var killed: Int { checkouts + networks + settlements }

    init(_ shop: KilledShop, seed: UInt64) {
        self.shop = shop
        chance = SeededRandomness(seed: seed)
    }

    private func below(_ bound: UInt64) -> UInt64 { chance.number(below: bound) }

    private func scenario() -> String { ["guide", "china", "shinobi"][Int(below(3))] }

    mutating func killOnce() async throws {
        let before = killed
        switch below(10) {
        case 0, 1: try await killNetwork()
        case 2:
            let milliseconds = settlementMoments.milliseconds(chance)
            let isKilled = try await shop.settlement(milliseconds: milliseconds).isKilled
            settlementMoments.note(isHit: isKilled)
            if isKilled { settlements += 1 }
        default:
            let milliseconds = checkoutMoments.milliseconds(chance)
            let isKilled = try await shop.checkout(scenario(), milliseconds: milliseconds).isKilled
            checkoutMoments.note(isHit: isKilled)
            if isKilled { checkouts += 1 }
        }
        misses = killed == before ? misses + 1 : 0
    }

    /// Kills the network within four milliseconds after a message of a payment or of its reversal.
    private mutating func killNetwork() async throws {
        let isReversal = below(3) == 0
        let steps = isReversal ? ["0420", "0430"] : ["0800", "0100", "0100", "0110"]
        try shop.networkProxy.arm(
            steps[Int(below(UInt64(steps.count)))],
            below(4) == 0 ? .before : .after,
            killing: shop.files(of: .network),
            microsecondsLater: Int(below(4_000))
        )
        if isReversal {
            try await shop.settlement()
        } else {
            try await shop.checkout(scenario())
        }
        if try shop.networkProxy.disarm() { networks += 1 }
    }
}
