/// The fields of a token's payload, by Apple's names.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys".
public enum PayloadField: String, Hashable, Sendable, CaseIterable {
    /// The device account number.
    case applicationPrimaryAccountNumber
    /// The expiry of that account, `YYMMDD`.
    case applicationExpirationDate
    /// The currency, as three digits of ISO 4217.
    case currencyCode
    /// The amount in minor units.
    case transactionAmount
    /// The name on the card.
    case cardholderName
    /// The manufacturer of the device, in hexadecimal.
    case deviceManufacturerIdentifier
    /// `3DSecure` or `EMV`.
    case paymentDataType
    /// The data that proves the payment to the network.
    case paymentData
    /// The 3-D Secure cryptogram, in Base64.
    case onlinePaymentCryptogram
    /// The electronic commerce indicator.
    case eciIndicator
    /// The chip's data, in Base64.
    case emvData
    /// The shopper's PIN, encrypted for the issuer, in hexadecimal.
    case encryptedPINData
    /// The authentication data for each of several merchants.
    case authenticationResponses
    /// Apple's identifier of the merchant token.
    case merchantTokenIdentifier
    /// The appearance of the card of the merchant token.
    case merchantTokenMetadata
}
