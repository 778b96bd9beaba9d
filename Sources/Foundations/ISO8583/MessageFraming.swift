internal import Bytes

/// How messages follow one another on a connection: mostly, each comes after its length.
///
/// - Source: those that the networks' hosts, jPOS's channels and the package moov-io/iso8583 have; ISO 8583 says
///   nothing of it.
public enum MessageFraming: String, Hashable, Sendable, CaseIterable {
    /// Two bytes, the more significant first.
    case binary
    /// The same, but the length counts its own two bytes.
    case binaryInclusive = "binary-inclusive"
    /// Four digits in ASCII.
    case ascii
    /// The same, but the length counts its own four digits.
    case asciiInclusive = "ascii-inclusive"
    /// Four digits in BCD, in two bytes.
    case bcd
    /// Visa's: two bytes, the more significant first, and two bytes that are zero.
    case visa
    /// Nothing: a message ends where its last field does.
    case unframed = "none"

    /// The bytes before a message.
    var headerCount: Int {
        switch self {
        case .ascii, .asciiInclusive, .visa: 4
        case .binary, .binaryInclusive, .bcd: 2
        case .unframed: 0
        }
    }

    /// The bytes of the header that a length counts.
    private var countedHeader: Int {
        self == .binaryInclusive || self == .asciiInclusive ? headerCount : 0
    }

    /// The most bytes that a message can have.
    public var limit: Int {
        let most =
            switch self {
            case .ascii, .asciiInclusive, .bcd: 9_999
            case .binary, .binaryInclusive, .visa, .unframed: 65_535
            }
        return most - countedHeader
    }

    /// A message after its length.
    ///
    /// - Throws: ``ISO8583Failure/invalidFrameLength(limit:)`` where there is no byte, or too many.
    public func frame(_ message: [UInt8]) throws(ISO8583Failure) -> [UInt8] {
        guard (1...limit).contains(message.count) else { throw .invalidFrameLength(limit: limit) }
        let count = message.count + countedHeader
        let thousands = UInt8(count / 1_000 % 10)
        let hundreds = UInt8(count / 100 % 10)
        let (tens, ones) = (UInt8(count / 10 % 10), UInt8(count % 10))
        let header: [UInt8] =
            switch self {
            case .unframed: []
            case .binary, .binaryInclusive: [UInt8(count >> 8), UInt8(count & 0xff)]
            case .visa: [UInt8(count >> 8), UInt8(count & 0xff), 0, 0]
            case .ascii, .asciiInclusive: [thousands, hundreds, tens, ones].map { 0x30 | $0 }
            case .bcd: [thousands << 4 | hundreds, tens << 4 | ones]
            }
        return header + message
    }

    /// The length of the message after a header; nil where it is no header.
    func length(_ header: ArraySlice<UInt8>) -> Int? {
        written(header).map { $0 - countedHeader }
    }

    private func written(_ header: ArraySlice<UInt8>) -> Int? {
        switch self {
        case .unframed: return nil
        case .binary, .binaryInclusive, .visa:
            guard header.dropFirst(2).allSatisfy({ $0 == 0 }) else { return nil }
            return header.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        case .ascii, .asciiInclusive:
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
    private let layout: MessageLayout
    private let limit: Int
    private var bytes = ClearedBuffer()
    private var start = 0

    /// Frames.
    ///
    /// - Parameters:
    ///   - framing: How messages follow one another.
    ///   - layout: How messages are written, which says where they end if no length does.
    ///   - limit: The most bytes that a message may have; no more than a header are kept of a longer one.
    public init(_ framing: MessageFraming, layout: MessageLayout = .ascii, limit: Int = 4_096) {
        (self.framing, self.layout) = (framing, layout)
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
    /// - Throws: ``ISO8583Failure``, such as ``ISO8583Failure/invalidFrameLength(limit:)``: what follows cannot be
    ///   told, and the connection is of no more use.
    public mutating func next() throws(ISO8583Failure) -> [UInt8]? {
        let rest = bytes[start..<bytes.count]
        if framing == .unframed { return try unframed(rest) }
        guard rest.count >= framing.headerCount else { return nil }
        guard let length = framing.length(rest.prefix(framing.headerCount)),
            (1...limit).contains(length)
        else { throw .invalidFrameLength(limit: limit) }
        guard rest.count >= framing.headerCount + length else { return nil }
        start += framing.headerCount + length
        return Array(bytes[(start - length)..<start])
    }

    /// The message that bytes begin with.
    private mutating func unframed(_ rest: ArraySlice<UInt8>) throws(ISO8583Failure) -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        var decoder = MessageDecoder(layout: layout, bytes: rest)
        do throws(ISO8583Failure) {
            _ = try decoder.message()
        } catch {
            switch error {
            case .truncated, .truncatedField:
                guard rest.count < limit else { throw .invalidFrameLength(limit: limit) }
                return nil
            default: throw error
            }
        }
        start = bytes.count - decoder.rest.count
        return Array(rest.dropLast(decoder.rest.count))
    }

    /// Requires that all messages have come whole.
    ///
    /// - Throws: ``ISO8583Failure/incompleteFrame(_:)``.
    public func finish() throws(ISO8583Failure) {
        guard start == bytes.count else { throw .incompleteFrame(bytes.count - start) }
    }
}
