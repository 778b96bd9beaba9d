internal import Cryptography

/// The payment that a cryptogram proves: as the Secure Element was told it, and again as the
/// acquirer's message states it.
public struct ProvenPayment: Hashable, Sendable {
    /// The largest amount: twelve digits.
    ///
    /// - Source: ISO 8583:1987, field 4; EMV 4.3 Book 3 annex A, 9F02.
    public static let largestAmount: Int64 = 999_999_999_999

    /// The amount in minor units: 0 to ``largestAmount``.
    public let amountMinorUnits: Int64
    /// The currency, as three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The merchant.
    public let merchant: MerchantDigest

    /// A payment; nil if the amount is negative or has more than twelve digits, or the currency is
    /// not three digits.
    public init?(amountMinorUnits: Int64, currencyNumericCode: String, merchant: MerchantDigest) {
        guard (0...Self.largestAmount).contains(amountMinorUnits),
            currencyNumericCode.utf8.count == 3,
            PackedDecimal.bytes(currencyNumericCode.utf8, count: 2) != nil
        else { return nil }
        self.amountMinorUnits = amountMinorUnits
        self.currencyNumericCode = currencyNumericCode
        self.merchant = merchant
    }

    /// The amount in 6 bytes.
    var packedAmount: [UInt8] { PackedDecimal.bytes(amountMinorUnits, count: 6) ?? [] }
    /// The currency in 2 bytes.
    var packedCurrency: [UInt8] { PackedDecimal.bytes(currencyNumericCode.utf8, count: 2) ?? [] }
}

/// The SHA-256 digest of a merchant identifier, by which token service and acquirer name the
/// merchant.
///
/// A merchant's certificate contains the same digest, and the entries of a payment for several
/// merchants name them by it (Documentation/Reference/PaymentTokenFormat.md, sections 1.5 and 1.9).
public struct MerchantDigest: Hashable, Sendable {
    /// The digest: 32 bytes.
    public let bytes: [UInt8]

    /// The digest of an identifier, such as `merchant.com.example`.
    public init(of merchantIdentifier: String) { bytes = SHA256.digest(merchantIdentifier) }

    /// A digest from a message; nil if it does not have 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == SHA256.digestLength else { return nil }
        self.bytes = bytes
    }
}
