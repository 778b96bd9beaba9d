public import Money
public import PaymentToken
internal import Storage

/// A charge that is to be made.
public struct NewCharge: Hashable, Sendable {
    /// The merchant's reference, such as a cart's number. For one reference one amount is
    /// charged once, however many attempts it takes.
    public let merchantReference: String
    /// The amount.
    public let amount: Money
    /// The token's transaction, which can be charged once; for a stored credential that of the charge.
    public let transactionID: TransactionID
    /// The stored credential that is charged; nil for a token.
    public var credential: CredentialID?
    /// The later payments for which the card is to be stored; nil for none.
    public var storing: CredentialUse?
    /// The billing address, which the issuer compares; nil if none is sent. It is not stored.
    public var billingAddress: BillingAddress?

    /// The merchant's own texts of the payment, as a JSON object; nil for none.
    public var metadata: String?

    /// A charge with a valid reference and amount.
    ///
    /// - Throws: ``Problem`` otherwise.
    public init(
        merchantReference: String,
        amount: Money,
        transactionID: TransactionID
    ) throws(Problem) {
        try Self.check(merchantReference: merchantReference)
        guard amount.minorUnits > 0 else { throw .amountNotPositive }
        self.merchantReference = merchantReference
        self.amount = amount
        self.transactionID = transactionID
    }

    /// Checks a merchant reference.
    ///
    /// - Throws: ``Problem``.
    public static func check(merchantReference: String) throws(Problem) {
        guard (1...64).contains(merchantReference.utf8.count) else {
            throw .merchantReferenceLength
        }
        guard StoredValue.takes(merchantReference) else { throw .merchantReferenceZero }
    }

    /// Why a charge is invalid.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reference is empty, or longer than 64 bytes.
        case merchantReferenceLength
        /// The reference holds U+0000, which a database cannot store.
        case merchantReferenceZero
        /// The amount is zero or negative.
        case amountNotPositive

        /// One line for a log.
        public var description: String {
            switch self {
            case .merchantReferenceLength: "the merchant reference is not 1 to 64 bytes"
            case .merchantReferenceZero: "the merchant reference holds U+0000"
            case .amountNotPositive: "the amount is not positive"
            }
        }
    }
}
