public import Bytes

/// A device account: what the card network stores in a Secure Element when a card is added. It has
/// an account number of its own and the keys that authenticate its payments.
///
/// It does not contain the card's number (mission 1.4).
public struct DeviceAccount: Sendable {
    /// The device account number (DPAN), in digits.
    public let accountNumber: Secret
    /// The number in payments that give the merchant an account of its own (MPAN), in digits. It is valid
    /// without the device; nil if the network issues none.
    public var merchantAccountNumber: Secret?
    /// The expiry, `YYMMDD`, the last day of its month.
    public let expirationDate: String
    /// The manufacturer identifier of such devices, in hexadecimal, by which the token service knows
    /// the token requestor.
    public let deviceManufacturerIdentifier: String
    /// The electronic commerce indicator; nil if the network uses none.
    public let eciIndicator: String?
    /// The layout of its cryptograms.
    public let cryptogramLayout: PaymentCryptogram.Layout
    /// Its application on the chip, for payments by chip data; nil if it pays by cryptogram only.
    public let chipApplication: ChipApplication?
    /// The keys for this account's cryptograms and PINs.
    public let keys: CardKeys

    /// Creates an account.
    public init(
        accountNumber: Secret,
        expirationDate: String,
        deviceManufacturerIdentifier: String,
        eciIndicator: String?,
        cryptogramLayout: PaymentCryptogram.Layout,
        chipApplication: ChipApplication? = nil,
        keys: CardKeys
    ) {
        self.accountNumber = accountNumber
        self.expirationDate = expirationDate
        self.deviceManufacturerIdentifier = deviceManufacturerIdentifier
        self.eciIndicator = eciIndicator
        self.cryptogramLayout = cryptogramLayout
        self.chipApplication = chipApplication
        self.keys = keys
    }
}

/// An application on a payment chip.
public struct ChipApplication: Hashable, Sendable {
    /// Its identifier (84): 5 to 16 bytes.
    ///
    /// - Source: ISO/IEC 7816-5.
    public let identifier: [UInt8]

    /// Creates an application.
    public init(identifier: [UInt8]) { self.identifier = identifier }

    /// UnionPay's application for credit cards.
    public static let unionPay = ChipApplication(
        identifier: [0xa0, 0, 0, 0x03, 0x33, 0x01, 0x01, 0x02]
    )
}
