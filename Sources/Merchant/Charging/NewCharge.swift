public import PaymentToken

/// What is to be charged.
public struct NewCharge: Hashable, Sendable {
    /// The merchant's reference, such as a cart's number. For one reference one amount is
    /// charged once, however many attempts it takes.
    public let merchantReference: String
    /// The amount. Units: minor units of the currency.
    public let amountMinorUnits: Int64
    /// The currency, as three capital letters of ISO 4217.
    public let currencyCode: String
    /// The token's transaction, which can be charged once.
    public let transactionID: TransactionID

    /// A charge with a valid reference, amount and currency.
    ///
    /// - Throws: ``Problem`` otherwise.
    public init(
        merchantReference: String,
        amountMinorUnits: Int64,
        currencyCode: String,
        transactionID: TransactionID
    ) throws(Problem) {
        guard (1...64).contains(merchantReference.utf8.count) else {
            throw .merchantReferenceLength
        }
        guard amountMinorUnits > 0 else { throw .amountNotPositive }
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard currencyCode.utf8.count == 3, currencyCode.utf8.allSatisfy(capitals.contains) else {
            throw .currencyCodeMalformed
        }
        self.merchantReference = merchantReference
        self.amountMinorUnits = amountMinorUnits
        self.currencyCode = currencyCode
        self.transactionID = transactionID
    }

    /// Why a charge is invalid.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reference is empty, or longer than 64 bytes.
        case merchantReferenceLength
        /// The amount is zero or negative.
        case amountNotPositive
        /// The currency is not three capital letters.
        case currencyCodeMalformed

        /// One line for a log.
        public var description: String {
            switch self {
            case .merchantReferenceLength: "the merchant reference is not 1 to 64 bytes"
            case .amountNotPositive: "the amount is not positive"
            case .currencyCodeMalformed: "the currency is not three capital letters"
            }
        }
    }
}
