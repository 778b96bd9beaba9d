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
    /// The merchant token that the payment makes; nil where it makes none.
    public let merchantToken: MerchantToken?
    /// The parts that go to other merchants, each of which gets a cryptogram; empty where the whole
    /// goes to one.
    public let parts: [Part]

    /// A token for later payments to one merchant.
    public struct MerchantToken: Hashable, Sendable {
        /// By what Apple knows it: at most 64 characters.
        public let identifier: String
        /// What the card behind it looks like.
        public let metadata: MerchantTokenMetadata

        /// A merchant token.
        public init(identifier: String, metadata: MerchantTokenMetadata) {
            self.identifier = identifier
            self.metadata = metadata
        }
    }

    /// A part of the amount.
    public struct Part: Hashable, Sendable {
        /// The merchant identifier.
        public let merchantIdentifier: String
        /// How much, in minor units.
        public let amountMinorUnits: Int64

        /// A part of the amount.
        public init(merchantIdentifier: String, amountMinorUnits: Int64) {
            self.merchantIdentifier = merchantIdentifier
            self.amountMinorUnits = amountMinorUnits
        }
    }

    /// An instruction of these parts.
    public init(
        transactionID: TransactionID,
        amountMinorUnits: Int64,
        currencyNumericCode: String,
        merchantIdentifier: String,
        applicationDataHash: [UInt8]?,
        merchantToken: MerchantToken? = nil,
        parts: [Part] = []
    ) {
        self.transactionID = transactionID
        self.amountMinorUnits = amountMinorUnits
        self.currencyNumericCode = currencyNumericCode
        self.merchantIdentifier = merchantIdentifier
        self.applicationDataHash = applicationDataHash
        self.merchantToken = merchantToken
        self.parts = parts
    }
}
