public import Bytes

/// What the card network puts into a Secure Element when a card is added to a wallet: an account
/// number of this device's own, and the key that proves its payments.
///
/// The card's own number is not among it (mission 1.4).
public struct DeviceAccount: Sendable {
    /// The device account number (DPAN), in digits.
    public let accountNumber: Secret
    /// When it ends, `YYMMDD`, the last day of its month.
    public let expirationDate: String
    /// The network's manufacturer identifier for devices of this kind, in hexadecimal.
    public let deviceManufacturerIdentifier: String
    /// The commerce indicator that the network wants sent, where it wants one.
    public let eciIndicator: String?
    /// The key under which this account's cryptograms are made.
    public let cardKey: Secret

    /// An account as the network issues it.
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
