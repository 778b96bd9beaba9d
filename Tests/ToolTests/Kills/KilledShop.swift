import Foundation
import TestSupport
import Testing
import World

/// A shop and a card network whose programs are killed, and the comparison of what they recorded.
final class KilledShop {
    /// Where the shop keeps its orders.
    enum Orders {
        case sqlite, postgreSQL

        /// Those of this machine; other tests say that PostgreSQL is missing.
        static let here: [Orders] = PostgreSQLServer.isHere ? [.sqlite, .postgreSQL] : [.sqlite]
    }

    /// A process that is killed.
    enum Victim: CaseIterable {
        /// The checkout, or the settlement.
        case desk
        case network, both
    }

    /// After how many milliseconds a command is killed that nothing else kills.
    static let limit = 120_000

    let folder = ScratchFolder()
    /// Between the shop and the network.
    let networkProxy: KillingProxy
    /// Between the shop and its database; nil for SQLite.
    let databaseProxy: KillingProxy?
    private let network: SupervisedNetwork
    /// The connection string of the database on PostgreSQL.
    private let connectionString: String?
    /// The time of the next checkout. Later ones find the earlier ones due.
    private(set) var time = World.system.clock.now
    /// The orders that receipts named.
    private(set) var paidOrders: Set<Int> = []
    /// How many captures and refunds were found in settlement files.
    private var reconciled = 0
    /// How many were done when the last file was reconciled, and in none.
    private var awaiting = 0

    init(_ orders: Orders) async throws {
        network = try SupervisedNetwork(in: folder)
        networkProxy = try KillingProxy(
            .cardNetwork(host: network.address.host, port: network.address.port)
        )
        switch orders {
        case .sqlite: (databaseProxy, connectionString) = (nil, nil)
        case .postgreSQL:
            let server = try PostgreSQLServer.shared()
            databaseProxy = try KillingProxy(.postgreSQL(server))
            connectionString = server.newDatabase()
        }
        // The first one makes the databases.
        try await checkout().expectSuccess()
    }

    /// The files with the identifiers of victims.
    func files(of victim: Victim) -> [String] {
        switch victim {
        case .desk: [folder.path("desk.pid")]
        case .network: [network.identifierFile]
        case .both: [folder.path("desk.pid"), network.identifierFile]
        }
    }

    // MARK: Commands

    /// The address of the database, through its proxy.
    private var databaseAddress: String? {
        guard let databaseProxy, let name = connectionString?.split(separator: "=").last else {
            return nil
        }
        let host = databaseProxy.address.replacing("/", with: "%2F")
        return "postgresql://quince:\(PostgreSQLServer.password)@\(host)/\(name)"
    }

    /// The words of a checkout, in a folder of its own where several run at the same time.
    func checkoutCommand(_ scenario: String = "guide", out: String = "shop") -> String {
        let database = databaseAddress.map { " --database \($0)" } ?? ""
        return "checkout --json --scenario \(scenario) --network \(networkProxy.address) "
            + "--state network --out \(out)\(database) --at \(time.iso8601)"
    }

    var settlementCommand: String {
        let later = time.advanced(bySeconds: 3_600) ?? time
        return "server settle --json --config shop/server.json --at \(later.iso8601)"
    }

    /// The words of a capture or a refund of an order, which is the first one however often it runs.
    func operationCommand(_ words: String, of order: Int, amount: String? = nil) -> String {
        let part = amount.map { " --amount \($0)" } ?? ""
        return "server \(words) \(order) --json --config shop/server.json --number 1\(part) "
            + "--at \(time.iso8601)"
    }

    func reconciliationCommand(of file: String) -> String {
        "server reconcile \(file) --json --config shop/server.json"
    }

    /// A command whose process is the desk for ``files(of:)``, killed after some milliseconds at the
    /// latest.
    static func limited(_ words: String, milliseconds: Int = limit, tracer: String = "") -> String {
        "timeout --signal=KILL \(seconds(milliseconds)) \(tracer) "
            + "bash -c 'echo $$ >desk.pid; exec \"$QUINCE\" \(words)'"
    }

    /// A time as `timeout` reads it.
    static func seconds(_ milliseconds: Int) -> String {
        "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
    }

    /// Pays, some time after the checkout before.
    @discardableResult
    func checkout(
        _ scenario: String = "guide",
        milliseconds: Int = limit,
        tracer: String = ""
    ) async throws -> ProcessRun {
        passTime()
        let words = checkoutCommand(scenario)
        let run = try await ProcessRun.finished(
            Self.limited(words, milliseconds: milliseconds, tracer: tracer),
            in: folder.url
        )
        noteReceipts(run.results)
        return run
    }

    @discardableResult
    func settlement(milliseconds: Int = limit, tracer: String = "") async throws -> ProcessRun {
        let words = settlementCommand
        return try await ProcessRun.finished(
            Self.limited(words, milliseconds: milliseconds, tracer: tracer),
            in: folder.url
        )
    }

    /// Captures or refunds an order: the whole of orders with odd numbers, and a part of the others.
    @discardableResult
    func operation(
        _ verb: String,
        of order: Int,
        amount given: String? = nil,
        milliseconds: Int = limit
    ) async throws -> ProcessRun {
        passTime()
        let part = verb == "refund" ? "1.00" : order.isMultiple(of: 2) ? "5.00" : nil
        let words = operationCommand(verb, of: order, amount: given ?? part)
        return try await ProcessRun.finished(
            Self.limited(words, milliseconds: milliseconds),
            in: folder.url
        )
    }

