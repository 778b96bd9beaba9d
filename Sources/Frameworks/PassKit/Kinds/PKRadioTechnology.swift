// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The radio technology between a pass and a reader. Since iOS 14.5.
public struct PKRadioTechnology: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Near-field communication.
    public static let NFC = PKRadioTechnology(rawValue: 1 << 0)
    /// Bluetooth.
    public static let bluetooth = PKRadioTechnology(rawValue: 1 << 1)
}
