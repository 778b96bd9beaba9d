internal import Bytes

/// How messages follow one another on a connection: each comes after its length.
///
/// - Source: the four that the networks' hosts and the package moov-io/iso8583 have; ISO 8583 says
///   nothing of it.
public enum MessageFraming: String, Hashable, Sendable, CaseIterable {
    /// Two bytes, the more significant first.
    case binary
    /// Four digits in ASCII.
    case ascii
    /// Four digits in BCD, in two bytes.
    case bcd
    /// Visa's: two bytes, the more significant first, and two bytes that are zero.
    case visa

    /// The bytes before a message.
    var headerCount: Int { self == .ascii || self == .visa ? 4 : 2 }

    /// The most bytes that a message can have.
    public var limit: Int { self == .ascii || self == .bcd ? 9_999 : 65_535 }

    /// A message after its length.
    ///
    /// - Throws: ``ISO8583Failure/invalidFrameLength(limit:)`` where there is no byte, or too many.
    public func frame(_ message: [UInt8]) throws(ISO8583Failure) -> [UInt8] {
        let count = message.count
        guard (1...limit).contains(count) else { throw .invalidFrameLength(limit: limit) }
        let thousands = UInt8(count / 1_000 % 10)
        let hundreds = UInt8(count / 100 % 10)
        let (tens, ones) = (UInt8(count / 10 % 10), UInt8(count % 10))
        let header: [UInt8] =
            switch self {
            case .binary: [UInt8(count >> 8), UInt8(count & 0xff)]
            case .visa: [UInt8(count >> 8), UInt8(count & 0xff), 0, 0]
            case .ascii: [thousands, hundreds, tens, ones].map { 0x30 | $0 }
            case .bcd: [thousands << 4 | hundreds, tens << 4 | ones]
            }
        return header + message
    }

    /// The length that a header says; nil where it is no header.
    func length(_ header: ArraySlice<UInt8>) -> Int? {
        switch self {
        case .binary, .visa:
            guard header.dropFirst(2).allSatisfy({ $0 == 0 }) else { return nil }
            return header.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        case .ascii:
            guard header.allSatisfy(\.isDigit) else { return nil }
            return header.reduce(0) { $0 * 10 + Int($1 & 0x0f) }
        case .bcd:
            guard header.allSatisfy({ $0 >> 4 <= 9 && $0 & 0x0f <= 9 }) else { return nil }
            return header.reduce(0) { $0 * 100 + Int($1 >> 4) * 10 + Int($1 & 0x0f) }
        }
    }
}

/// Finds messages in the bytes that come from a connection, in whatever pieces they come. What was taken
/// out is overwritten, because a message may hold a card number.
public struct MessageFrames: Sendable {
    private let framing: MessageFraming
    private let limit: Int
    private var bytes = ClearedBuffer()
    private var start = 0

    /// Frames.
    ///
    /// - Parameters:
    ///   - framing: How messages follow one another.
    ///   - limit: The most bytes that a message may have; no more than a header are kept of a longer one.
    public init(_ framing: MessageFraming, limit: Int = 4_096) {
        self.framing = framing
        self.limit = min(limit, framing.limit)
    }

    /// Takes what has come.
    public mutating func append(_ received: some Collection<UInt8>) {
        if start > 0 {
            bytes.replace(0..<start, with: EmptyCollection())
            start = 0
        }
        bytes.append(received)
    }

    /// The next message; nil where it has not come whole.
    ///
    /// - Throws: ``ISO8583Failure/invalidFrameLength(limit:)``: what follows cannot be told, and the
    ///   connection is of no more use.
    public mutating func next() throws(ISO8583Failure) -> [UInt8]? {
        let rest = bytes[start..<bytes.count]
        guard rest.count >= framing.headerCount else { return nil }
        guard let length = framing.length(rest.prefix(framing.headerCount)),
            (1...limit).contains(length)
        else { throw .invalidFrameLength(limit: limit) }
        guard rest.count >= framing.headerCount + length else { return nil }
        start += framing.headerCount + length
        return Array(bytes[(start - length)..<start])
    }
}
