public import Bytes

/// The fields of a message in the order of their numbers, in one buffer.
///
/// A number may be any: that a layout has the field is checked when the message is encoded. The buffer is
/// overwritten when it is released, because a message may hold a card number.
public struct MessageFields: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let number: Int
        var end: Int
    }

    /// Bytes for which there is space at first: most messages have fewer.
    private static let usualCount = 384
    /// Fields for which there is space at first.
    private static let usualFields = 24

    private var entries: [Entry] = []
    private var bytes = ClearedBuffer()

    /// No fields.
    public init() {}

    /// Fields with these values, by number.
    public init(_ values: [Int: [UInt8]]) {
        for (number, value) in values.sorted(by: { $0.key < $1.key }) { append(value, as: number) }
    }

    /// The numbers, in order.
    public var numbers: [Int] { entries.map(\.number) }

    /// How many bytes the values have.
    var byteCount: Int { bytes.count }

    /// How many fields there are.
    public var count: Int { entries.count }

    /// The value of a field; nil where there is none. Setting nil removes the field.
    public subscript(number: Int) -> [UInt8]? {
        get { value(number).map(Array.init) }
        set { set(newValue, as: number) }
    }

    /// The value of a field without a copy; nil where there is none.
    public func value(_ number: Int) -> ArraySlice<UInt8>? { position(of: number).map(value(at:)) }

    /// Sets the value of a field, or removes the field.
    public mutating func set(_ value: (some Collection<UInt8>)?, as number: Int) {
        if entries.last.map({ $0.number < number }) ?? true {
            guard let value else { return }
            if entries.isEmpty { reserve(fields: Self.usualFields, bytes: Self.usualCount) }
            return append(value, as: number)
        }
        let position = entries.lastIndex { $0.number < number }.map { $0 + 1 } ?? 0
        let exists = position < entries.count && entries[position].number == number
        guard let value else {
            if exists { remove(at: position) }
            return
        }
        if exists {
            let change = value.count - range(at: position).count
            bytes.replace(range(at: position), with: value)
            moveEnds(from: position, by: change)
        } else {
            let start = start(at: position)
            bytes.replace(start..<start, with: value)
            entries.insert(Entry(number: number, end: start), at: position)
            moveEnds(from: position, by: value.count)
        }
    }

    /// Sets the value of a field to a secret, of which no other copy is made; or removes the field.
    public mutating func set(_ secret: Secret?, as number: Int) {
        guard let secret else { return set(nil as [UInt8]?, as: number) }
        set(repeatElement(UInt8(0), count: secret.count), as: number)
        guard let position = position(of: number) else { return }
        let start = start(at: position)
        secret.withBytes { bytes.overwrite(from: start, with: $0) }
    }

    /// Sets the value of a field to a text, or removes the field.
    public mutating func set(_ text: String?, as number: Int) { set(text?.utf8, as: number) }

    /// Makes space, so that fields can be added without copying those that are there.
    mutating func reserve(fields: Int, bytes count: Int) {
        entries.reserveCapacity(fields)
        bytes.makeSpace(for: count)
    }

    /// Adds a field after all others.
    mutating func append(_ value: some Collection<UInt8>, as number: Int) {
        bytes.append(value)
        entries.append(Entry(number: number, end: bytes.count))
    }

    /// The position of a field in the order; nil where there is none.
    public func position(of number: Int) -> Int? {
        // There are few.
        entries.firstIndex { $0.number == number }
    }

    /// The value at a position.
    public func value(at position: Int) -> ArraySlice<UInt8> { bytes[range(at: position)] }

    private func start(at position: Int) -> Int { position == 0 ? 0 : entries[position - 1].end }

    private func range(at position: Int) -> Range<Int> {
        start(at: position)..<entries[position].end
    }

    private mutating func remove(at position: Int) {
        let range = range(at: position)
        bytes.replace(range, with: EmptyCollection())
        entries.remove(at: position)
        moveEnds(from: position, by: -range.count)
    }

    private mutating func moveEnds(from position: Int, by change: Int) {
        for index in position..<entries.count { entries[index].end += change }
    }
}

extension MessageFields: ExpressibleByDictionaryLiteral {
    /// Fields with these values, by number.
    public init(dictionaryLiteral values: (Int, [UInt8])...) {
        for (number, value) in values { set(value, as: number) }
    }
}

extension MessageFields: Sequence {
    /// The fields in the order of their numbers.
    public struct Iterator: IteratorProtocol {
        fileprivate let fields: MessageFields
        fileprivate var position = 0

        /// The next field.
        public mutating func next() -> (number: Int, value: ArraySlice<UInt8>)? {
            guard position < fields.entries.count else { return nil }
            defer { position += 1 }
            return (fields.entries[position].number, fields.value(at: position))
        }
    }

    /// The fields in the order of their numbers.
    public func makeIterator() -> Iterator { Iterator(fields: self) }
}
