/// The header before each of Visa's messages: 22 bytes, or 26 before a message that is sent back because it
/// was rejected.
///
/// - Source: the package starkbank-iso8583 for the parts, their order and lengths, and the
///   messages that its tests have for the text format 2, and for stations of decimal digits. What the
///   parts mean, and their names here, is a guess after public descriptions.
public struct VisaHeader: Hashable, Sendable {
    // Both parts are numbers and no arrays, so that a layout with a header costs no more to copy.

    /// A computer that sends or receives messages: six digits.
    public struct Station: Hashable, Sendable {
        private let number: UInt32

        /// A station; nil where it is not six digits.
        public init?(_ digits: String) {
            guard digits.utf8.count == 6, digits.utf8.allSatisfy(\.isDigit) else { return nil }
            number = digits.utf8.reduce(0) { $0 << 4 | UInt32($1 & 0x0f) }
        }

        private init() { number = 0 }

        /// 000000, where a station has no number.
        public static let none = Station()

        fileprivate init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.allSatisfy({ $0 >> 4 <= 9 && $0 & 0x0f <= 9 }) else { return nil }
            number = bytes.reduce(0) { $0 << 8 | UInt32($1) }
        }

        fileprivate var bytes: [UInt8] {
            [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }

        /// The six digits.
        public var digits: String {
            let digits = bytes.flatMap { [0x30 | $0 >> 4, 0x30 | $0 & 0x0f] }
            return String(decoding: digits, as: UTF8.self)
        }
    }

    /// Parts 7 to 12, which a network sets for itself: round-trip control, flags (2 bytes), message
    /// status flags (3), batch number, reserved (3) and user information.
    public struct Control: Hashable, Sendable {
        static let count = 11
        private let start: UInt64
        private let end: UInt32

        /// Parts 7 to 12; nil where they are not eleven bytes.
        public init?(_ bytes: some Collection<UInt8>) {
            guard bytes.count == Self.count else { return nil }
            start = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            end = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt32($1) }
        }

        private init() { (start, end) = (0, 0) }

        /// Zeros.
        public static let zero = Control()

        /// The eleven bytes.
        public var bytes: [UInt8] {
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: start >> $0) }
                + [16, 8, 0].map { UInt8(truncatingIfNeeded: end >> $0) }
        }
    }

    /// Part 2, the flags and the format of the header.
    public var format: UInt8 = 1
    /// Part 5.
    public var destination: Station
    /// Part 6.
    public var source: Station
    /// Parts 7 to 12.
    public var control: Control
    /// Part 14, why the message after it was rejected; only then there are parts 13, a bitmap, and 14.
    public var rejectCode: UInt16?

    /// The bytes of a header.
    static let count = 22
    private static let rejectionCount = 26
    /// Part 3: the text is a message of ISO 8583.
    private static let textFormat: UInt8 = 2
    /// Part 13: part 14 follows.
    private static let rejectionBitmap: [UInt8] = [0x80, 0]

    /// A header.
    public init(
        from source: Station = .none,
        to destination: Station = .none,
        control: Control = .zero
    ) {
        self.source = source
        self.destination = destination
        self.control = control
    }

    /// Reads a header.
    ///
    /// - Parameter bytes: The header, and all that it is the header of.
    /// - Throws: ``ISO8583Failure/truncated`` where the bytes end in it, and
    ///   ``ISO8583Failure/invalidHeader`` where its length is not 22 or 26, its total length is not
    ///   the number of the bytes, or a part of it has a value that no message of ISO 8583 has.
    public init(_ bytes: ArraySlice<UInt8>) throws(ISO8583Failure) {
        guard let count = bytes.first.map(Int.init) else { throw .truncated }
        guard count == Self.count || count == Self.rejectionCount else { throw .invalidHeader }
        guard bytes.count >= count else { throw .truncated }
        let parts = bytes.prefix(count)
        func part(_ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
            parts.dropFirst(offset).prefix(count)
        }
        guard part(2, 1) == [Self.textFormat], Self.number(part(3, 2)) == bytes.count,
            let destination = Station(part(5, 3)), let source = Station(part(8, 3)),
            let control = Control(part(11, Control.count))
        else { throw .invalidHeader }
        self.init(from: source, to: destination, control: control)
        format = part(1, 1).reduce(0) { $1 | $0 }
        if count == Self.rejectionCount {
            guard part(22, 2).elementsEqual(Self.rejectionBitmap) else { throw .invalidHeader }
            rejectCode = UInt16(Self.number(part(24, 2)))
        }
    }

    /// The header of a message.
    ///
    /// - Parameter count: How many bytes follow it.
    /// - Returns: The 22 or 26 bytes.
    /// - Throws: ``ISO8583Failure/invalidFrameLength(limit:)`` where a header cannot count as many.
    public func encoded(before count: Int) throws(ISO8583Failure) -> [UInt8] {
        let own = rejectCode == nil ? Self.count : Self.rejectionCount
        let limit = Int(UInt16.max)
        guard (0...(limit - own)).contains(count) else { throw .invalidFrameLength(limit: limit) }
        let start = [UInt8(own), format, Self.textFormat] + Self.bytes(UInt16(own + count))
        let stations = destination.bytes + source.bytes
        let rejection = rejectCode.map { Self.rejectionBitmap + Self.bytes($0) } ?? []
        return start + stations + control.bytes + rejection
    }

    /// The header of the answer: the stations are exchanged, and the rest is repeated.
    ///
    /// - Source: our choice.
    public var answer: VisaHeader {
        var answer = self
        answer.source = destination
        answer.destination = source
        answer.rejectCode = nil
        return answer
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bytes(_ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xff)]
    }
}
