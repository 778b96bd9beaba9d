internal import Storage
package import World

/// The surroundings of a transaction: who asks, and when.
package struct PlatformScope: Sendable {
    /// The time.
    package let now: UnixTime
    /// The process.
    let run: String
    /// The request that is worked on.
    package var request: RequestName
    /// Whether the request's process ended before its answer.
    package var isRecovery = false
    /// The source of identifiers.
    let randomness: any Randomness
    /// The faults of webhooks that were asked for.
    let faults: PlatformFaults
    /// The transaction's changes in memory.
    var changes = MemoryChanges()

    /// A new identifier with a prefix.
    func identifier(_ prefix: String) -> String { randomness.identifier(prefix) }

    /// The next fault of a platform's webhooks, which is used up if the transaction is kept.
    func takeWebhookFault(of platform: Platform) -> PlatformFaults.Fault? {
        guard let fault = faults.takeWebhookFault(of: platform) else { return nil }
        changes.add { [faults] in faults.giveBack(fault) }
        return fault
    }
}

/// The changes of one transaction in memory, which are undone where the database undoes the transaction.
final class MemoryChanges: Sendable {
    private let steps = LockedValue<[@Sendable () -> Void]>([])

    /// Adds the step that undoes a change.
    func add(undoing step: @escaping @Sendable () -> Void) {
        steps.withLock { $0.append(step) }
    }

    /// Undoes the changes, the last one first.
    func undo() {
        while let step = steps.withLock({ $0.popLast() }) { step() }
    }
}

/// The interface of one platform: its names, objects and answers over the shared records.
protocol PlatformDialect: Sendable {
    /// The platform.
    var platform: Platform { get }
    /// The answer where the platform failed.
    var failure: PlatformAnswer { get }
    /// How long an idempotency key is kept. Units: seconds.
    var keySeconds: Int64 { get }

    /// Whether the answer to a request is also the answer to its repetitions.
    func keeps(_ answer: PlatformAnswer) -> Bool

    /// Draws the conclusions from an operation that has ended, in the transaction that records its end.
    func conclude(
        _ operation: PlatformOperation,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep

    /// Ends a payment whose authorization has expired.
    func expire(
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep

    /// When a webhook that failed is sent again, each counted from the attempt before. Units: seconds.
    var retries: [Int64] { get }

    /// The request that brings an event to an endpoint.
    func notice(of event: PlatformEvent, to endpoint: PlatformEndpoint, at now: UnixTime) -> Notice
}

extension PlatformDialect {
    /// Records an operation of a payment, for which the card network is asked then.
    func ask(
        _ kind: PlatformOperation.Kind,
        _ identifier: String,
        of payment: PlatformPayment,
        _ minorUnits: Int64,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>,
        _ details: Details = [:],
        card: PresentedCard? = nil
    ) throws(PlatformFailure) -> PlatformStep {
        let operation = PlatformOperation(
            kind,
            identifier,
            of: payment,
            minorUnits,
            in: scope,
            details
        )
        try transaction.insert(operation)
        return .ask(operation, card: card)
    }
}
