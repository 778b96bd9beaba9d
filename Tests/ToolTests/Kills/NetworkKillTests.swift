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
        // The last one killed may be the network.
        try await shop.waitForNetwork()
        try await shop.checkout().expectSuccess()
        let last = try #require(shop.paidOrders.max())
        try await shop.operation("capture", of: last).expectSuccess()
        try await shop.operation("refund", of: last).expectSuccess()
        try await shop.settleAll()
        let found = try await shop.compare("seed \(Self.seed)")
        try await shop.endDay("seed \(Self.seed)")
        try await shop.endDay("nothing is in a second file")
        #expect(!shop.paidOrders.isEmpty)
        guard Self.askedKills != nil else { return }
        print(
            """
            \(orders), seed \(Self.seed): killed \(run.checkouts) checkouts, \(run.operations) captures \
            and refunds, \(run.settlements) settlements, \(run.reconciliations) reconciliations \
            and \(run.networks) networks in \(start.duration(to: .now)); \
            \(shop.paidOrders.count) receipts, \(found.orders.count) orders, \
            \(found.operations) captures and refunds, \
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
    private var operationMoments = KillMoments(startingAt: 100)
    private var reconciliationMoments = KillMoments(startingAt: 100)
    private(set) var checkouts = 0
    private(set) var networks = 0
    private(set) var settlements = 0
    /// Captures and refunds.
    private(set) var operations = 0
    private(set) var reconciliations = 0
    /// How many times in a row nothing was killed.
    private(set) var misses = 0

    var killed: Int { checkouts + networks + settlements + operations + reconciliations }

    init(_ shop: KilledShop, seed: UInt64) {
        self.shop = shop
        chance = SeededRandomness(seed: seed)
    }

    private func below(_ bound: UInt64) -> UInt64 { chance.number(below: bound) }

    private func scenario() -> String { ["guide", "china", "shinobi"][Int(below(3))] }

    mutating func killOnce() async throws {
        let before = killed
        switch below(14) {
        case 0, 1, 2: try await killNetwork()
        case 3, 4, 5: try await killOperation()
        case 6: try await killReconciliation()
        case 7:
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

    private func order() -> Int? {
        let orders = shop.paidOrders.sorted()
        return orders.isEmpty ? nil : orders[Int(below(UInt64(orders.count)))]
    }

    /// Kills a capture or a refund of some order. Most of those of one that has it already send nothing.
    private mutating func killOperation() async throws {
        guard let order = order() else { return }
        let verb = below(3) == 0 ? "refund" : "capture"
        let milliseconds = operationMoments.milliseconds(chance)
        let run = try await shop.operation(verb, of: order, milliseconds: milliseconds)
        operationMoments.note(isHit: run.isKilled)
        if run.isKilled { operations += 1 }
    }

    /// Ends the network's day among open operations, and kills the reconciliation of its file.
    private mutating func killReconciliation() async throws {
        let milliseconds = reconciliationMoments.milliseconds(chance)
        let isKilled = try await shop.interruptedDay(milliseconds: milliseconds)
        reconciliationMoments.note(isHit: isKilled)
        if isKilled { reconciliations += 1 }
    }

    /// Kills the network within four milliseconds after a message of a payment, of its reversal, or of a
    /// capture.
    private mutating func killNetwork() async throws {
        let (kind, captured) = (below(3), order())
        let steps =
            switch kind {
            case 0: ["0420", "0430"]
            case 1: ["0220", "0220", "0230"]
            default: ["0800", "0100", "0100", "0110"]
            }
        try shop.networkProxy.arm(
            steps[Int(below(UInt64(steps.count)))],
            below(4) == 0 ? .before : .after,
            killing: shop.files(of: .network),
            microsecondsLater: Int(below(4_000))
        )
        if kind == 0 {
            try await shop.settlement()
        } else if kind == 1, let captured {
            try await shop.operation("capture", of: captured)
        } else {
            try await shop.checkout(scenario())
        }
        if try shop.networkProxy.disarm() { networks += 1 }
    }
}
