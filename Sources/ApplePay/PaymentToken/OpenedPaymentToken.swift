public import Bytes
public import JSON
public import World

/// What a token held: an account number, a cryptogram and what they are good for.
///
/// Nothing secret shows in a description. The payload is cleared from memory with its last
/// reference.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys".
public struct OpenedPaymentToken: Sendable {
    /// The token that was opened.
    public let token: SealedPaymentToken
    /// When Apple signed it.
    public let signedAt: UnixTime
    /// The account number of this card on this device (DPAN), in digits.
    public let accountNumber: Secret
    /// When that account number ends, `YYMMDD`, the last day of its month.
    public let accountExpirationDate: String
    /// The currency, as the three digits of ISO 4217.
    public let currencyCode: String
    /// The amount in minor units of the currency.
    public let transactionAmount: Int64
    /// The name on the card, where it was sealed.
    public let cardholderName: Secret?
    /// Who made the device, in hexadecimal.
    public let deviceManufacturerIdentifier: String
    /// What proves the payment to the network.
    public let proof: Proof
    /// The whole payload, with the fields that this version does not know.
    public let payload: JSONDocument

    /// What proves the payment to the network.
    public enum Proof: Sendable {
        /// A cryptogram as 3-D Secure carries it, in Base64, and the commerce indicator as sent.
        ///
        /// Either can be absent, which is not the same as empty.
        case threeDSecure(cryptogram: Secret?, eciIndicator: String?)
        /// Chip data in Base64 and, for some cards, the PIN encrypted for the issuer.
        case emv(data: Secret, encryptedPIN: Secret?)
    }

    init(verified: VerifiedPaymentToken, plaintext: Secret) throws(TokenRefusal) {
        do {
            payload = try JSONDocument(plaintext)
        } catch { throw .decryption(.payloadNotJSON) }
        let reader = PayloadReader(payload.root)
        do {
            accountNumber = try reader.accountNumber()
            accountExpirationDate = try reader.digits(.applicationExpirationDate, count: 6)
            currencyCode = try reader.digits(.currencyCode, count: 3)
            transactionAmount = try reader.amount()
            cardholderName = try reader.optionalSecret(.cardholderName)
            deviceManufacturerIdentifier = try reader.text(.deviceManufacturerIdentifier)
            proof = try reader.proof()
        } catch { throw .decryption(.payloadField(error)) }
        token = verified.token
        signedAt = verified.signedAt
    }
}

extension OpenedPaymentToken: CustomStringConvertible, CustomReflectable {
    /// The transaction and the last four digits of the account number.
    public var description: String {
        "transaction \(token.transactionID), account \(accountNumber.masked(keepingLast: 4))"
    }

    /// What the description shows, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["transaction": token.transactionID]) }
}
