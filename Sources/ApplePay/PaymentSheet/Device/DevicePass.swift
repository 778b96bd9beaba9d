public import PaymentRequest

/// A payment pass, as far as an app may see it: only the last digits of its numbers.
///
/// - Source: Apple, PassKit, `PKSecureElementPass`.
public struct DevicePass: Hashable, Sendable {
    /// The serial number.
    public let serialNumber: String
    /// The name that the user sees, such as "Visa 1111".
    public let localizedName: String
    /// Who issued it.
    public let organizationName: String
    /// The card's network.
    public let network: PaymentNetwork
    /// An identifier of the card's account that does not reveal its number.
    public let primaryAccountIdentifier: String
    /// The last digits of the card's number.
    public let primaryAccountNumberSuffix: String
    /// An identifier of the device's account that does not reveal its number.
    public let deviceAccountIdentifier: String
    /// The last digits of the device's account number.
    public let deviceAccountNumberSuffix: String
    /// Whether it is on the paired watch.
    public let isRemote: Bool

    /// Creates a pass.
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
