import CardMessages
import CardNetwork
import ISO8583
import Money
import Storage
import TestSupport
import World

@testable import Payments

/// The conditions that must hold: after every message, and at the end.
extension PaymentSystemSimulation {
    /// Each journal entry adds up to zero in every currency.
    mutating func checkLedger() async throws {
        for kind in try await network.unbalancedEntries(after: &lastEntry) {
            report("the ledger does not balance after a \(kind)")
        }
    }

    static let messagesPerMinute = 12
    static let messagesAtMost = 30

    /// A message is repeated seldom: by its own operation, and by recovery after pauses that grow.
    mutating func checkPace(of message: ISO8583Message) {
        let kind = message.type.number / 100
        let identity = "\(kind) \(message.text(11) ?? "") \(message.text(37) ?? "")"
        asked[identity, default: []].append(queue.now)
        let times = asked[identity] ?? []
        let recent = times.count { $0 + Self.minute > queue.now }
        mostInAMinute = max(mostInAMinute, recent)
        mostInAll = max(mostInAll, times.count)
        if recent > Self.messagesPerMinute || times.count > Self.messagesAtMost {
            report("\(Self.text(message)) is sent \(times.count) times, \(recent) in a minute")
        }
    }

    mutating func checkEnd() async {
        do {
            let operations = try operations()
            let orders = try orders()
            for operation in operations where !operation.state.isSettled || operation.dueAt != nil {
                let isOrdered = orders[operation.attempt] != nil
                guard operation.state.isSettled, isOrdered else {
                    return report("\(Self.text(operation)) is left unsettled")
                }
            }
            for operation in operations { count("\(operation.kind) \(operation.state.name)") }
            let payments = try await network.payments()
            checkAttempts(operations, orders, payments)
            checkCarts(operations)
            try await checkBalances(of: payments)
            try await checkSettlement(of: operations)
            try checkAnswers(operations, orders)
        } catch { report("the records cannot be read: \(error)") }
    }

    // MARK: The desk's records

    private func operations() throws -> [ChargeOperation] {
        let store = ChargeStore(world: .simulated(seed: 1, startingAt: Self.start))
        let snapshot = Snapshot<RecordFailure>(on: disk.connection)
        return try store.operations(
            "SELECT * FROM operation ORDER BY attempt, kind, number",
            [],
            in: snapshot
        )
    }

    private func orders() throws -> [AttemptID: Order] {
        let tracking = OrderTracking(world: .simulated(seed: 1, startingAt: Self.start))
        let snapshot = Snapshot<RecordFailure>(on: disk.connection)
        let orders = try tracking.orders(limit: 1_000, in: snapshot)
        return Dictionary(orders.map { ($0.attempt, $0) }) { first, _ in first }
    }

    private static func text(_ operation: ChargeOperation) -> String {
        let reference = reference(of: operation).retrievalReference
        return "\(operation.kind) \(operation.number) of \(reference), \(operation.state.name)"
    }

    private static func reference(of operation: ChargeOperation) -> MessageReference {
        let key = IdempotencyKey(.authorization, of: operation.attempt)
        return MessageReference(key: key.text, at: operation.preparedAt)
    }

    // MARK: The desk's records and the network's

    /// Each payment at the network is one attempt of the desk, and has the same amounts.
    private mutating func checkAttempts(
        _ operations: [ChargeOperation],
        _ orders: [AttemptID: Order],
        _ payments: [NetworkPayment]
    ) {
        var payments = Dictionary(grouping: payments, by: \.reference)
        for authorization in operations where authorization.kind == .authorization {
            let own = operations.filter { $0.attempt == authorization.attempt }
            let reference = Self.reference(of: authorization).retrievalReference
            let found = payments.removeValue(forKey: reference) ?? []
            let text = Self.text(authorization)
            if found.count > 1 { return report("\(text): authorized \(found.count) times") }
            let isOrdered = orders[authorization.attempt] != nil
            if let problem = Self.difference(authorization, own, found.first, isOrdered) {
                return report("\(text): \(problem)")
            }
        }
        if let stray = payments.keys.min() {
            report("the network has \(stray), which no desk has recorded")
        }
    }

