internal import Foundation

/// A message whose values are shown or withheld by their privacy.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// Creates a message without values.
    public init(stringLiteral value: String) { text = value }

    /// Creates a message with values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Whether a value is shown in the log.
///
/// A number is shown, and anything else withheld, unless the app says otherwise.
///
/// - Source: https://developer.apple.com/documentation/os/generating-log-messages-from-your-code
public struct OSLogPrivacy: Equatable, Sendable {
    /// The text that stands for a withheld value.
    public enum Mask: Sendable {
        /// The same text for each value.
        case none
        /// A text that is the same for equal values of one process.
        case hash
    }

    private enum Choice { case auto, shown, withheld }

    private let choice: Choice
    private let mask: Mask

    /// Shown if it is a number.
    public static let auto = auto(mask: .none)
    /// Shown.
    public static let `public` = OSLogPrivacy(choice: .shown, mask: .none)
    /// Withheld.
    public static let `private` = `private`(mask: .none)
    /// Withheld, also where private values are shown.
    public static let sensitive = `private`(mask: .none)

    /// Shown if it is a number.
    public static func auto(mask: Mask) -> OSLogPrivacy { .init(choice: .auto, mask: mask) }
    /// Withheld.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        .init(choice: .withheld, mask: mask)
    }
    /// Withheld.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { `private`(mask: mask) }

    func text(of value: String, isNumber: Bool) -> String {
        if choice == .shown || choice == .auto && isNumber { return value }
        return mask == .none
            ? "<private>" : "<mask.hash: \(String(UInt(bitPattern: value.hashValue), radix: 16))>"
    }
}

/// The format of an integer in a message.
public enum OSLogIntegerFormatting: Sendable {
    /// Decimal digits.
    case decimal
    /// Hexadecimal digits.
    case hex
}

/// The format of a number with a fraction in a message.
public struct OSLogFloatFormatting: Sendable {
    let precision: Int

    /// Six digits after the point.
    public static let fixed = fixed(precision: 6)

    /// Some digits after the point.
    public static func fixed(precision: Int) -> OSLogFloatFormatting { .init(precision: precision) }
}

/// Builds a message of its text and values.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    private(set) var text = ""

    /// Creates an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    // A format has no default: with one, Swift prefers the method for any description.
    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: some FixedWidthInteger,
        privacy: OSLogPrivacy = .auto
    ) { add(String(number), privacy, isNumber: true) }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: some FixedWidthInteger,
        format: OSLogIntegerFormatting,
        privacy: OSLogPrivacy = .auto
    ) { add(String(number, radix: format == .hex ? 16 : 10), privacy, isNumber: true) }

    /// Adds a number with a fraction.
    public mutating func appendInterpolation(
        _ number: some BinaryFloatingPoint & CustomStringConvertible,
        privacy: OSLogPrivacy = .auto
    ) { appendInterpolation(number, format: .fixed, privacy: privacy) }

    /// Adds a number with a fraction.
    public mutating func appendInterpolation(
        _ number: some BinaryFloatingPoint,
        format: OSLogFloatFormatting,
        privacy: OSLogPrivacy = .auto
    ) { add(String(format: "%.\(format.precision)f", Double(number)), privacy, isNumber: true) }

    /// Adds true or false.
    public mutating func appendInterpolation(_ isTrue: Bool, privacy: OSLogPrivacy = .auto) {
        add("\(isTrue)", privacy, isNumber: true)
    }

    /// Adds a value's description.
    public mutating func appendInterpolation(
        _ value: some CustomStringConvertible,
        privacy: OSLogPrivacy = .auto
    ) { add(value.description, privacy, isNumber: false) }

    /// Adds the name of a type.
    public mutating func appendInterpolation(_ type: any Any.Type, privacy: OSLogPrivacy = .auto) {
        add("\(type)", privacy, isNumber: false)
    }

    /// Adds an error.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ error: any Error, privacy: OSLogPrivacy = .auto) {
        add("\(error)", privacy, isNumber: false)
    }

    private mutating func add(_ value: String, _ privacy: OSLogPrivacy, isNumber: Bool) {
        text += privacy.text(of: value, isNumber: isNumber)
    }
}
