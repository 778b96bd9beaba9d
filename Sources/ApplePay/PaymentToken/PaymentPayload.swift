public import Bytes
public import JSON

/// The decrypted payload of a token: an account number, the cryptogram or chip data, and the
/// amount.
///
/// No description contains a secret, and secrets are cleared from memory with their last
/// reference.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys".
public struct PaymentPayload: Sendable {
    /// The account number of the card on this device (DPAN), or for this merchant (MPAN), in
    /// digits.
    public let accountNumber: Secret
    /// The expiry of that account, `YYMMDD`, the last day of its month.
    public let accountExpirationDate: String
    /// The currency, as three digits of ISO 4217.
    public let currencyCode: String
    /// The amount in minor units of the currency; zero is allowed.
    public let transactionAmount: Int64
    /// The name on the card, if present.
    public let cardholderName: Secret?
    /// The manufacturer of the device, in hexadecimal, if present.
    public let deviceManufacturerIdentifier: String?
    /// The data that proves the payment to the network.
    public let proof: Proof
    /// The cryptograms for each of several merchants, which replace the single cryptogram; nil for
    /// a payment to one merchant.
    public let authenticationResponses: [AuthenticationResponse]?
    /// Apple's identifier of the merchant token, if the payment created one: at most 64
    /// characters.
    public let merchantTokenIdentifier: String?
    /// The appearance of the card of the merchant token, if present.
    public let merchantTokenMetadata: MerchantTokenMetadata?
    /// The whole payload, including the fields that are not read here.
    public let document: JSONDocument

    /// The data that proves the payment to the network.
    public enum Proof: Sendable {
        /// A 3-D Secure cryptogram, decoded, and the commerce indicator as sent.
        ///
        /// Either can be absent, which differs from empty. Cryptograms of 20 bytes were observed,
        /// and of 19 for Mastercard; others are reported to have 40. Apple documents no length, so
        /// every length is accepted.
        case threeDSecure(cryptogram: Secret?, eciIndicator: String?)
        /// Chip data and, for some cards, the PIN that is encrypted for the issuer, decoded.
        case emv(ChipData, encryptedPIN: Secret?)
    }

    /// Parses a decrypted payload.
    ///
    /// - Throws: ``TokenRefusal/DecryptionProblem``, one of its cases about a payload.
    public init(_ plaintext: Secret) throws(TokenRefusal.DecryptionProblem) {
        do {
            document = try JSONDocument(plaintext)
        } catch { throw .init(error) }
        let reader = PayloadReader(document.root)
        accountNumber = try reader.accountNumber()
        accountExpirationDate = try reader.digits(.applicationExpirationDate, count: 6)
        currencyCode = try reader.digits(.currencyCode, count: 3)
        transactionAmount = try reader.amount()
        cardholderName = try reader.optionalSecret(.cardholderName)
        deviceManufacturerIdentifier = try reader.optionalText(.deviceManufacturerIdentifier)
        authenticationResponses = try reader.authenticationResponses()
        proof = try reader.proof()
        merchantTokenIdentifier = try reader.merchantTokenIdentifier()
        merchantTokenMetadata = try reader.merchantTokenMetadata()
        if case .emv(let chipData, _) = proof {
            try chipData.check(amount: transactionAmount, currencyCode: currencyCode)
        }
    }
}

extension PaymentPayload: CustomStringConvertible, CustomReflectable {
    /// The last four digits of the account number.
    public var description: String { "account \(accountNumber.masked(keepingLast: 4))" }

    /// A mirror of the description, and of nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["payment": description]) }
}
