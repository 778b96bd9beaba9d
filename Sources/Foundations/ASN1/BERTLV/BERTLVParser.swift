/// Reads bytes into nodes. One pass; no recursion deeper than ``DataObjects/depthLimit``.
struct BERTLVParser {
    private(set) var nodes: [DataObjectNode] = []
    private var position = 0

    mutating func parse(
        _ bytes: Span<UInt8>,
        until end: Int,
        depth: Int
    ) throws(BERTLVFailure) {
        guard depth <= DataObjects.depthLimit else {
            throw .tooDeep(limit: DataObjects.depthLimit)
        }
        let first = nodes.count
        while position < end {
            guard bytes[position] != 0 else {
                position += 1
                continue
            }
            let start = position
            let tag = try tag(bytes, until: end)
            try refuse(tag, at: start, among: first)
            let length = try length(bytes, until: end, of: start)
            guard length <= end - position else { throw .truncated(offset: start) }
            guard nodes.count < DataObjects.countLimit else {
                throw .tooManyObjects(limit: DataObjects.countLimit)
            }
            let index = nodes.count
            let value = position..<(position + length)
            nodes.append(DataObjectNode(tag: tag, value: value, next: index + 1))
            if tag.isTemplate {
                try parse(bytes, until: value.upperBound, depth: depth + 1)
                nodes[index].next = nodes.count
            }
            position = value.upperBound
        }
    }

    private mutating func tag(
        _ bytes: Span<UInt8>,
        until end: Int
    ) throws(BERTLVFailure) -> DataObjectTag {
        let start = position
        var number = UInt32(bytes[position])
        var isLast = number & 0x1f != 0x1f
        position += 1
        while !isLast {
            guard position < end else { throw .truncated(offset: start) }
            let byte = bytes[position]
            let isLeadingZero = position == start + 1 && byte == 0x80
            guard !isLeadingZero, position - start < DataObjectTag.byteLimit else {
                throw .invalidTag(offset: start)
            }
            number = number << 8 | UInt32(byte)
            isLast = byte & 0x80 == 0
            position += 1
        }
        return DataObjectTag(number)
    }

    private mutating func length(
        _ bytes: Span<UInt8>,
        until end: Int,
        of object: Int
    ) throws(BERTLVFailure) -> Int {
        guard position < end else { throw .truncated(offset: object) }
        let (start, first) = (position, bytes[position])
        position += 1
        guard first & 0x80 != 0 else { return Int(first) }
        guard first != 0x80 else { throw .indefiniteLength(offset: start) }
        let count = Int(first & 0x7f)
        guard count <= 3 else { throw .invalidLength(offset: start) }
        guard count <= end - position else { throw .truncated(offset: object) }
        var length = 0
        for _ in 0..<count {
            length = length << 8 | Int(bytes[position])
            position += 1
        }
        return length
    }

    private func refuse(
        _ tag: DataObjectTag,
        at start: Int,
        among first: Int
    ) throws(BERTLVFailure) {
        var sibling = first
        while sibling < nodes.count {
            guard nodes[sibling].tag != tag else { throw .repeatedTag(offset: start) }
            sibling = nodes[sibling].next
        }
    }
}
