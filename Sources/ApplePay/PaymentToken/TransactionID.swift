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
    /// The number of bytes of an identifier.
    public static let length = 32

    /// The identifier.
    public let bytes: [UInt8]

    /// Creates an identifier, as a device does for each payment.
    public init(drawnFrom randomness: any Randomness) {
        bytes = randomness.bytes(Self.length)
    }

    /// Creates an identifier from bytes; nil if there are not 32.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// The form in a token's header.
    public var lowercaseHexadecimal: String { Hexadecimal.encode(bytes) }

    /// The form of `PKPaymentToken.transactionIdentifier`.
    public var transactionIdentifier: String { lowercaseHexadecimal.uppercased() }
}

extension TransactionID: CustomStringConvertible {
    /// The identifier in upper-case hexadecimal.
    public var description: String { transactionIdentifier }
}
