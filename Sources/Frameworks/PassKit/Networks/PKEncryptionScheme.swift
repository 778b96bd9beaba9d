// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// How a card's data is encrypted when it is added to the wallet (mission 2.8).
public struct PKEncryptionScheme: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Creates a scheme from a name. Any string is accepted.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Elliptic-curve key agreement. Since iOS 9.
    public static let ECC_V2 = PKEncryptionScheme(rawValue: "EV_ECC_v2")
    /// RSA key wrapping. Since iOS 10.
    public static let RSA_V2 = PKEncryptionScheme(rawValue: "EV_RSA_v2")
}
