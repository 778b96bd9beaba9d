public import Bytes

/// A device account: what the card network stores in a Secure Element when a card is added. It has
/// an account number of its own and the key that authenticates its payments.
///
/// It does not contain the card's number (mission 1.4).
public struct DeviceAccount: Sendable {
    /// The device account number (DPAN), in digits.
    public let accountNumber: Secret
    /// The expiry, `YYMMDD`, the last day of its month.
    public let expirationDate: String
    /// The manufacturer identifier of such devices, in hexadecimal.
    public let deviceManufacturerIdentifier: String
    /// The electronic commerce indicator; nil if the network uses none.
    public let eciIndicator: String?
    /// The key for this account's cryptograms.
    public let cardKey: Secret

    /// Creates an account.
    public init(
        accountNumber: Secret,
        expirationDate: String,
        deviceManufacturerIdentifier: String,
        eciIndicator: String?,
        cardKey: Secret
    ) {
        self.accountNumber = accountNumber
        self.expirationDate = expirationDate
        self.deviceManufacturerIdentifier = deviceManufacturerIdentifier
        self.eciIndicator = eciIndicator
        self.cardKey = cardKey
    }
}