    @discardableResult
    func reconciliation(
        of file: String,
        milliseconds: Int = limit,
        tracer: String = ""
    ) async throws -> ProcessRun {
        try await ProcessRun.finished(
            Self.limited(
                reconciliationCommand(of: file),
                milliseconds: milliseconds,
                tracer: tracer
            ),
            in: folder.url
        )
    }

    func passTime(seconds: Int64 = 60) { time = time.advanced(bySeconds: seconds) ?? time }

    /// Remembers the orders of receipts, one JSON object a line. The last line may be cut off.
    func noteReceipts(_ results: String) {
        for line in results.split(separator: "\n") {
            guard let read = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
                let receipt = read as? [String: Any], receipt["verdict"] as? String == "paid",
                let number = receipt["orderNumber"] as? Int
            else { continue }
            #expect(paidOrders.insert(number).inserted, "two receipts of order \(number)")
        }
    }

    // MARK: The end

    /// Settles as an operator does, until nothing is open and the network can be reached.
    func settleAll() async throws {
        var last: ProcessRun?
        for _ in 0..<10 {
            passTime(seconds: 3_600)
            let run = try await settlement()
            if run.status == 0 { return try await waitForNetwork() }
            last = run
            if run.status == 2 { try await waitForNetwork() }
        }
        Issue.record("something stays open: \(last?.results ?? "")\(last?.remarks ?? "")")
    }

    /// Waits until the network, which was killed, can be reached again.
    func waitForNetwork() async throws {
        let place = "/dev/tcp/\(network.address.host)/\(network.address.port)"
        let run = try await ProcessRun.finished(
            "until (exec 3<>\(place)) 2>/dev/null; do sleep 0.01; done",
            in: folder.url
        )
        run.expectSuccess()
    }

    struct Found {
        /// How many authorizations there are in each state.
        let states: [String: Int]
        /// How many payments the network knows.
        let payments: Int
        let orders: Set<Int>
        /// How many captures and refunds are done.
        let operations: Int
        let problems: [String]
    }

    /// Another program's comparison of the two databases. Nothing is open, lost or doubled.
    @discardableResult
    func compare(_ comment: Comment? = nil) async throws -> Found {
        let orders = connectionString ?? folder.path("shop/orders.sqlite")
        let script = Repository.root.appending(path: "Tests/Oracles/compare-money.py").path
        let run = try await ProcessRun.finished(
            "PSQL=\(PostgreSQLServer.psql) python3 \(script) '\(orders)' network/network.sqlite",
            in: folder.url
        )
        let read = try? JSONSerialization.jsonObject(with: Data(run.results.utf8))
        let values = try #require(read as? [String: Any], "\(run.remarks)")
        let found = Found(
            states: try #require(values["states"] as? [String: Int]),
            payments: try #require(values["payments"] as? Int),
            orders: Set(try #require(values["orders"] as? [Int])),
            operations: try #require(values["operations"] as? Int),
            problems: try #require(values["problems"] as? [String])
        )
        #expect(found.problems == [], comment)
        #expect(paidOrders.isSubset(of: found.orders), "a receipt is of no order")
        return found
    }

    /// Ends the network's day, and kills the reconciliation after some milliseconds at the latest. Then
    /// settles what is open, and reconciles the same file again.
    ///
    /// - Returns: Whether the reconciliation was killed.
    func interruptedDay(milliseconds: Int) async throws -> Bool {
        let settled = try await ProcessRun.finished(
            "$QUINCE sandbox settle --state network >settlement",
            in: folder.url
        )
        settled.expectSuccess()
        let run = try await reconciliation(of: "settlement", milliseconds: milliseconds)
        try await settleAll()
        try await checkAgreement()
        return run.isKilled
    }

    /// Ends the network's day, and reconciles its file with the desk: they agree, and each capture and
    /// refund that is done was found in the file or in an earlier one.
    /// Before that, `disturb` is called with the file in place until it returns false.
    func endDay(
        _ comment: Comment? = nil,
        disturb: () async throws -> Bool = { false }
    ) async throws {
        let operations = try await compare(comment).operations
        let settled = try await ProcessRun.finished(
            "$QUINCE sandbox settle --state network >settlement",
            in: folder.url
        )
        settled.expectSuccess()
        while try await disturb() {}
        try await checkAgreement()
        #expect(reconciled == operations && awaiting == 0, comment)
    }

    /// Reconciles the file of the day, which agrees with the desk.
    private func checkAgreement() async throws {
        let run = try await reconciliation(of: "settlement")
        run.expectSuccess()
        let read = try? JSONSerialization.jsonObject(with: Data(run.results.utf8))
        let report = try #require(read as? [String: Any], "\(run.remarks)")
        #expect(report["verdict"] as? String == "agrees", "\(run.results)")
        let entries = try #require(report["entries"] as? Int)
        #expect(report["matched"] as? Int == entries)
        reconciled += entries
        awaiting = try #require(report["awaiting"] as? Int)
        let again = try await reconciliation(of: "settlement")
        again.expectSuccess()
        #expect(again.results == run.results)
    }
}

extension ProcessRun {
    /// Whether the process was killed. `timeout` ends in the same way, and so does its shell.
    var isKilled: Bool { [SIGKILL, 128 + SIGKILL].contains(status) }

    /// Expects that the process did what it was asked to do, or shows what it said.
    func expectSuccess(at place: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(results)\(remarks)", sourceLocation: place)
    }
}
