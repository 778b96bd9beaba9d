public import World

/// A token that Apple signed, with its decrypted payload. Only decryption creates one.
///
/// Decryption proves where each signed field begins and ends, because the payload is authenticated
/// itself. Only in this type are the transaction identifier and the application data facts. See
/// Documentation/Reference/SignedBytes.md.
public struct OpenedPaymentToken: Sendable {
    /// The token that was decrypted.
    public let token: SealedPaymentToken
    /// When Apple signed it.
    public let signedAt: UnixTime
    /// The payload.
    public let payment: PaymentPayload

    /// The identifier of the payment.
    public var transactionID: TransactionID { token.transactionID }
    /// SHA-256 of the request's application data; nil if the request had none.
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

    /// A mirror of the description, and of nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["transaction": transactionID]) }
}
