import Foundation
import TestSupport
import Testing

/// Payments and settlements that are killed at each message to or from the card network, at each commit
/// of the database, and at each flush of it.
///
/// `QUINCE_KILLS=1` adds the points that take longest.
@Suite("A payment over a card network that is killed at a point", .serialized)
struct NetworkKillPointTests {
    static let isLong = NetworkKillTests.askedKills != nil
    static let strace = "/usr/bin/strace"
    /// A container may forbid to trace processes.
    static let canTrace =
        Shell.output(of: "\(strace) -f -qq -o /dev/null echo traced", in: Repository.root)
        == "traced\n"

    /// A message, and what is killed when it passes.
    struct Point: CustomTestStringConvertible {
        let step: String
        let number: Int
        let moment: KillingProxy.Moment
        let victim: KilledShop.Victim

        var testDescription: String { "\(victim) killed \(moment) message \(step) no. \(number)" }

        /// Whether the desk is killed before it can end by itself.
        var endsDesk: Bool {
            victim != .network && (step, number, moment) != ("0810", 2, .after)
        }

        /// Points at sign-on, at a message with its answer, and at sign-off. A killed network takes time
        /// to be reached again.
        static func all(around message: String, _ answer: String) -> [Point] {
            let steps = [
                ("0800", 1), ("0810", 1), (message, 1), (answer, 1), ("0800", 2), ("0810", 2),
            ]
            return steps.flatMap { step, number in
                KillingProxy.Moment.allCases.flatMap { moment in
                    KilledShop.Victim.allCases.filter { victim in
                        isLong || victim == .desk || (victim == .network && step == message)
                    }.map { Point(step: step, number: number, moment: moment, victim: $0) }
                }
            }
        }

        func arm(_ shop: KilledShop) throws {
            try shop.networkProxy.arm(step, number: number, moment, killing: shop.files(of: victim))
        }
    }

    @Test(arguments: KilledShop.Orders.here)
    func `is settled, whichever message of the payment was the last`(
        orders: KilledShop.Orders
    ) async throws {
        let shop = try await KilledShop(orders)
        var before = try await shop.compare()
        for point in Point.all(around: "0100", "0110") {
            try point.arm(shop)
            let run = try await shop.checkout()
            #expect(try shop.networkProxy.disarm(), "\(point.testDescription): not reached")
            #expect(run.isKilled || !point.endsDesk, "\(point.testDescription)")
            let after = try await settle(shop, point.testDescription)
            if point.victim == .desk, point.moment == .before {
                // Before sign-on there is nothing, and from the sign-off on there is an order.
                let state: String? =
                    ["0100", "0110"].contains(point.step)
                    ? "reversed" : point.number == 2 ? "approved" : nil
                for name in ["reversed", "approved"] {
                    let change = after.states[name, default: 0] - before.states[name, default: 0]
                    #expect(change == (name == state ? 1 : 0), "\(point.testDescription): \(name)")
                }
            }
            before = after
        }
        try await shop.endDay()
    }

    @Test(arguments: KilledShop.Orders.here)
    func `is reversed, whichever message of the reversal was the last`(
        orders: KilledShop.Orders
    ) async throws {
        let shop = try await KilledShop(orders)
        var reversed = 0
        for point in Point.all(around: "0420", "0430") {
            try await leaveOpen(shop)
            shop.passTime(seconds: 600)
            try point.arm(shop)
            let run = try await shop.settlement()
            #expect(try shop.networkProxy.disarm(), "\(point.testDescription): not reached")
            #expect(run.isKilled || !point.endsDesk, "\(point.testDescription)")
            reversed += 1
            let after = try await settle(shop, point.testDescription)
            #expect(after.states["reversed"] == reversed, "\(point.testDescription)")
        }
    }

    @Test(arguments: KilledShop.Orders.here)
    func `is captured once, whichever message of the capture was the last`(
        orders: KilledShop.Orders
    ) async throws {
        let shop = try await KilledShop(orders)
        for (index, point) in Point.all(around: "0220", "0230").enumerated() {
            try await shop.checkout()
            let order = try #require(shop.paidOrders.max())
            try point.arm(shop)
            let run = try await shop.operation("capture", of: order)
            #expect(try shop.networkProxy.disarm(), "\(point.testDescription): not reached")
            #expect(run.isKilled || !point.endsDesk, "\(point.testDescription)")
            try await settle(shop, point.testDescription)
            // The first capture again: it is sent only where it was not before.
            try await shop.operation("capture", of: order).expectSuccess()
            let found = try await settle(shop, point.testDescription)
            #expect(found.operations == index + 1, "\(point.testDescription)")
        }
        try await shop.endDay()
    }

    @Test(arguments: KilledShop.Orders.here)
    func `has the rest of its hold released, whichever message of the release was the last`(
        orders: KilledShop.Orders
    ) async throws {
        let shop = try await KilledShop(orders)
        for point in Point.all(around: "0420", "0430") {
            try await shop.checkout()
            let order = try #require(shop.paidOrders.max())
            try point.arm(shop)
            let run = try await shop.operation("capture --final", of: order, amount: "5.00")
            #expect(try shop.networkProxy.disarm(), "\(point.testDescription): not reached")
            #expect(run.isKilled || !point.endsDesk, "\(point.testDescription)")
            try await settle(shop, point.testDescription)
            try await shop.operation("capture --final", of: order, amount: "5.00").expectSuccess()
            try await settle(shop, point.testDescription)
        }
        try await shop.endDay()
    }

