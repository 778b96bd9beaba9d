import Money
import Payments
import TestSupport
import World

/// Three carts, two desks, one issuer, and a network that loses, doubles, delays and reorders.
///
/// Method: the real `OperationStateMachine`, `RecoveryDecision`, `AttemptAmounts` and table of states
/// against a model of the records and of the issuer, in virtual time. Desks crash. After an hour of
/// faults there are none, and everything must settle. Safety is checked at the end by what the issuer
/// did, and all the time for leases and for the pace of requests.
struct PaymentsSimulation {
    /// A mistake that is planted, to show that the simulation finds it.
    enum Bug: CaseIterable {
        case reversalSkipped, lateApprovalRevives, keyNotDerived, captureExceeds, voidAfterCapture
        case leaseIgnored, notFoundIsNotSent, orderOnUnknown, orderAfterReversal, noBackOff
        case reversalGivesUp, mismatchIgnored, partialTakenAsWhole, refundExceeds
        case approvalKeptWithoutOrder, reversesAnAnswer
    }

    struct Operation {
        let attempt: Int
        let kind: OperationKind
        let number: Int64
        let amount: Money
        var state: OperationState
        var dueAt: UInt64?
        var owner: Int?
        var tries: Int64 = 0
        var key: String { "\(attempt)-\(kind.rawValue)-\(number)" }
    }

    struct Run {
        let desk: Int
        let operation: Int
        var machine = OperationStateMachine()
    }

    enum ReplyTo {
        case run(Int)
        case recovery(desk: Int, operation: Int, lease: UInt64)
    }

    enum Event {
        case pay(cart: Int)
        case machine(run: Int, OperationStateMachine.Event)
        case arrive(WireRequest, ReplyTo)
        case reply(ReplyTo, WireAnswer)
        case overdue(ReplyTo)
        case crash(desk: Int)
        case sweep(desk: Int)
        case wants(attempt: Int, OperationKind, Int64)
        case again(attempt: Int)
    }

    static let calmFrom: UInt64 = 3_600_000
    static let policy = RecoveryPolicy()
    static let price = Money(minorUnits: 1_000, currency: .usd)

    let bug: Bug?
    let canInquire: Bool
    var queue: EventQueue<Event>
    var issuer = SimulatedIssuer()
    var operations: [Operation] = []
    var runs: [Int: Run] = [:]
    var runCount = 0
    var carts: [Int] = []
    var ordered: [Int: Int64] = [:]
    /// Who acts on which operation by recovery, under which lease.
    var acting: [Int: (desk: Int, lease: UInt64, state: OperationState)] = [:]
    var lastAsked: [Int: UInt64] = [:]
    var fault: String?

    init(seed: UInt64, bug: Bug? = nil) {
        self.bug = bug
        queue = EventQueue(seed: seed)
        canInquire = seed % 3 != 0
        // So that every kind of answer comes up, whichever the seed.
        for _ in 0..<(seed % 7) { carts.append(-1) }
        for cart in 0..<3 {
            queue.schedule(.pay(cart: cart), within: 600_000)
            if queue.happens(percent: 50) { queue.schedule(.pay(cart: cart), within: 1_800_000) }
        }
        for desk in 0..<2 {
            queue.schedule(.crash(desk: desk), within: Self.calmFrom)
            queue.schedule(.sweep(desk: desk), within: 30_000)
        }
    }

    /// Runs to the end, and says what was broken first, if anything was.
    mutating func run() -> String? {
        while fault == nil, let event = queue.next() { handle(event) }
        return fault ?? untruth()
    }

    mutating func handle(_ event: Event) {
        switch event {
        case .pay(let cart): pay(cart)
        case .machine(let run, let event): step(run, event)
        case .arrive(let request, let replyTo): send(.reply(replyTo, issuer.handle(request)))
        case .reply(let replyTo, let answer): receive(answer, replyTo)
        case .overdue(.run): break
        case .overdue(.recovery(let desk, let operation, let lease)):
            let isInquiry = operations[operation].kind == .authorization
            finish(desk, operation, lease) { decision in
                isInquiry ? decision.step(after: .notSaid) : decision.step(after: nil)
            }
        case .crash(let desk):
            runs = runs.filter { $0.value.desk != desk }
            acting = acting.filter { $0.value.desk != desk }
        case .sweep(let desk):
            sweep(desk)
            let isOver = queue.now > 3 * Self.calmFrom
            if !isOver {
                queue.schedule(.sweep(desk: desk), after: isCalm ? 60_000 : 20_000)
            }
        case .wants(let attempt, let kind, let amount): want(attempt, kind, amount)
        case .again(let attempt): placeLate(attempt)
        }
    }

