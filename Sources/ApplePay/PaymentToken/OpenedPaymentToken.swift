public import World

/// A token that Apple signed, with what was sealed in it. Only opening makes one.
public struct OpenedPaymentToken: Sendable {
    /// The token that was opened.
    public let token: SealedPaymentToken
    /// When Apple signed it.
    public let signedAt: UnixTime
    /// What was sealed in it.
    public let payment: PaymentPayload

    init(verified: VerifiedPaymentToken, payment: PaymentPayload) {
        token = verified.token
        signedAt = verified.signedAt
        self.payment = payment
    }
}

extension OpenedPaymentToken: CustomStringConvertible, CustomReflectable {
    /// The transaction and the last four digits of the account number.
    public var description: String { "transaction \(token.transactionID), \(payment)" }

    /// What the description shows, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["transaction": token.transactionID]) }
}