    private static func difference(
        _ authorization: ChargeOperation,
        _ own: [ChargeOperation],
        _ payment: NetworkPayment?,
        _ isOrdered: Bool
    ) -> String? {
        func sum(_ kind: OperationKind) -> Int64 {
            own.filter { $0.kind == kind && $0.state.name == .completed }
                .reduce(0) { $0 + $1.amount.minorUnits }
        }
        let (captured, refunded) = (sum(.capture), sum(.refund))
        if (payment?.captured ?? 0) != captured {
            return "the desk captured \(captured), the network \(payment?.captured ?? 0)"
        }
        if (payment?.refunded ?? 0) != refunded {
            return "the desk refunded \(refunded), the network \(payment?.refunded ?? 0)"
        }
        let held = payment?.held ?? 0
        switch authorization.state.name {
        case .approved:
            if !isOrdered { return "approved without an order" }
            let isFinal = own.contains {
                ($0.isFinal || $0.kind == .void) && $0.state.name == .completed
            }
            let rest = isFinal ? 0 : authorization.amount.minorUnits - captured
            if held != rest { return "\(held) is held, and not \(rest)" }
            let released = sum(.release) + sum(.void)
            if released != authorization.amount.minorUnits - captured - rest {
                return "the desk released \(released)"
            }
        case .declined, .notSent, .reversed, .voided:
            if held != 0 { return "\(held) is held" }
            if captured != 0 { return "\(captured) is captured" }
            if isOrdered, authorization.state.name != .voided { return "ordered" }
        case .prepared, .sent, .partiallyApproved, .completed, .mismatched, .unknown, .reversing,
            .reversalRefused:
            return "not settled"
        }
        return nil
    }

    /// No cart is paid twice.
    private mutating func checkCarts(_ operations: [ChargeOperation]) {
        var paid: [IntentID: Int] = [:]
        for operation in operations
        where operation.kind == .authorization && operation.state.name == .approved {
            paid[operation.intent, default: 0] += 1
        }
        if paid.values.contains(where: { $0 > 1 }) { report("a cart is paid twice") }
    }

    /// The ledger says of each card what its payments say, and is zero in all.
    private mutating func checkBalances(of payments: [NetworkPayment]) async throws {
        let sheet = try await network.balanceSheet()
        func sum(_ prefix: String) -> Int64 {
            sheet.filter { $0.key.hasPrefix(prefix) }.reduce(0) { $0 + ($1.value["840"] ?? 0) }
        }
        let held = payments.reduce(0) { $0 + $1.held }
        let owed = payments.reduce(0) { $0 + $1.captured - $1.refunded }
        if sum("") != 0 { report("the ledger is \(sum("")) in all") }
        if sum("held:") != held { report("\(sum("held:")) is held for payments of \(held)") }
        if sum("owed:") != owed { report("\(sum("owed:")) is owed for payments of \(owed)") }
        if sum("merchant:") + sum("fees") != owed { report("merchants do not get \(owed)") }
        if sum("stand-in:") != 0 { report("issuers were not told of \(sum("stand-in:"))") }
    }

    // MARK: What customers were told

    /// Definite answers are true, and most submissions have one.
    private mutating func checkAnswers(
        _ operations: [ChargeOperation],
        _ orders: [AttemptID: Order]
    ) throws {
        let store = ChargeStore(world: .simulated(seed: 1, startingAt: Self.start))
        let snapshot = Snapshot<RecordFailure>(on: disk.connection)
        for (index, submission) in submissions.enumerated() {
            let attempt = try store.attempt(of: submission.charge.transactionID, in: snapshot)
            let authorization = operations.first {
                $0.kind == .authorization && $0.attempt == attempt
            }
            let order = attempt.flatMap { orders[$0]?.id }
            for told in submission.told where !told.isTrue(authorization?.state.name, order) {
                let state = authorization?.state.name.rawValue ?? "not recorded"
                return report("submission \(index) was told: \(told.name), and is \(state)")
            }
            if insistent.contains(index), case .refused(.beingSettled) = submission.told.last {
                return report("submission \(index) has no outcome")
            }
        }
    }
}

extension SimulatedCustomer.Told {
    /// Whether the answer is still true when all is settled.
    fileprivate func isTrue(_ state: OperationState.Name?, _ placed: OrderID?) -> Bool {
        switch self {
        case .ordered(let order): placed == order && (state == .approved || state == .voided)
        case .refused(.declined): state == .declined
        case .refused(.notSent): state == .notSent
        case .refused(.reversed): state == .reversed
        case .refused(.voided): state == .voided
        case .refused: true
        }
    }
}
