/// Bytes among which there may be secrets, such as a message with a card number. Each allocation is
/// overwritten before it is freed, also those that were left when the buffer grew.
///
/// A part that is taken without a copy must not outlive it: then the bytes stay in memory.
public struct ClearedBuffer: Hashable, Sendable {
    // Open to the compiler in other modules, which otherwise appends byte by byte.
    @usableFromInline
    final class Storage: @unchecked Sendable {
        @usableFromInline var bytes: [UInt8] = []

        @usableFromInline
        init(capacity: Int) { bytes.reserveCapacity(capacity) }

        deinit { bytes.clear() }
    }

    @usableFromInline var storage: Storage

    /// No bytes.
    ///
    /// - Parameter capacity: How many can be added without a copy.
    public init(capacity: Int = 0) { storage = Storage(capacity: capacity) }

    /// The bytes, without a copy.
    @inlinable public var bytes: [UInt8] { storage.bytes }
    /// Whether there are none.
    @inlinable public var isEmpty: Bool { storage.bytes.isEmpty }
    /// How many bytes there are.
    @inlinable public var count: Int { storage.bytes.count }

    /// Some of the bytes, without a copy.
    @inlinable public subscript(range: Range<Int>) -> ArraySlice<UInt8> { storage.bytes[range] }

    /// Adds bytes at the end.
    @inlinable
    public mutating func append(_ new: some Collection<UInt8>) {
        makeSpace(for: new.count)
        storage.bytes.append(contentsOf: new)
    }

    /// Puts other bytes in the place of some.
    @inlinable
    public mutating func replace(_ range: Range<Int>, with new: some Collection<UInt8>) {
        if new.count >= range.count {
            makeSpace(for: new.count - range.count)
            storage.bytes.replaceSubrange(range, with: new)
        } else {
            // What follows would move forward in the allocation and leave its last bytes behind.
            let shorter = Storage(capacity: count)
            shorter.bytes += storage.bytes[..<range.lowerBound]
            shorter.bytes += new
            shorter.bytes += storage.bytes[range.upperBound...]
            storage = shorter
        }
    }

    /// Puts other bytes in the place of as many, from an offset on.
    public mutating func overwrite(from start: Int, with new: Span<UInt8>) {
        makeSpace(for: 0)
        for index in new.indices { storage.bytes[start + index] = new[index] }
    }

    /// Makes space for more bytes in an allocation that no other buffer has.
    @inlinable
    public mutating func makeSpace(for more: Int) {
        let needed = count + more
        guard !isKnownUniquelyReferenced(&storage) || storage.bytes.capacity < needed else {
            return
        }
        let larger = Storage(capacity: max(needed, 2 * count))
        larger.bytes += storage.bytes
        storage = larger
    }

    /// Whether two buffers hold the same bytes. It is not made for comparing secrets: its time depends on them.
    public static func == (left: ClearedBuffer, right: ClearedBuffer) -> Bool {
        left.storage === right.storage || left.storage.bytes == right.storage.bytes
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.bytes) }
}

extension ClearedBuffer: CustomStringConvertible, CustomReflectable {
    /// How many bytes are withheld.
    public var description: String { "(\(count) bytes)" }
    /// Nothing of the bytes.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