    @Test(.enabled(if: canTrace, "strace is not installed, or may not trace"))
    func `is reconciled, whichever flush of the reconciliation was the last`() async throws {
        let shop = try await KilledShop(.sqlite)
        for _ in 1...3 {
            try await shop.checkout()
            let order = try #require(shop.paidOrders.max())
            try await shop.operation("capture", of: order).expectSuccess()
        }
        var kills = 0
        // What was done before a kill is not done again, so that the first flush is another one.
        try await shop.endDay {
            let tracer =
                "\(Self.strace) -f -qq -o strace.out -P \(shop.folder.path("shop/orders.sqlite-wal")) "
                + "-e trace=fdatasync -e inject=fdatasync:signal=KILL:when=\(max(1, kills - 2))"
            let isKilled = try await shop.reconciliation(of: "settlement", tracer: tracer).isKilled
            kills += isKilled ? 1 : 0
            return isKilled
        }
        #expect(kills >= 3, "the settlement, its entries, and its end")
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `is settled, whichever commit of the payment was the last`() async throws {
        let shop = try await KilledShop(.postgreSQL)
        let commits = try await killAtEachCommit(of: shop, Self.commitMoments + Self.laterMoments) {
            try await shop.checkout()
        }
        #expect(commits >= 2, "the charge before it is sent, and its answer with the order")
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `is reversed, whichever commit of the reversal was the last`() async throws {
        let shop = try await KilledShop(.postgreSQL)
        let commits = try await killAtEachCommit(
            of: shop,
            Self.commitMoments + (Self.isLong ? Self.laterMoments : [])
        ) {
            try await leaveOpen(shop)
            shop.passTime(seconds: 600)
        } run: {
            try await shop.settlement()
        }
        #expect(commits >= 3, "the lease, the reversal, and its answer")
    }

    @Test(.enabled(if: canTrace, "strace is not installed, or may not trace"))
    func `is settled, whichever flush or write of the payment was the last`() async throws {
        let shop = try await KilledShop(.sqlite)
        let flushes = try await killAtEach("fdatasync", of: shop) {
            try await shop.checkout(tracer: $0)
        }
        #expect(flushes >= 2, "what is sent, and its answer with the order")
        let writes = try await killAtEach("pwrite64", of: shop) {
            try await shop.checkout(tracer: $0)
        }
        #expect(writes >= flushes, "what a flush writes is written before")
    }

    // MARK: The parts

    /// The commit has not reached the server, or its answer has not reached the client.
    private static let commitMoments: [(step: String, moment: KillingProxy.Moment)] = [
        ("COMMIT", .before), ("COMMITTED", .before),
    ]
    /// The moments at which the client's or the server's own act decides the result.
    private static let laterMoments: [(step: String, moment: KillingProxy.Moment)] = [
        ("COMMIT", .after), ("COMMITTED", .after),
    ]

    /// Leaves a payment that the network approved and whose desk did not get the answer.
    private func leaveOpen(_ shop: KilledShop) async throws {
        try shop.networkProxy.arm("0110", .before, killing: shop.files(of: .desk))
        #expect(try await shop.checkout().isKilled)
        #expect(try shop.networkProxy.disarm())
    }

    @discardableResult
    private func settle(_ shop: KilledShop, _ point: String) async throws -> KilledShop.Found {
        try await shop.settleAll()
        return try await shop.compare("\(point)")
    }

    /// Kills the first run at its first commit, the second at its second, and so on, until a run has
    /// fewer.
    ///
    /// - Returns: How many commits a run has.
    private func killAtEachCommit(
        of shop: KilledShop,
        _ moments: [(step: String, moment: KillingProxy.Moment)],
        after prepare: () async throws -> Void = {},
        run: () async throws -> ProcessRun
    ) async throws -> Int {
        let proxy = try #require(shop.databaseProxy)
        var commits = 0
        for (step, moment) in moments {
            for number in 1... {
                try await prepare()
                try proxy.arm(step, number: number, moment, killing: shop.files(of: .desk))
                let run = try await run()
                let isReached = try proxy.disarm()
                #expect(run.isKilled == isReached || moment == .after)
                try await settle(shop, "killed \(moment) \(step) no. \(number)")
                guard isReached else { break }
                commits = number
                try #require(number < 100)
            }
        }
        return commits
    }

    /// Kills the first run at its first call of the system with the database, and so on.
    ///
    /// - Returns: How many calls a run has.
    private func killAtEach(
        _ call: String,
        of shop: KilledShop,
        run: (String) async throws -> ProcessRun
    ) async throws -> Int {
        let log = shop.folder.path("shop/orders.sqlite-wal")
        for number in 1..<1_000 {
            let run = try await run(
                "\(Self.strace) -f -qq -o strace.out -P \(log) -e trace=\(call) "
                    + "-e inject=\(call):signal=KILL:when=\(number)"
            )
            try await settle(shop, "killed at \(call) no. \(number)")
            guard run.isKilled else {
                run.expectSuccess()
                return number - 1
            }
        }
        return 1_000
    }
}
