public import World

/// A token that Apple signed, with what was sealed in it. Only opening makes one.
///
/// Opening proves where each signed field begins and ends, because the payload authenticates
/// itself: a transaction identifier and application data are facts of this type alone. See
/// Documentation/Reference/SignedBytes.md.
public struct OpenedPaymentToken: Sendable {
    /// The token that was opened.
    public let token: SealedPaymentToken
    /// When Apple signed it.
    public let signedAt: UnixTime
    /// What was sealed in it.
    public let payment: PaymentPayload

    /// The identifier of the payment.
    public var transactionID: TransactionID { token.transactionID }
    /// SHA-256 of the request's application data, where the request had some.
    public var applicationDataHash: [UInt8]? { token.applicationDataHash }

    init(verified: VerifiedPaymentToken, payment: PaymentPayload) {
        token = verified.token
        signedAt = verified.signedAt
        self.payment = payment
    }
}

extension OpenedPaymentToken: CustomStringConvertible, CustomReflectable {
    /// The transaction and the last four digits of the account number.
    public var description: String { "transaction \(transactionID), \(payment)" }

    /// What the description shows, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["transaction": transactionID]) }
}
