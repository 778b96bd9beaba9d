public import CardAccounts
public import PaymentToken

/// An instruction to a Secure Element to pay an amount to a merchant, once.
public struct PaymentInstruction: Hashable, Sendable {
    /// The identifier of the payment, generated on the device.
    public let transactionID: TransactionID
    /// The amount in minor units.
    public let amountMinorUnits: Int64
    /// The currency, as three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The merchant identifier.
    public let merchantIdentifier: String
    /// SHA-256 of the request's application data; nil if there is none.
    public let applicationDataHash: [UInt8]?
    /// The merchant token that the payment creates; nil if it creates none.
    public let merchantToken: MerchantToken?
    /// The parts for other merchants, each with its own cryptogram; empty if the whole amount is
    /// for one.
    public let parts: [Part]
    /// The device's statements as terminal, for a payment by chip data; nil for one by cryptogram.
    public let chipTerms: ChipTerms?

    /// A token for later payments to one merchant.
    public struct MerchantToken: Hashable, Sendable {
        /// Apple's identifier: at most 64 characters.
        public let identifier: String
        /// The appearance of its card.
        public let metadata: MerchantTokenMetadata

        /// Creates a merchant token.
        public init(identifier: String, metadata: MerchantTokenMetadata) {
            self.identifier = identifier
            self.metadata = metadata
        }
    }

    /// A part of the amount.
    public struct Part: Hashable, Sendable {
        /// The merchant identifier.
        public let merchantIdentifier: String
        /// The amount in minor units.
        public let amountMinorUnits: Int64

        /// Creates a part.
        public init(merchantIdentifier: String, amountMinorUnits: Int64) {
            self.merchantIdentifier = merchantIdentifier
            self.amountMinorUnits = amountMinorUnits
        }
    }

    /// Creates an instruction.
    public init(
        transactionID: TransactionID,
        amountMinorUnits: Int64,
        currencyNumericCode: String,
        merchantIdentifier: String,
        applicationDataHash: [UInt8]?,
        merchantToken: MerchantToken? = nil,
        parts: [Part] = [],
        chipTerms: ChipTerms? = nil
    ) {
        self.transactionID = transactionID
        self.amountMinorUnits = amountMinorUnits
        self.currencyNumericCode = currencyNumericCode
        self.merchantIdentifier = merchantIdentifier
        self.applicationDataHash = applicationDataHash
        self.merchantToken = merchantToken
        self.parts = parts
        self.chipTerms = chipTerms
    }

    /// The payments to prove: the whole amount for the merchant, or each part for its own; nil if an amount
    /// or the currency cannot be proven.
    package var provenPayments: [ProvenPayment]? {
        let whole = Part(
            merchantIdentifier: merchantIdentifier,
            amountMinorUnits: amountMinorUnits
        )
        let shares = parts.isEmpty ? [whole] : parts
        let payments = shares.compactMap { share in
            ProvenPayment(
                amountMinorUnits: share.amountMinorUnits,
                currencyNumericCode: currencyNumericCode,
                merchant: MerchantDigest(of: share.merchantIdentifier)
            )
        }
        return payments.count == shares.count ? payments : nil
    }
}
