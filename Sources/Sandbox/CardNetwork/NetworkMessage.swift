public import Bytes

/// What a merchant's acquirer asks the network: may this device account pay this amount?
public struct NetworkAuthorizationRequest: Sendable {
    /// The device account number, in digits.
    public let accountNumber: Secret
    /// When it ends, `YYMM`.
    public let expiration: String
    /// The cryptogram of the token.
    public let cryptogram: Secret
    /// The amount in minor units.
    public let amountMinorUnits: Int64
    /// The currency, as the three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The acquirer's reference: the same one asks the same question again.
    public let retrievalReference: String

    /// A request of these parts.
    public init(
        accountNumber: Secret,
        expiration: String,
        cryptogram: Secret,
        amountMinorUnits: Int64,
        currencyNumericCode: String,
        retrievalReference: String
    ) {
        self.accountNumber = accountNumber
        self.expiration = expiration
        self.cryptogram = cryptogram
        self.amountMinorUnits = amountMinorUnits
        self.currencyNumericCode = currencyNumericCode
        self.retrievalReference = retrievalReference
    }
}

/// What the network answers.
public enum NetworkAnswer: Hashable, Sendable {
    /// The issuer holds the amount for the merchant.
    case approved(authorizationCode: String)
    /// Nothing is held.
    case declined(Reason)

    /// Why nothing is held, with the response code of ISO 8583 field 39.
    public enum Reason: String, Hashable, Sendable {
        /// The issuer says no and no more.
        case doNotHonor = "05"
        /// No such account.
        case unknownAccount = "14"
        /// There is not enough money.
        case insufficientFunds = "51"
        /// The account is past its end.
        case expired = "54"
        /// The cryptogram is not this account's for this amount.
        case cryptogramInvalid = "82"
        /// The cryptogram's counter was seen before.
        case counterReplayed = "94"
    }
}

/// One request that reached an issuer, for whoever counts them.
public struct LedgerEntry: Hashable, Sendable {
    /// The acquirer's reference.
    public let retrievalReference: String
    /// The last four digits of the device account number.
    public let accountSuffix: String
    /// The amount in minor units.
    public let amountMinorUnits: Int64
    /// The currency, as the three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The answer.
    public let answer: NetworkAnswer
}
