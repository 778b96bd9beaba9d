public import Bytes
public import CardAccounts

/// An acquirer's request to the network to authorize a payment from a device account.
public struct NetworkAuthorizationRequest: Sendable {
    /// The device account number, in digits.
    public let accountNumber: Secret
    /// The expiry, `YYMM`.
    public let expiration: String
    /// The token's cryptogram or chip data.
    public let proof: PaymentProof
    /// The merchant.
    public let merchant: MerchantDigest
    /// The amount in minor units.
    public let amountMinorUnits: Int64
    /// The currency, as three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The acquirer's reference; a repeated reference repeats the request.
    public let retrievalReference: String

    /// Creates a request.
    public init(
        accountNumber: Secret,
        expiration: String,
        proof: PaymentProof,
        merchant: MerchantDigest,
        amountMinorUnits: Int64,
        currencyNumericCode: String,
        retrievalReference: String
    ) {
        self.accountNumber = accountNumber
        self.expiration = expiration
        self.proof = proof
        self.merchant = merchant
        self.amountMinorUnits = amountMinorUnits
        self.currencyNumericCode = currencyNumericCode
        self.retrievalReference = retrievalReference
    }
}

/// The network's answer.
public enum NetworkAnswer: Hashable, Sendable {
    /// The issuer holds the amount for the merchant.
    case approved(authorizationCode: String)
    /// Nothing is held.
    case declined(Reason)

    /// Why a request was declined, with the response code of ISO 8583 field 39.
    public enum Reason: String, Hashable, Sendable {
        /// The issuer declines without a reason.
        case doNotHonor = "05"
        /// The account does not exist.
        case unknownAccount = "14"
        /// Insufficient funds.
        case insufficientFunds = "51"
        /// The account has expired.
        case expired = "54"
        /// The cryptogram is not this account's for this amount.
        case cryptogramInvalid = "82"
        /// The cryptogram's counter was used before.
        case counterReplayed = "94"
    }
}

/// A request that reached an issuer.
public struct LedgerEntry: Hashable, Sendable {
    /// The acquirer's reference.
    public let retrievalReference: String
    /// The last four digits of the device account number.
    public let accountSuffix: String
    /// The amount in minor units.
    public let amountMinorUnits: Int64
    /// The currency, as three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The answer.
    public let answer: NetworkAnswer
}
