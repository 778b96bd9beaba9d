/// The fields of a token's payload, by Apple's names.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys".
public enum PayloadField: String, Hashable, Sendable, CaseIterable {
    /// The account number of this card on this device.
    case applicationPrimaryAccountNumber
    /// When that account number ends, `YYMMDD`.
    case applicationExpirationDate
    /// The currency, as the three digits of ISO 4217.
    case currencyCode
    /// The amount in minor units.
    case transactionAmount
    /// The name on the card.
    case cardholderName
    /// Who made the device, in hexadecimal.
    case deviceManufacturerIdentifier
    /// `3DSecure` or `EMV`.
    case paymentDataType
    /// What proves the payment to the network.
    case paymentData
    /// The 3-D Secure cryptogram, in Base64.
    case onlinePaymentCryptogram
    /// The electronic commerce indicator.
    case eciIndicator
    /// The chip's data, in Base64.
    case emvData
    /// The shopper's PIN, encrypted for the issuer, in hexadecimal.
    case encryptedPINData
    /// What proves the payment for each of several merchants.
    case authenticationResponses
    /// Apple's identifier of the merchant token.
    case merchantTokenIdentifier
    /// What the card behind the merchant token looks like.
    case merchantTokenMetadata
}
