// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// How a card's data is sealed on its way into the wallet (mission 2.8).
public struct PKEncryptionScheme: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// The scheme with a name; every text makes one.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Agreement on a key over an elliptic curve. Since iOS 9.
    public static let ECC_V2 = PKEncryptionScheme(rawValue: "EV_ECC_v2")
    /// A key wrapped with RSA. Since iOS 10.
    public static let RSA_V2 = PKEncryptionScheme(rawValue: "EV_RSA_v2")
}
