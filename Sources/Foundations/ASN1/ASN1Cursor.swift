/// Walks through BER in one pass, in the order in which the schema expects the elements.
///
/// The caller says which tag must come next; there is no tree and nothing is copied. Definite
/// lengths must be in their shortest form, as DER has them. Indefinite lengths are accepted for
/// the constructed elements that are ``enter(_:)``ed, because Apple signs tokens in that form.
///
/// - Source: ITU-T X.690 § 8.1.
public struct ASN1Cursor: Sendable {
    /// The bytes that are walked through.
    public let bytes: [UInt8]
    private var position: Int
    private var ends: [Int?]
    /// The nesting depth of signed data, for which memory is reserved.
    private static let usualDepth = 8

    /// Starts at the beginning.
    public init(_ bytes: [UInt8]) {
        self.init(bytes, in: 0..<bytes.count)
    }

    /// Starts at the beginning of a part.
    public init(_ bytes: [UInt8], in part: Range<Int>) {
        self.bytes = bytes
        position = part.lowerBound
        ends = []
        ends.reserveCapacity(Self.usualDepth)
        ends.append(part.upperBound)
    }

    /// Whether the next element has this tag.
    public func isNext(_ tag: ASN1Tag) -> Bool {
        !isAtEnd && bytes[position] == tag.byte
    }

    /// Whether nothing is left inside the element that was entered last.
    public var isAtEnd: Bool {
        guard let end = ends.last else { return true }
        if let end { return position >= end }
        return position + 2 > bytes.count || bytes[position] == 0 && bytes[position + 1] == 0
    }

    /// Goes into a constructed element.
    public mutating func enter(_ tag: ASN1Tag) throws(ASN1Failure) {
        try expect(tag)
        if position < limit, bytes[position] == 0x80 {
            guard tag.byte & 0x20 != 0 else { throw .indefiniteLength(offset: position) }
            position += 1
            ends.append(nil)
        } else {
            let length = try length()
            ends.append(position + length)
        }
    }

    /// Goes out of the element that was entered last, which must be used up.
    public mutating func leave() throws(ASN1Failure) {
        guard ends.count > 1, let end = ends.last else { throw .trailingBytes(offset: position) }
        if let end {
            guard position == end else { throw .trailingBytes(offset: position) }
        } else {
            guard position + 2 <= limit else { throw .truncated }
            guard bytes[position] == 0, bytes[position + 1] == 0 else {
                throw .trailingBytes(offset: position)
            }
            position += 2
        }
        ends.removeLast()
    }

    /// Takes the next element, of definite length, whole.
    public mutating func take(_ tag: ASN1Tag) throws(ASN1Failure) -> ASN1Element {
        let start = position
        try expect(tag)
        let length = try length()
        let content = position..<(position + length)
        position += length
        return ASN1Element(whole: start..<position, content: content)
    }

    /// Ends the walk: nothing may be left.
    public func finish() throws(ASN1Failure) {
        guard ends.count == 1, let end = ends[0], position == end else {
            throw .trailingBytes(offset: position)
        }
    }

    private var limit: Int {
        for case let end? in ends.reversed() { return end }
        return bytes.count
    }

    private mutating func expect(_ tag: ASN1Tag) throws(ASN1Failure) {
        guard position < limit else { throw .truncated }
        guard bytes[position] == tag.byte else { throw .unexpectedTag(offset: position) }
        position += 1
    }

    private mutating func length() throws(ASN1Failure) -> Int {
        let start = position
        let length = try ASN1Length.read(
            bytes,
            at: &position,
            before: limit,
            mustBeShortest: true
        )
        guard let length else { throw .indefiniteLength(offset: start) }
        return length
    }
}

/// Where an element stands.
public struct ASN1Element: Hashable, Sendable {
    /// The element with its tag and length.
    public let whole: Range<Int>
    /// The range of its content.
    public let content: Range<Int>
}
