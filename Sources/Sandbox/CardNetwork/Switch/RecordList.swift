/// Records in the order in which they were added, in blocks: to add one moves none of the others, which in
/// an array would take long while the network's lock is held.
struct RecordList<Record: Sendable>: Sendable {
    private static var blockLength: Int { 256 }

    private var blocks: [[Record]] = []
    /// How many there are.
    private(set) var count = 0

    /// The record with a number; 0 for the first.
    subscript(number: Int) -> Record {
        _read { yield blocks[number / Self.blockLength][number % Self.blockLength] }
        _modify { yield &blocks[number / Self.blockLength][number % Self.blockLength] }
    }

    /// Adds a record.
    ///
    /// - Returns: Its number.
    @discardableResult
    mutating func append(_ record: Record) -> Int {
        if count.isMultiple(of: Self.blockLength) {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(Self.blockLength)
        }
        blocks[blocks.count - 1].append(record)
        count += 1
        return count - 1
    }
}

extension RecordList: Sequence {
    /// All records, in order.
    func makeIterator() -> FlattenSequence<[[Record]]>.Iterator { blocks.joined().makeIterator() }
}
