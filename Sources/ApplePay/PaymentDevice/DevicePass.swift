public import PaymentRequest

/// A payment pass as an app may see it: no number but its last digits.
///
/// - Source: Apple, PassKit, `PKSecureElementPass`.
public struct DevicePass: Hashable, Sendable {
    /// The wallet's name for the card.
    public let serialNumber: String
    /// What a person calls it, such as "Visa 1111".
    public let localizedName: String
    /// Who issued it.
    public let organizationName: String
    /// The card's network.
    public let network: PaymentNetwork
    /// A name for the card's account that says nothing about its number.
    public let primaryAccountIdentifier: String
    /// The last digits of the card's number.
    public let primaryAccountNumberSuffix: String
    /// A name for the device's account that says nothing about its number.
    public let deviceAccountIdentifier: String
    /// The last digits of the device's account.
    public let deviceAccountNumberSuffix: String
    /// Whether it is on the paired watch.
    public let isRemote: Bool

    /// A pass.
    public init(
        serialNumber: String,
        localizedName: String,
        organizationName: String,
        network: PaymentNetwork,
        primaryAccountIdentifier: String,
        primaryAccountNumberSuffix: String,
        deviceAccountIdentifier: String,
        deviceAccountNumberSuffix: String,
        isRemote: Bool = false
    ) {
        self.serialNumber = serialNumber
        self.localizedName = localizedName
        self.organizationName = organizationName
        self.network = network
        self.primaryAccountIdentifier = primaryAccountIdentifier
        self.primaryAccountNumberSuffix = primaryAccountNumberSuffix
        self.deviceAccountIdentifier = deviceAccountIdentifier
        self.deviceAccountNumberSuffix = deviceAccountNumberSuffix
        self.isRemote = isRemote
    }
}
