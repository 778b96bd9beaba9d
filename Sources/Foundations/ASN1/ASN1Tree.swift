/// Every element of a BER text, with the place of each of its bytes: for views of what was sent.
///
/// Nothing is checked beyond the form: what verifies uses ``ASN1Cursor``, which knows what must come.
///
/// - Source: ITU-T X.690 § 8.1.
public struct ASN1Tree: Hashable, Sendable {
    /// The maximum depth of elements that are read.
    public static let depthLimit = 32
    /// The maximum number of elements that are read.
    public static let elementLimit = 4_096

    /// An element.
    public struct Element: Hashable, Sendable {
        /// The identifier byte.
        public let identifier: UInt8
        /// The identifier and the length.
        public let header: Range<Int>
        /// The range of its content.
        public let content: Range<Int>
        /// The two bytes that end an element of indefinite length; empty for another.
        public let end: Range<Int>
        /// The elements in it; empty for a primitive one.
        public let elements: [Element]

        /// Whether it consists of elements.
        public var isConstructed: Bool { identifier & 0x20 != 0 }
        /// Whether its length is indefinite.
        public var isIndefinite: Bool { !end.isEmpty }
        /// All of its bytes.
        public var whole: Range<Int> { header.lowerBound..<end.upperBound }
    }

    /// The only element of the text.
    public let root: Element

    /// Reads bytes that are one element.
    ///
    /// - Throws: ``ASN1Failure``.
    public init(_ bytes: [UInt8]) throws(ASN1Failure) {
        var reader = Reader(bytes: bytes)
        root = try reader.element(before: bytes.count, depth: 0)
        guard root.end.upperBound == bytes.count else {
            throw .trailingBytes(offset: root.end.upperBound)
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0
        var count = 0

        mutating func element(before limit: Int, depth: Int) throws(ASN1Failure) -> Element {
            let start = position
            count += 1
            guard depth < ASN1Tree.depthLimit, count <= ASN1Tree.elementLimit else {
                throw .invalidContent(offset: start)
            }
            guard position + 2 <= limit else { throw .truncated }
            let identifier = bytes[position]
            // Tags above 30 take more bytes; nothing of Apple's has one.
            guard identifier & 0x1f != 0x1f else { throw .unexpectedTag(offset: start) }
            position += 1
            let length = try ASN1Length.read(
                bytes,
                at: &position,
                before: limit,
                mustBeShortest: false
            )
            let header = start..<position
            let isConstructed = identifier & 0x20 != 0
            guard let length else {
                guard isConstructed else { throw .indefiniteLength(offset: start) }
                return try indefinite(identifier, header, before: limit, depth)
            }
            let content = position..<position + length
            var elements: [Element] = []
            if isConstructed {
                while position < content.upperBound {
                    elements.append(try element(before: content.upperBound, depth: depth + 1))
                }
            }
            position = content.upperBound
            return Element(
                identifier: identifier,
                header: header,
                content: content,
                end: position..<position,
                elements: elements
            )
        }

        private mutating func indefinite(
            _ identifier: UInt8,
            _ header: Range<Int>,
            before limit: Int,
            _ depth: Int
        ) throws(ASN1Failure) -> Element {
            var elements: [Element] = []
            while true {
                guard position + 2 <= limit else { throw .truncated }
                if bytes[position] == 0, bytes[position + 1] == 0 { break }
                elements.append(try element(before: limit, depth: depth + 1))
            }
            let content = header.upperBound..<position
            position += 2
            return Element(
                identifier: identifier,
                header: header,
                content: content,
                end: content.upperBound..<position,
                elements: elements
            )
        }
    }
}
