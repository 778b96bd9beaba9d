internal import Bytes
public import World

/// The identifier of one payment: 32 bytes.
///
/// Apple writes it in lower-case hexadecimal inside a token and in upper case outside, so it is
/// compared and stored as bytes. The app shows it on receipts (mission 11.5).
///
/// - Source: Apple, *Payment token format reference*, `transactionId`; the length is measured on
///   real tokens.
public struct TransactionID: Hashable, Sendable {
    /// How many bytes an identifier has.
    public static let length = 32

    /// The identifier.
    public let bytes: [UInt8]

    /// A new identifier, as the device makes one for each payment.
    public init(drawnFrom randomness: any Randomness) {
        bytes = randomness.bytes(Self.length)
    }

    /// An identifier of these bytes, or nil where there are not 32.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// As it stands in a token's header.
    public var lowercaseHexadecimal: String { Hexadecimal.encode(bytes) }

    /// As `PKPaymentToken.transactionIdentifier` has it.
    public var transactionIdentifier: String { lowercaseHexadecimal.uppercased() }
}

extension TransactionID: CustomStringConvertible {
    /// The identifier in upper-case hexadecimal.
    public var description: String { transactionIdentifier }
}
