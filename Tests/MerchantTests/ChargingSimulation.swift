import Charging
import SQLite
import Storage
import TestSupport
import World

/// Ten shoppers, one merchant, one processor, and a network that loses, doubles and delays.
///
/// Method: run the real `ChargeStateMachine` and the real `ChargeStore` on a real file against a model
/// processor, in virtual time, with the merchant's program killed twice, until nothing is left to
/// happen. Safety is checked after every event, truth at the end.
struct ChargingSimulation {
    enum Event {
        case click(cart: Int, token: Int)
        case atDesk(Int, ChargeStateMachine.Event)
        case atProcessor(desk: Int, cart: Int, IdempotencyKey)
        case crash
    }

    struct Desk {
        let cart: Int, token: Int
        var desk = ChargeStateMachine()
        var operation: ChargeOperation?
        var told: [OperationState] = []
    }

    static let carts = 10

    let folder = ScratchFolder()
    let seed: UInt64
    let store: ChargeStore
    var database: Database
    var queue: EventQueue<Event>
    var processor = ModelProcessor()
    var desks: [Int: Desk] = [:]
    var desksOpened = 0
    var operations: [ChargeOperation] = []
    var trace: [String] = []

    init(seed: UInt64) async throws {
        self.seed = seed
        let start = UnixTime(seconds: 1_764_000_000)
        store = ChargeStore(world: .simulated(seed: seed, startingAt: start))
        database = try await Self.open(folder)
        queue = EventQueue(randomness: SeededRandomness(seed: seed))
        for cart in 0..<Self.carts {
            queue.schedule(.click(cart: cart, token: 0), within: 60_000)
            // An impatient shopper clicks twice; another pays one cart from two devices.
            if queue.happens(percent: 30) {
                queue.schedule(.click(cart: cart, token: 0), within: 60_000)
            }
            if queue.happens(percent: 30) {
                queue.schedule(.click(cart: cart, token: 1), within: 120_000)
            }
        }
        for _ in 0..<2 { queue.schedule(.crash, within: 120_000) }
    }

    static func open(_ folder: ScratchFolder) async throws(DatabaseRefusal) -> Database {
        try await Database(path: folder.path("merchant.db"), migrations: [ChargeStore.migrations])
    }

    /// Runs to the end, and says what was broken first, if anything was.
    mutating func run() async throws -> String? {
        while let event = queue.next() {
            switch event {
            case .click(let cart, let token):
                desks[desksOpened] = Desk(cart: cart, token: token)
                queue.schedule(.atDesk(desksOpened, .paid), within: 10)
                desksOpened += 1
            case .atDesk(let number, let event):
                let actions = desks[number]?.desk.handle(event) ?? []
                for action in actions { try await perform(action, at: number) }
            case .atProcessor(let desk, let cart, let key):
                send(.atDesk(desk, .answered(processor.authorize(cart: cart, key: key))))
            case .crash:
                desks = [:]
                database = try await Self.open(folder)
            }
            for cart in 0..<Self.carts where processor.holds[cart, default: 0] > 1 {
                return "cart \(cart) was charged twice at \(queue.now) ms"
            }
        }
        return try await untruth()
    }

    mutating func perform(_ action: ChargeStateMachine.Action, at number: Int) async throws {
        guard var desk = desks[number] else { return }
        switch action {
        case .record(.prepared):
            let (cart, token) = (desk.cart, desk.token)
            let charge = try ChargingBench.charge(
                "cart \(cart)",
                token: UInt8(cart * 10 + token)
            )
            do throws(ChargeFailure) {
                let operation = try await database.write {
                    [store] transaction throws(ChargeFailure) in
                    try store.prepare(charge, accountSuffix: "5104", in: transaction)
                }
                desk.operation = operation
                operations.append(operation)
            } catch {
                trace.append("cart \(cart), token \(token): \(error)")
                desks[number] = nil
                return
            }
            queue.schedule(.atDesk(number, .recorded(.prepared)), within: 10)
        case .record(let state):
            guard let operation = desk.operation else { return }
            try await database.write { [store] transaction throws(ChargeFailure) in
                _ = try store.record(state, of: operation.id, in: transaction)
            }
            queue.schedule(.atDesk(number, .recorded(state)), within: 10)
        case .ask(let request):
            guard let key = desk.operation?.idempotencyKey else { return }
            ask(request, key, desk.cart, at: number)
        case .tell(let state):
            desk.told.append(state)
            trace.append("cart \(desk.cart), token \(desk.token): \(state)")
        }
        desks[number] = desk
    }

