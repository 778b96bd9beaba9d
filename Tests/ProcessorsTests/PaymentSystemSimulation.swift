import CardAccounts
import CardNetwork
import ISO8583
import Money
import Payments
import Storage
import TestSupport
import World

@testable import Processors

/// Two merchant's servers on one database, their connections to a card network, its switch and its
/// issuers, in virtual time, drawn from one seed.
///
/// The product runs: `PaymentDesk` with its real tables in memory, `CardNetworkAcquirer`,
/// `AcquirerConnection`, the bytes of ISO 8583, and `CardNetwork` with its ledger. Simulated are the
/// clocks, the disks' faults, the TCP connections, and who pays when.
///
/// For 15 minutes messages are lost, doubled, delayed and reordered, connections end, disks fail,
/// clocks jump, and servers and the network crash. Then nothing fails any more, and everything must
/// settle.
struct PaymentSystemSimulation {
    /// A connection of a process.
    struct Link: Hashable {
        let process: Int
        let number: AcquirerConnection.ConnectionNumber
    }

    enum Event {
        case start(server: Int)
        case crash(server: Int)
        case jump(server: Int, seconds: Int64)
        case sweep(process: Int)
        case tick(process: Int)
        case connection(process: Int, AcquirerConnection.Event)
        case opened(Link)
        case atNetwork(Link, [UInt8])
        case atServer(Link, [UInt8])
        case silence(Link)
        case transact(process: Int, WaitingTransaction)
        case networkCrash
        case networkStart
        case networkWork
        case networkDiskFull(Bool)
        case buy(cart: Int)
        case submit(Int)
        case want(OrderID, OperationKind, Int64)
    }

    static let start = UnixTime(seconds: 1_772_323_199)
    static let minute: UInt64 = 60_000
    static let calm = 15 * minute
    /// Most submissions are made once more at these times, so that each has a last answer.
    static let lastSubmissions = [46 * minute, 54 * minute]
    static let end = 58 * minute
    static let merchantIdentifier = "merchant.com.example"

    let bug: PlantedBug?
    let executor = SimulationExecutor()
    let mailbox = SimulationMailbox()
    let setting: SimulationSetting
    let disk: SimulatedDisk
    let network: CardNetwork
    let networkClock = SimulatedClock(startingAt: Self.start)
    var queue: EventQueue<Event>

    var processes: [SimulatedProcess] = []
    /// The process of each server that runs.
    var running: [Int?] = [nil, nil]
    /// How far each server's clock differs from the true time.
    var clockErrors: [Int64] = [0, 0]
    private var lastSet: UnixTime?
    var links: [Link: Bool] = [:]
    var isNetworkUp = true
    var isNetworkDiskFull = false

    var devices: [DeviceAccount] = []
    var prices: [Int64] = []
    var counters: [UInt16] = [0, 0, 0]
    var submissions: [SimulatedSubmission] = []
    /// The credentials of the carts that are paid later, without a customer.
    var bills: [Int: CredentialID] = [:]
    /// The submissions whose credential is billed.
    var billed: Set<Int> = []
    var hasWishes: Set<OrderID> = []
    /// The submissions that are made until they have a last answer.
    var insistent: [Int] = []

    var lastEntry: Int64 = 0
    /// When each message was asked for.
    var asked: [String: [UInt64]] = [:]
    /// How often one message was asked for at most.
    var mostInAMinute = 0
    var mostInAll = 0
    var counts: [String: Int] = [:]
    var log: [String] = []
    var fault: String?

    init(seed: UInt64, bug: PlantedBug? = nil) async throws {
        self.bug = bug
        setting = try SimulationSetting()
        disk = try SimulatedDisk()
        queue = EventQueue(seed: seed)
        network = try CardNetwork(
            in: MemoryDatabase([CardNetwork.migrations]),
            world: World(clock: networkClock, randomness: SeededRandomness(seed: seed)),
            key: setting.digestKey
        )
        for number in ["4111111111111111", "4012888888881881", "4242424242424242"] {
            let card = PaymentCard(number: number, expirationDate: "351231", scheme: .visa)
            guard let card else { continue }
            devices.append(try await network.provision(card, availableMinorUnits: 3_000_000))
            prices.append(price())
        }
        for server in 0..<2 {
            queue.schedule(.start(server: server), within: 5_000)
            for _ in 0..<3 {
                if queue.happens(percent: 60) {
                    queue.schedule(.crash(server: server), within: Self.calm)
                }
                if queue.happens(percent: 50) {
                    let seconds = Int64(queue.number(below: 800)) - 400
                    queue.schedule(.jump(server: server, seconds: seconds), within: Self.calm)
                }
            }
        }
        for _ in 0..<2 where queue.happens(percent: 70) {
            queue.schedule(.networkCrash, within: Self.calm)
        }
        if queue.happens(percent: 50) {
            queue.schedule(.networkDiskFull(true), within: Self.calm)
            queue.schedule(.networkDiskFull(false), within: Self.calm)
        }
        queue.schedule(.networkWork, after: 5_000)
        for cart in prices.indices {
            queue.schedule(.buy(cart: cart), within: 10 * Self.minute)
        }
    }

