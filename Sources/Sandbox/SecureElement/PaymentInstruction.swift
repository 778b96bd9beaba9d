public import PaymentToken

/// What the framework asks a Secure Element to pay: one amount, to one merchant, once.
public struct PaymentInstruction: Hashable, Sendable {
    /// The identifier of the payment, made on the device.
    public let transactionID: TransactionID
    /// The amount in minor units.
    public let amountMinorUnits: Int64
    /// The currency, as the three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The merchant identifier.
    public let merchantIdentifier: String
    /// SHA-256 of the request's application data, where it had some.
    public let applicationDataHash: [UInt8]?

    /// An instruction of these parts.
    public init(
        transactionID: TransactionID,
        amountMinorUnits: Int64,
        currencyNumericCode: String,
        merchantIdentifier: String,
        applicationDataHash: [UInt8]?
    ) {
        self.transactionID = transactionID
        self.amountMinorUnits = amountMinorUnits
        self.currencyNumericCode = currencyNumericCode
        self.merchantIdentifier = merchantIdentifier
        self.applicationDataHash = applicationDataHash
    }
}