    mutating func ask(_ request: Int, _ key: IdempotencyKey, _ cart: Int, at desk: Int) {
        if queue.happens(percent: 20) {
            let refused = ChargeStateMachine.Event.failed(.notSent, request: request)
            queue.schedule(.atDesk(desk, refused), within: 100)
            return
        }
        send(.atProcessor(desk: desk, cart: cart, key))
        let overdue = ChargeStateMachine.Event.failed(.outcomeUnknown, request: request)
        queue.schedule(.atDesk(desk, overdue), after: 10_000)
    }

    /// Crosses the network: perhaps lost, perhaps doubled, always late.
    mutating func send(_ event: Event) {
        if queue.happens(percent: 30) { return }
        queue.schedule(event, within: 30_000)
        if queue.happens(percent: 20) { queue.schedule(event, within: 30_000) }
    }

    /// What the records say at the end that is not so.
    func untruth() async throws -> String? {
        for desk in desks.values where desk.told.count != 1 {
            return "cart \(desk.cart) was told \(desk.told.count) times"
        }
        return try await database.read {
            [store, operations, processor] snapshot throws(ChargeFailure) in
            for operation in operations {
                let state = try store.operation(operation.id, in: snapshot).state
                let truth = processor.answers[operation.idempotencyKey]
                let isTrue =
                    switch state {
                    case .prepared, .notSent: truth == nil
                    case .sent, .unknown: true
                    case .approved, .declined: truth.map(OperationState.init) == state
                    }
                if !isTrue { return "\(operation.idempotencyKey) is not \(state)" }
            }
            return nil
        }
    }
}

/// A processor as its contract reads: one hold for a key, the same answer every time.
struct ModelProcessor {
    private(set) var holds: [Int: Int] = [:]
    private(set) var answers: [IdempotencyKey: AuthorizationAnswer] = [:]
    var honoursKeys = true

    mutating func authorize(cart: Int, key: IdempotencyKey) -> AuthorizationAnswer {
        if honoursKeys, let before = answers[key] { return before }
        let answer: AuthorizationAnswer =
            cart.isMultiple(of: 4)
            ? .declined(.insufficientFunds)
            : .approved(authorizationCode: "A\(cart)", networkReference: "N\(answers.count)")
        answers[key] = answer
        if case .approved = answer { holds[cart, default: 0] += 1 }
        return answer
    }
}

/// Events in virtual time, drawn from one seed. Units: milliseconds.
struct EventQueue<Event> {
    private var waiting: [(time: UInt64, order: Int, event: Event)] = []
    private var scheduled = 0
    private let randomness: SeededRandomness
    private(set) var now: UInt64 = 0

    init(randomness: SeededRandomness) { self.randomness = randomness }

    func happens(percent: UInt64) -> Bool { randomness.number(below: 100) < percent }

    mutating func schedule(_ event: Event, within delay: UInt64) {
        schedule(event, after: randomness.number(below: delay))
    }

    mutating func schedule(_ event: Event, after delay: UInt64) {
        waiting.append((now + delay, scheduled, event))
        scheduled += 1
    }

    mutating func next() -> Event? {
        let first = waiting.indices.min {
            (waiting[$0].time, waiting[$0].order) < (waiting[$1].time, waiting[$1].order)
        }
        guard let first else { return nil }
        now = waiting[first].time
        return waiting.remove(at: first).event
    }
}