    var isCalm: Bool { queue.now >= Self.calmFrom }

    /// Crosses the network: perhaps lost, perhaps doubled, always late.
    mutating func send(_ event: Event) {
        if !isCalm, queue.happens(percent: 25) { return }
        let delay: UInt64 = isCalm ? 200 : queue.happens(percent: 10) ? 300_000 : 15_000
        queue.schedule(event, within: delay)
        if !isCalm, queue.happens(percent: 20) { queue.schedule(event, within: 2 * delay) }
    }

    // MARK: The desk while a caller waits

    mutating func pay(_ cart: Int) {
        let isOccupied = operations.contains { operation in
            operation.kind == .authorization && carts[operation.attempt] == cart
                && ![.declined, .notSent, .reversed, .voided].contains(operation.state.name)
        }
        guard !isOccupied else { return }
        carts.append(cart)
        begin(.authorization, attempt: carts.count - 1, number: 1, Self.price)
    }

    mutating func begin(
        _ kind: OperationKind,
        attempt: Int,
        number: Int64,
        _ amount: Money
    ) {
        operations.append(
            Operation(
                attempt: attempt,
                kind: kind,
                number: number,
                amount: amount,
                state: .sent,
                dueAt: queue.now + 120_000,
                owner: 9
            )
        )
        let desk = Int(queue.number(below: 2))
        runs[runCount] = Run(desk: desk, operation: operations.count - 1)
        queue.schedule(.machine(run: runCount, .begun), within: 10)
        queue.schedule(.machine(run: runCount, .recorded(.sent)), after: 20)
        runCount += 1
    }

    mutating func step(_ number: Int, _ event: OperationStateMachine.Event) {
        guard var run = runs[number] else { return }
        let actions = run.machine.handle(event)
        runs[number] = run
        for action in actions {
            switch action {
            case .record(.sent), .tell: break
            case .record(let state):
                let isRecorded = record(state, of: run.operation, settlesOrder: true)
                step(number, isRecorded ? .recorded(state) : .takenOver)
            case .ask(let count):
                guard queue.happens(percent: isCalm ? 100 : 80) else {
                    let failure = ProcessorFailure.notSent(.unreachable)
                    queue.schedule(
                        .machine(run: number, .failed(failure, request: count)),
                        within: 99
                    )
                    continue
                }
                send(.arrive(request(run.operation, try: count), .run(number)))
                let failure = ProcessorFailure.outcomeUnknown(.timedOut)
                // A desk that stands still notices the end of its patience late.
                let patience: UInt64 = !isCalm && queue.happens(percent: 5) ? 400_000 : 10_000
                queue.schedule(
                    .machine(run: number, .failed(failure, request: count)),
                    after: patience
                )
            }
        }
    }

    func request(_ index: Int, try count: Int, inquiry: Bool = false) -> WireRequest {
        let operation = operations[index]
        let suffix = bug == .keyNotDerived ? "-\(count)" : ""
        return WireRequest(
            key: operation.key + suffix,
            kind: operation.kind,
            attempt: operation.attempt,
            amount: operation.amount,
            original: "\(operation.attempt)-authorization-1",
            isInquiry: inquiry
        )
    }

    func state(_ answer: WireAnswer, of index: Int) -> OperationState {
        let amount = operations[index].amount
        switch answer {
        case .authorization(let answer), .inquiry(.answered(let answer)):
            if bug == .mismatchIgnored, case .approved(let approval, _) = answer {
                return .approved(approval)
            }
            if bug == .partialTakenAsWhole, case .partiallyApproved(let approval, _, _) = answer {
                return .approved(approval)
            }
            return OperationState(answer, to: amount, "cart")
        case .followUp(let answer): return OperationState(answer, to: amount, "cart")
        case .reversal(let answer): return OperationState(answer)
        case .inquiry: return .unknown
        }
    }

