import Foundation
import TestSupport
import Testing
import World

/// Checkouts over a card network, in which the checkout, the network or the settlement is killed at
/// a random moment by a signal that nothing can answer.
///
/// `QUINCE_KILLS=1000` kills as often, and prints what it came to; `QUINCE_KILL_SEED` is the seed.
@Suite("Payments over a card network that are killed")
struct NetworkKillTests {
    static let environment = ProcessInfo.processInfo.environment
    static let kills = environment["QUINCE_KILLS"].flatMap(Int.init) ?? 30
    static let seed = environment["QUINCE_KILL_SEED"].flatMap(UInt64.init) ?? 11

    @Test func `are each paid once or not at all, and nothing is left open`() throws {
        var run = try KilledPayments(seed: Self.seed)
        try run.measure()
        while run.killed < Self.kills, run.count < 8 * Self.kills {
            switch run.below(10) {
            case 0: try run.killNetwork()
            case 1: try run.killSettlement()
            default: try run.killCheckout()
            }
        }
        #expect(run.killed >= Self.kills, "too few moments were in time")
        try run.checkout("")
        try run.settle()
        let found = try run.compare()
        if Self.environment["QUINCE_KILLS"] != nil { print("\(run.summary): \(found.text)") }
        #expect(found.problems == [], "seed \(Self.seed)")
        #expect(run.paidOrders.isSubset(of: found.orders), "a receipt is of no order")
        #expect(!run.paidOrders.isEmpty)
        let settled = try run.command("sandbox settle --state network")
        #expect(settled.status == 0 && settled.results.hasSuffix("end,2\n"), "nothing is captured")
    }
}

/// One shop and one network, and what was killed.
private struct KilledPayments {
    let folder = ScratchFolder()
    private let chance: SeededRandomness
    private var network: NetworkProcess
    /// A checkout's usual time, in milliseconds.
    private var usual: UInt64 = 200
    /// The time of the next checkout. Later ones find the earlier ones due.
    private var time = World.system.clock.now
    private(set) var count = 0
    private(set) var killedCheckouts = 0
    private(set) var killedNetworks = 0
    private(set) var killedSettlements = 0
    /// The orders that receipts named.
    private(set) var paidOrders: Set<Int> = []

    var killed: Int { killedCheckouts + killedNetworks + killedSettlements }
    var summary: String {
        "killed \(killedCheckouts) checkouts, \(killedNetworks) networks and "
            + "\(killedSettlements) settlements of \(count); \(paidOrders.count) receipts"
    }

    init(seed: UInt64) throws {
        chance = SeededRandomness(seed: seed)
        network = try NetworkProcess(["--state", folder.path("network")])
    }

    private var address: String { "\(network.address.host):\(network.address.port)" }

    func below(_ bound: UInt64) -> UInt64 { chance.number(below: bound) }

    /// A moment within a time in milliseconds, in seconds. Most of the moments are in the second half,
    /// which is when a checkout pays.
    private func moment(within limit: UInt64) -> String {
        let milliseconds = 1 + (below(4) == 0 ? below(limit) : limit / 2 + below(limit - limit / 2))
        return "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
    }

    func command(_ words: String) throws -> ProcessRun {
        try ProcessRun("$QUINCE \(words)", in: folder.url)
    }

    /// Learns how long a checkout takes on this machine now.
    mutating func measure() throws {
        // The first one also makes the databases.
        try checkout("")
        let start = ContinuousClock.now
        #expect(try checkout("").status == 0)
        let taken = start.duration(to: .now).components
        usual = UInt64(taken.seconds) * 1_000 + UInt64(taken.attoseconds / 1_000_000_000_000_000)
    }

    /// Pays, with a command before the tool that kills something.
    @discardableResult
    mutating func checkout(_ before: String) throws -> ProcessRun {
        count += 1
        time = time.advanced(bySeconds: 60) ?? time
        let scenario = ["guide", "china", "shinobi"][Int(below(3))]
        let run = try ProcessRun(
            "\(before) $QUINCE checkout --json --scenario \(scenario) --network \(address) "
                + "--state network --out shop --at \(time.iso8601)",
            in: folder.url
        )
        let receipt = try? JSONSerialization.jsonObject(with: Data(run.results.utf8))
        if let receipt = receipt as? [String: Any], receipt["verdict"] as? String == "paid",
            let number = receipt["orderNumber"] as? Int
        {
            paidOrders.insert(number)
        }
        return run
    }

    mutating func killCheckout() throws {
        if try checkout("timeout --signal=KILL \(moment(within: usual * 5 / 4))").isKilled {
            killedCheckouts += 1
        }
    }

    /// Kills the network in a checkout, and starts it again where it was. The checkout ends by itself,
    /// or is killed too.
    mutating func killNetwork() throws {
        let killing = "(sleep \(moment(within: usual)); kill -KILL \(network.identifier)) & "
        if try checkout(killing + "timeout --signal=KILL 2").isKilled { killedCheckouts += 1 }
        network.kill()
        killedNetworks += 1
        network = try NetworkProcess(["--state", folder.path("network"), "--listen", address])
    }

    mutating func killSettlement() throws {
        count += 1
        let run = try ProcessRun(
            "timeout --signal=KILL \(moment(within: usual / 2)) $QUINCE \(settlement)",
            in: folder.url
        )
        if run.isKilled { killedSettlements += 1 }
    }

    private var settlement: String {
        let later = time.advanced(bySeconds: 3_600) ?? time
        return "desk settle --json --database shop/orders.sqlite --network \(address) "
            + "--at \(later.iso8601)"
    }

    /// Settles as an operator does, until nothing is open.
    mutating func settle() throws {
        for _ in 0..<10 {
            time = time.advanced(bySeconds: 3_600) ?? time
            let run = try command(settlement)
            if run.status == 0 { break }
            #expect(run.status == 1, "\(run.remarks)")
        }
        let list = try command("desk list --json --database shop/orders.sqlite")
        #expect(list.status == 0 && list.results == "{\"open\":[]}\n", "\(list.results)")
    }

    struct Found {
        let text: String
        let orders: Set<Int>
        let problems: [String]
    }

    /// Another program's comparison of the two databases.
    func compare() throws -> Found {
        let answer = try Program(at: URL(filePath: "/usr/bin/python3")).run([
            Repository.root.appending(path: "Tests/Oracles/compare-money.py").path,
            folder.path("shop/orders.sqlite"), folder.path("network/network.sqlite"),
        ])
        let read = try JSONSerialization.jsonObject(with: answer.output) as? [String: Any]
        let found = try #require(read, "\(answer.complaint)")
        return Found(
            text: "\(try #require(found["states"])), \(try #require(found["payments"])) payments",
            orders: Set(try #require(found["orders"] as? [Int])),
            problems: try #require(found["problems"] as? [String])
        )
    }
}

extension ProcessRun {
    /// Whether `timeout` killed the tool; it then ends in the same way, and so does its shell.
    fileprivate var isKilled: Bool { [SIGKILL, 128 + SIGKILL].contains(status) }
}
