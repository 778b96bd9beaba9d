internal import Bytes

/// The identifier of the payment transaction that a token was made for: 32 bytes, unique for ever.
///
/// It is no secret, and may stand on a receipt.
///
/// - Source: Apple, *PKPaymentToken.transactionIdentifier* and *Payment Token Format Reference*,
///   header key `transactionId` (mission 11.5).
public struct TransactionIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// An identifier by its bytes, or nil unless there are 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 hexadecimal digits, or nil where the text is something else.
    public init?(hexadecimal text: String) {
        guard let bytes = try? Hexadecimal.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The identifier as 64 hexadecimal digits in lower case.
    public var hexadecimal: String { Hexadecimal.encode(bytes) }

    /// The identifier as 64 hexadecimal digits in lower case.
    public var description: String { hexadecimal }
}
