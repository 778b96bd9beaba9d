/// The names of one object while it is parsed.
///
/// Few names are compared one by one, without an allocation. More are found by a hash whose seed
/// differs from process to process, so names cannot be chosen to collide; an object costs
/// time in proportion to its bytes.
struct JSONNameSet {
    /// How many names are compared one by one.
    private static let comparedAtMost = 8

    private var few: [Int] = []
    private var byHash: [Int: Int] = [:]
    /// Names whose hash is another name's, which chance makes hardly ever.
    private var collided: [Int] = []
    private var count = 0

    init() { few.reserveCapacity(Self.comparedAtMost) }

    /// Adds a name, by the index of its node; false if it is there already.
    mutating func insert(
        _ name: Int,
        of nodes: [JSONNode],
        in bytes: Span<UInt8>
    ) throws(JSONFailure) -> Bool {
        guard count < JSONDocument.memberLimit else {
            throw .tooManyMembers(limit: JSONDocument.memberLimit)
        }
        count += 1
        if count <= Self.comparedAtMost {
            if Self.contains(few, nodes[name], of: nodes, in: bytes) { return false }
            few.append(name)
            return true
        }
        if byHash.isEmpty {
            byHash.reserveCapacity(4 * Self.comparedAtMost)
            for earlier in few { remember(earlier, hash: Self.hash(nodes[earlier], in: bytes)) }
        }
        let hash = Self.hash(nodes[name], in: bytes)
        let other = byHash[hash]
        let isThere =
            other.map { JSONText.isEqual(nodes[name], to: nodes[$0], in: bytes) } ?? false
            || Self.contains(collided, nodes[name], of: nodes, in: bytes)
        if !isThere { remember(name, hash: hash) }
        return !isThere
    }

    private mutating func remember(_ name: Int, hash: Int) {
        if byHash[hash] == nil { byHash[hash] = name } else { collided.append(name) }
    }

    private static func contains(
        _ names: [Int],
        _ node: JSONNode,
        of nodes: [JSONNode],
        in bytes: Span<UInt8>
    ) -> Bool {
        for other in names where JSONText.isEqual(node, to: nodes[other], in: bytes) { return true }
        return false
    }

    private static func hash(_ node: JSONNode, in bytes: Span<UInt8>) -> Int {
        var hasher = Hasher()
        var word: UInt64 = 0
        var filled = 0
        JSONText.forEachByte(of: node, in: bytes) { byte in
            word = word << 8 | UInt64(byte)
            filled += 1
            if filled % 8 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(filled)
        return hasher.finalize()
    }
}
