public import Money
public import World

/// A change that a shop is told of, as it was when it happened.
///
/// - Source: Documentation/Events.md.
public struct Event: Hashable, Sendable {
    /// The operation that an event is about.
    public struct Operation: Hashable, Sendable {
        /// The kind.
        public let kind: OperationKind
        /// The number among the payment's operations of the kind.
        public let number: Int64
        /// The amount.
        public let amount: Money
        /// The processor that was asked.
        public let processor: ProcessorName
        /// Why it was declined; nil where it was not.
        public let declineReason: DeclineReason?
    }

    /// Its place among all events. It only grows; numbers may be left out.
    public let position: Int64
    /// When the change was made.
    public let time: UnixTime
    /// The kind of the change.
    public let type: EventType
    /// The payment that it is about; nil for none.
    public let attempt: AttemptID?
    /// The merchant's reference of the payment.
    public let merchantReference: String?
    /// The operation that changed; nil for another change.
    public let operation: Operation?
    /// The order, the credential, the API key, or the processor's name of the dispute that it is about; nil for
    /// the payment itself.
    public let subject: String?

    /// The name by which a receiver knows an event that comes again. The time is a part of it, so that a database
    /// that was restored from a backup gives no name twice.
    public var identifier: String { "event-\(position)-\(time.seconds)" }
}
