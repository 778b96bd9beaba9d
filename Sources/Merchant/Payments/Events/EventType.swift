/// The kind of a change that a shop is told of.
public enum EventType: String, Hashable, Sendable, CaseIterable {
    /// The issuer holds the amount.
    case paymentAuthorized = "payment.authorized"
    /// The issuer holds a part of the amount.
    case paymentPartiallyAuthorized = "payment.partiallyAuthorized"
    /// The issuer declined.
    case paymentDeclined = "payment.declined"
    /// The processor was not reached; nothing is charged.
    case paymentFailed = "payment.failed"
    /// The authorization had no usable answer and was cancelled.
    case paymentCancelled = "payment.cancelled"
    /// The processor refuses to cancel: people must settle it.
    case paymentCancellationRefused = "payment.cancellationRefused"
    /// The whole hold was released.
    case paymentVoided = "payment.voided"
    /// The rest of the hold was released, after a final capture or by a void.
    case paymentHoldReleased = "payment.holdReleased"
    /// The time of the hold has passed, and not all of it was captured or released.
    case paymentHoldEnded = "payment.holdEnded"
    /// The amount, or a part of it, was collected.
    case paymentCaptured = "payment.captured"
    /// The captured amount, or a part of it, went back.
    case paymentRefunded = "payment.refunded"
    /// A capture, a void, a refund or a release was declined or not sent; nothing was done.
    case operationFailed = "operation.failed"
    /// The processor confirmed something else than the capture, the void or the refund.
    case operationMismatched = "operation.mismatched"
    /// An order was placed.
    case orderPlaced = "order.placed"
    /// An order's payment, fulfillments, returns or metadata changed.
    case orderChanged = "order.changed"
    /// An order was fulfilled.
    case orderCompleted = "order.completed"
    /// An order will not be fulfilled.
    case orderCancelled = "order.cancelled"
    /// The cardholder disputes a payment.
    case disputeOpened = "dispute.opened"
    /// The merchant keeps a disputed amount.
    case disputeWon = "dispute.won"
    /// The cardholder keeps a disputed amount.
    case disputeLost = "dispute.lost"
    /// A card was stored for later payments.
    case credentialStored = "credential.stored"
    /// A stored credential was ended.
    case credentialEnded = "credential.ended"
    /// An API key was made.
    case keyAdded = "key.added"
    /// An API key was revoked.
    case keyRevoked = "key.revoked"
}
