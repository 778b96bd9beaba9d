public import Bytes

/// The proof of a payment in an acquirer's message.
public enum PaymentProof: Equatable, Sendable {
    /// A cryptogram, as a token's `onlinePaymentCryptogram` decodes.
    case cryptogram(Secret)
    /// Chip data (field 55), as a token's `emvData` decodes.
    case chipData(Secret)
}

/// The statements of an acquirer's message on a payment from a device account.
public struct ProofMessage: Equatable, Sendable {
    /// The expiry (field 14), `YYMM`.
    public let expiration: String
    /// The amount in minor units (field 4).
    public let amountMinorUnits: Int64
    /// The currency (field 49), as three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The merchant.
    public let merchant: MerchantDigest
    /// The token requestor; nil if the message does not name it.
    public let tokenRequestor: String?
    /// The proof.
    public let proof: PaymentProof

    /// Creates a message's statements.
    public init(
        expiration: String,
        amountMinorUnits: Int64,
        currencyNumericCode: String,
        merchant: MerchantDigest,
        tokenRequestor: String? = nil,
        proof: PaymentProof
    ) {
        self.expiration = expiration
        self.amountMinorUnits = amountMinorUnits
        self.currencyNumericCode = currencyNumericCode
        self.merchant = merchant
        self.tokenRequestor = tokenRequestor
        self.proof = proof
    }
}
