public import Storage

/// What a program records in the transactions of a capture, a void or a refund, such as the request of a
/// client and the answer to it.
///
/// - Source: Documentation/Decisions/0050-payments-over-http.md.
public struct OperationRecording: Sendable {
    /// Records something about an operation.
    public typealias Step =
        @Sendable (borrowing Transaction, ChargeOperation) throws(DeskFailure) -> Void

    let preparing: Step
    let settling: Step

    /// Records nothing.
    public static let none = OperationRecording(
        preparing: { _, _ throws(DeskFailure) in },
        settling: { _, _ throws(DeskFailure) in }
    )

    /// What is recorded.
    ///
    /// - Parameters:
    ///   - preparing: Runs in the transaction that records the operation, before the processor is asked.
    ///     An error stops the operation.
    ///   - settling: Runs last in the transaction that records the outcome.
    public init(preparing: @escaping Step, settling: @escaping Step) {
        (self.preparing, self.settling) = (preparing, settling)
    }
}