    mutating func receive(_ answer: WireAnswer, _ replyTo: ReplyTo) {
        switch replyTo {
        case .run(let number):
            guard let run = runs[number] else { return }
            step(number, .answered(state(answer, of: run.operation)))
        case .recovery(let desk, let index, let lease):
            let state = state(answer, of: index)
            let bug = bug
            finish(desk, index, lease) { decision in
                switch answer {
                case .inquiry(.notFound):
                    bug == .notFoundIsNotSent ? .record(.notSent) : decision.step(after: .notFound)
                case .inquiry(.inProgress): decision.step(after: .notSaid)
                case .inquiry(.answered): decision.step(after: .answered(state))
                case .authorization, .followUp, .reversal: decision.step(after: state)
                }
            }
        }
    }

    // MARK: The records

    @discardableResult
    mutating func record(
        _ state: OperationState,
        of index: Int,
        settlesOrder: Bool = false
    ) -> Bool {
        let before = operations[index].state
        let revives =
            bug == .lateApprovalRevives && state.name == .approved
            && [.reversing, .reversed].contains(before.name)
        guard before.mayBecome(state) || revives else { return false }
        operations[index].state = state
        operations[index].owner = nil
        operations[index].dueAt = dueTime(of: state)
        if settlesOrder { settleOrder(index) }
        let attempt = operations[index].attempt
        switch operations[index].kind {
        case .authorization:
            if let reason = RecoveryDecision.reversal(after: state, Self.policy) {
                reverse(index, reason)
            }
        case .reversal where state.name == .completed:
            if let authorization = authorization(of: attempt),
                case .reversing(let reason) = operations[authorization].state
            {
                record(.reversed(reason), of: authorization)
            }
        case .void where state.name == .completed && amounts(of: attempt).isReleased:
            if let authorization = authorization(of: attempt) {
                record(.voided, of: authorization)
            }
        case .capture, .void, .refund, .reversal, .release: break
        }
        return true
    }

    func dueTime(of state: OperationState) -> UInt64? {
        switch state.name {
        case .prepared, .sent, .unknown: queue.now
        case .approved where bug == .approvalKeptWithoutOrder: nil
        case .approved, .partiallyApproved: queue.now + 900_000
        default: nil
        }
    }

    mutating func reverse(_ index: Int, _ reason: ReversalReason) {
        let operation = operations[index]
        guard record(.reversing(reason), of: index) else { return }
        operations.append(
            Operation(
                attempt: operation.attempt,
                kind: .reversal,
                number: 1,
                amount: operation.amount,
                state: .prepared,
                dueAt: queue.now,
                owner: nil
            )
        )
    }

    func authorization(of attempt: Int) -> Int? {
        operations.firstIndex { $0.attempt == attempt && $0.kind == .authorization }
    }

    /// Places the order with the approval; now and then the database fails, and only the approval is
    /// kept. Then some customers make the submission again.
    mutating func settleOrder(_ index: Int) {
        let operation = operations[index]
        let isHeld =
            operation.state.name == .approved
            || (bug == .orderOnUnknown && operation.state.name == .unknown)
        guard operation.kind == .authorization, isHeld else { return }
        guard queue.happens(percent: 80) else {
            if queue.happens(percent: 50) {
                queue.schedule(.again(attempt: operation.attempt), within: 1_800_000)
            }
            return
        }
        place(operation.attempt, index)
    }

    mutating func placeLate(_ attempt: Int) {
        guard let index = authorization(of: attempt), ordered[attempt] == nil else { return }
        guard operations[index].state.name == .approved || bug == .orderAfterReversal else {
            return
        }
        place(attempt, index)
    }

    mutating func place(_ attempt: Int, _ index: Int) {
        ordered[attempt] = operations[index].amount.minorUnits
        operations[index].dueAt = nil
        let wishes: [(OperationKind, ClosedRange<Int64>)] = [
            (.capture, 100...700), (.capture, 100...700), (.capture, 100...1_000),
            (.void, 1...1), (.refund, 100...700), (.refund, 100...700), (.refund, 100...700),
        ]
        for (kind, amounts) in wishes where queue.happens(percent: 40) {
            let span = UInt64(amounts.upperBound - amounts.lowerBound + 1)
            let amount = amounts.lowerBound + Int64(queue.number(below: span))
            queue.schedule(.wants(attempt: attempt, kind, amount), within: 2_400_000)
        }
    }
}
