import Money
import Payments
import TestSupport
import World

/// The merchant's later wishes, the recovery, and the conditions at the end.
extension PaymentsSimulation {
    // MARK: Captures, voids and refunds

    func amounts(of attempt: Int) -> AttemptAmounts {
        var (authorized, released, closed) = (Int64(0), false, false)
        var sums: [OperationKind: (open: Int64, done: Int64)] = [:]
        for operation in operations where operation.attempt == attempt {
            switch (operation.kind, operation.state.name) {
            case (.authorization, .approved): authorized = operation.amount.minorUnits
            case (.reversal, _): released = true
            case (.void, .declined), (.void, .notSent): break
            case (.void, _):
                if sums[.capture]?.done ?? 0 > 0 { closed = true } else { released = true }
            case (_, .completed):
                sums[operation.kind, default: (0, 0)].done += operation.amount.minorUnits
            case (_, .declined), (_, .notSent): break
            default: sums[operation.kind, default: (0, 0)].open += operation.amount.minorUnits
            }
        }
        let money = { Money(minorUnits: $0, currency: .usd) }
        return AttemptAmounts(
            authorized: money(authorized),
            capturing: money(sums[.capture]?.open ?? 0),
            captured: money(sums[.capture]?.done ?? 0),
            refunding: money(sums[.refund]?.open ?? 0),
            refunded: money(sums[.refund]?.done ?? 0),
            isReleased: released,
            isClosed: closed
        )
    }

    mutating func want(_ attempt: Int, _ kind: OperationKind, _ amount: Int64) {
        let before = amounts(of: attempt)
        let money =
            kind == .void ? before.capturable : Money(minorUnits: amount, currency: .usd)
        let isSkipped =
            switch kind {
            case .capture: bug == .captureExceeds
            case .void: bug == .voidAfterCapture
            case .refund: bug == .refundExceeds
            case .authorization, .reversal, .release: false
            }
        guard isSkipped || before.refusal(of: kind, money) == nil else { return }
        let number = operations.count { $0.attempt == attempt && $0.kind == kind } + 1
        begin(kind, attempt: attempt, number: Int64(number), money)
    }

    // MARK: Recovery

    mutating func sweep(_ desk: Int) {
        for index in operations.indices {
            guard let dueAt = operations[index].dueAt else { continue }
            let isFree = dueAt <= queue.now
            guard isFree || (bug == .leaseIgnored && operations[index].owner != nil) else {
                continue
            }
            if let other = acting[index], other.lease > queue.now, other.desk != desk {
                fault = "two desks act on \(operations[index].key) at \(queue.now)"
                return
            }
            lease(index, desk)
        }
    }

    mutating func lease(_ index: Int, _ desk: Int) {
        let lease = queue.now + 120_000
        operations[index].owner = desk
        operations[index].dueAt = lease
        operations[index].tries += 1
        if operations[index].kind == .reversal, operations[index].state == .prepared {
            operations[index].state = .sent
        }
        acting[index] = (desk, lease, operations[index].state)
        switch decision(index).first {
        case .inquire: ask(index, desk, lease, inquiry: true)
        case .send: ask(index, desk, lease, inquiry: false)
        case let step: finish(desk, index, lease) { _ in step }
        }
    }

    func decision(_ index: Int) -> RecoveryDecision {
        RecoveryDecision(
            kind: operations[index].kind,
            state: operations[index].state,
            tries: operations[index].tries - 1,
            canInquire: canInquire,
            policy: Self.policy
        )
    }

    mutating func ask(_ index: Int, _ desk: Int, _ lease: UInt64, inquiry: Bool) {
        if let last = lastAsked[index], queue.now - last < 2_000 {
            fault = "\(operations[index].key) is asked for in a tight loop"
        }
        lastAsked[index] = queue.now
        let replyTo = ReplyTo.recovery(desk: desk, operation: index, lease: lease)
        let request = request(index, try: Int(operations[index].tries) + 3, inquiry: inquiry)
        send(.arrive(request, replyTo))
        let patience: UInt64 = bug == .noBackOff ? 500 : 10_000
        queue.schedule(.overdue(replyTo), after: patience)
    }

    /// Takes the step that ends a recovery's work on an operation, unless the work has ended.
    mutating func finish(
        _ desk: Int,
        _ index: Int,
        _ lease: UInt64,
        _ decide: (RecoveryDecision) -> RecoveryDecision.Step
    ) {
        guard let current = acting[index], current.desk == desk, current.lease == lease else {
            return
        }
        acting[index] = nil
        switch decide(decision(index)) {
        case .record(let state): record(state, of: index)
        case .reverse(let reason):
            // It may have been answered since.
            let isSame = operations[index].state == current.state
            guard isSame || bug == .reversesAnAnswer else { return }
            if bug == .reversalSkipped, reason == .unanswered {
                record(.notSent, of: index)
            } else {
                reverse(index, reason)
            }
        case .retry, .nothing, .inquire, .send:
            guard !operations[index].state.isSettled else { return }
            if bug == .reversalGivesUp, operations[index].kind == .reversal {
                record(.completed(networkReference: nil), of: index)
                return
            }
            operations[index].owner = nil
            let wait = Self.policy.wait(afterTries: operations[index].tries)
            operations[index].dueAt =
                bug == .noBackOff ? queue.now : queue.now + 1_000 * UInt64(wait)
            if bug == .noBackOff { sweep(desk) }
        }
    }

    // MARK: What must be true at the end

    func untruth() -> String? {
        for operation in operations where !operation.state.isSettled {
            return "\(operation.key) is \(operation.state.name) at the end"
        }
        for attempt in carts.indices where carts[attempt] >= 0 {
            if let fault = untruth(of: attempt) { return "attempt \(attempt): \(fault)" }
        }
        for cart in 0..<3 {
            let paid = carts.indices.filter { carts[$0] == cart && (issuer.held[$0] ?? 0) > 0 }
            if paid.count > 1 { return "cart \(cart) is paid \(paid.count) times" }
        }
        return nil
    }

    func untruth(of attempt: Int) -> String? {
        guard let index = authorization(of: attempt) else { return nil }
        let authorization = operations[index]
        let held = issuer.held[attempt] ?? 0
        let isHeld = authorization.state.name == .approved
        let amounts = amounts(of: attempt)
        let expected = isHeld ? (amounts.isClosed ? amounts.captured : authorization.amount) : nil
        if held != expected?.minorUnits ?? 0 { return "\(held) held, \(authorization.state.name)" }
        if issuer.authorizations[attempt, default: 0] > 1 { return "authorized twice" }
        if issuer.captured[attempt, default: 0] != amounts.captured.minorUnits { return "captures" }
        if issuer.refunded[attempt, default: 0] != amounts.refunded.minorUnits { return "refunds" }
        if amounts.captured.minorUnits > held { return "captured \(amounts.captured) of \(held)" }
        if amounts.refunded.minorUnits > amounts.captured.minorUnits { return "refunded too much" }
        if isHeld, ordered[attempt] == nil { return "held without an order" }
        let isOrdered = ordered[attempt] != nil
        if isOrdered, !isHeld, authorization.state.name != .voided { return "ordered, not paid" }
        return nil
    }
}