    var isCalm: Bool { queue.now >= Self.calm }
    var now: UnixTime { Self.start.advanced(bySeconds: Int64(queue.now / 1_000)) ?? Self.start }

    /// Runs to the end.
    ///
    /// - Returns: What was broken first, with the last events; nil if nothing was.
    mutating func run() async throws -> String? {
        var rounds = Self.lastSubmissions[...]
        while fault == nil, queue.now < Self.end, let event = queue.next() {
            if let round = rounds.first, queue.now >= round {
                rounds.removeFirst()
                askForLastAnswers(isFirst: rounds.count == 1)
            }
            setClocks()
            try await handle(event)
            runTasks()
        }
        if fault == nil { await checkEnd() }
        let problem = fault
        stop()
        return problem.map { "\($0)\n  " + log.joined(separator: "\n  ") }
    }

    /// Ends every task, so that nothing is left of the simulation.
    private mutating func stop() {
        for process in processes.indices { end(process) }
        runTasks()
        while let event = queue.next() {
            guard case .transact(let process, let transaction) = event else { continue }
            transact(process, transaction)
            runTasks()
        }
    }

    mutating func runTasks() {
        while true {
            executor.runUntilIdle()
            let letters = mailbox.takeAll()
            if letters.isEmpty { return }
            for letter in letters { open(letter) }
        }
    }

    mutating func handle(_ event: Event) async throws {
        switch event {
        case .start(let server): start(server)
        case .crash(let server):
            if let process = running[server], !isCalm {
                note("server \(server) crashes")
                count("crashes")
                end(process)
                queue.schedule(.start(server: server), within: 30_000)
            }
        case .jump(let server, let seconds):
            if !isCalm {
                note("the clock of server \(server) jumps by \(seconds) s")
                count("jumps")
                clockErrors[server] += seconds
                lastSet = nil
                setClocks()
            }
        case .sweep(let process): sweep(process)
        case .tick(let process):
            guard processes[process].isAlive else { return }
            feed(process, .timePassed)
            queue.schedule(.tick(process: process), after: isCalm ? 10_000 : 3_000)
        case .connection(let process, let event): feed(process, event)
        case .opened(let link): opened(link)
        case .atNetwork(let link, let frame): try await answer(frame, from: link)
        case .atServer(let link, let frame): receive(frame, on: link)
        case .silence(let link):
            guard !isCalm, links[link] != nil else { return }
            count("silent connections")
            links[link] = false
        case .transact(let process, let transaction): transact(process, transaction)
        case .networkCrash:
            if isNetworkUp, !isCalm { crashNetwork() }
        case .networkStart: isNetworkUp = true
        case .networkDiskFull(let isFull): isNetworkDiskFull = isFull && !isCalm
        case .networkWork:
            if isNetworkUp { await network.runDueWork() }
            try await checkLedger()
            queue.schedule(.networkWork, after: isCalm ? 60_000 : 10_000)
        case .buy(let cart):
            if let credential = bills[cart] { charge(credential, for: cart) } else { buy(cart) }
        case .submit(let index): submit(index)
        case .want(let order, let kind, let amount): want(order, kind, amount)
        }
    }

    // MARK: Time, chance and notes

    private mutating func setClocks() {
        guard now != lastSet else { return }
        lastSet = now
        networkClock.advance(bySeconds: now.seconds - networkClock.now.seconds)
        for process in running.compactMap({ $0 }) {
            let shown = now.seconds + clockErrors[processes[process].server]
            let clock = processes[process].clock
            clock.advance(bySeconds: shown - clock.now.seconds)
        }
    }

    mutating func happens(_ percent: UInt64) -> Bool {
        !isCalm && queue.happens(percent: percent)
    }

    mutating func count(_ what: String) { counts[what, default: 0] += 1 }

    mutating func note(_ text: String) {
        log.append("\(queue.now / 1_000).\(queue.now % 1_000 / 100) s: \(text)")
        if log.count > 60 { log.removeFirst(20) }
    }

    mutating func report(_ problem: String) {
        if fault == nil { fault = problem + ", at \(queue.now / 1_000) s" }
    }
}
