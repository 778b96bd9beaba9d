/// The bytes of the values that are bound to a statement while it runs.
///
/// SQLite reads them where they are; a copy of its own would be an allocation for each value.
@safe
final class BoundBytes {
    private var memory: UnsafeMutableRawBufferPointer
    /// How many bytes the copies have.
    private(set) var used = 0
    /// How many bytes are allocated.
    var capacity: Int { unsafe memory.count }

    /// The size of the buffer that is kept for the next statement. Units: bytes.
    private static let size = 4_096

    init() { unsafe memory = .allocate(byteCount: Self.size, alignment: 1) }

    deinit { unsafe memory.deallocate() }

    /// Allocates what all values of a statement need, since what is bound must not move.
    func reserve(for values: [StoredValue]) {
        var count = 0
        for value in values {
            switch value {
            case .text(let text): count += text.utf8.count
            case .bytes(let bytes): count += bytes.count
            case .null, .integer: break
            }
        }
        if count > capacity { allocate(count) }
    }

    /// Copies bytes.
    ///
    /// - Returns: The first byte of the copy, which stays until ``clear()``; not nil for no bytes, which
    ///   SQLite would take for null.
    func add(_ bytes: Span<UInt8>) -> UnsafeRawPointer? {
        guard capacity - used >= bytes.count else { return nil }
        defer { used += bytes.count }
        return unsafe bytes.withUnsafeBytes { bytes in
            let place = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[used...])
            unsafe place.copyMemory(from: bytes)
            return unsafe memory.baseAddress.map { unsafe UnsafeRawPointer($0 + used) }
        }
    }

    /// Overwrites the copies, which no statement may have any more.
    func clear() {
        unsafe memory[..<used].initializeMemory(as: UInt8.self, repeating: 0)
        used = 0
        if capacity > Self.size { allocate(Self.size) }
    }

    private func allocate(_ count: Int) {
        unsafe memory.deallocate()
        unsafe memory = .allocate(byteCount: count, alignment: 1)
    }
}
