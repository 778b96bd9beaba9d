public import Bytes
public import JSON

/// What was sealed in a token: an account number, what proves the payment, and what they are good
/// for.
///
/// Nothing secret shows in a description, and everything secret is cleared from memory with its
/// last reference.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys".
public struct PaymentPayload: Sendable {
    /// The account number of this card on this device (DPAN), or at this merchant (MPAN), in
    /// digits.
    public let accountNumber: Secret
    /// When that account number ends, `YYMMDD`, the last day of its month.
    public let accountExpirationDate: String
    /// The currency, as the three digits of ISO 4217.
    public let currencyCode: String
    /// The amount in minor units of the currency; nothing is an amount too.
    public let transactionAmount: Int64
    /// The name on the card, where it was sealed.
    public let cardholderName: Secret?
    /// Who made the device, in hexadecimal, where that is said.
    public let deviceManufacturerIdentifier: String?
    /// What proves the payment to the network.
    public let proof: Proof
    /// What proves it for each of several merchants, in the place of the one cryptogram; nil where
    /// the payment is to one.
    public let authenticationResponses: [AuthenticationResponse]?
    /// By what Apple knows the merchant token, where the payment made one: at most 64 characters.
    public let merchantTokenIdentifier: String?
    /// What the card behind the merchant token looks like, where that is said.
    public let merchantTokenMetadata: MerchantTokenMetadata?
    /// The whole payload, with the fields that are not read here.
    public let document: JSONDocument

    /// What proves the payment to the network.
    public enum Proof: Sendable {
        /// A cryptogram as 3-D Secure carries it, decoded, and the commerce indicator as sent.
        ///
        /// Either can be absent, which is not the same as empty. Cryptograms were seen of 20 bytes,
        /// and of 19 for Mastercard; others are said to have 40. Apple documents no length, so none
        /// is refused.
        case threeDSecure(cryptogram: Secret?, eciIndicator: String?)
        /// Chip data and, for some cards, the PIN encrypted for the issuer, decoded.
        case emv(ChipData, encryptedPIN: Secret?)
    }

    /// Reads what a token opened to.
    ///
    /// - Throws: ``TokenRefusal/DecryptionProblem`` of the cases that speak of a payload.
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

    /// What the description shows, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["payment": description]) }
}
