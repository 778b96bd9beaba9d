/// Bytes, and what each of them is.
///
/// Every byte is in exactly one of ``segments``, in their order. ``nodes`` is the outline: a node has the
/// bytes of the nodes in it, too.
package struct ByteMap: Hashable, Sendable {
    /// The role of a segment's bytes in its node.
    package enum Role: String, Hashable, Sendable {
        /// The identifier and the length of an ASN.1 element, or what stands around a value.
        case frame
        /// The value.
        case value
        /// The end of an element of indefinite length.
        case end
    }

    /// The kind of a node's value, for its colour.
    package enum Kind: String, Hashable, Sendable {
        /// It has other nodes in it.
        case structure
        /// A number, a text or a time.
        case plain
        /// An object identifier.
        case identifier
        /// A public key.
        case key
        /// A digest.
        case digest
        /// A signature, or a tag that authenticates.
        case signature
        /// Encrypted bytes.
        case encrypted
    }

    /// A part of the bytes, with a name.
    package struct Node: Hashable, Sendable {
        /// The number of nodes that it is in.
        package let depth: Int
        /// Its name, as the standard or Apple has it.
        package let name: String
        /// Its purpose; empty where the name says it.
        package let meaning: String
        /// Its value, for people; nil where there is none to show.
        package let value: String?
        /// The kind of its value.
        package let kind: Kind
        /// All of its bytes.
        package let range: Range<Int>
    }

    /// Bytes that belong to one node and to none in it.
    package struct Segment: Hashable, Sendable {
        /// The bytes.
        package let range: Range<Int>
        /// The number of the node in ``ByteMap/nodes``.
        package let node: Int
        /// The role of the bytes in it.
        package let role: Role
    }

    /// The name of the whole.
    package let name: String
    /// The meaning of the whole.
    package let meaning: String
    /// How the token writes it: `Base64`, `hexadecimal` or `text`.
    package let encoding: String
    /// The bytes.
    package let bytes: [UInt8]
    /// The outline, each node before those in it.
    package private(set) var nodes: [Node] = []
    /// The segments, which cover every byte.
    package private(set) var segments: [Segment] = []

    /// A map without nodes.
    init(_ name: String, _ meaning: String, in encoding: String, _ bytes: [UInt8]) {
        (self.name, self.meaning, self.encoding, self.bytes) = (name, meaning, encoding, bytes)
    }

    /// Adds a node; its bytes are given to it by ``assign(_:to:as:)``.
    mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    /// Gives the next bytes to a node.
    mutating func assign(_ range: Range<Int>, to node: Int, as role: Role) {
        guard !range.isEmpty else { return }
        segments.append(Segment(range: range, node: node, role: role))
    }

    /// Adds a node that is one value, with the next bytes.
    mutating func addValue(
        _ name: String,
        _ meaning: String = "",
        value: String? = nil,
        _ kind: Kind,
        _ range: Range<Int>,
        depth: Int = 0
    ) {
        let node = add(
            Node(
                depth: depth,
                name: name,
                meaning: meaning,
                value: value,
                kind: kind,
                range: range
            )
        )
        assign(range, to: node, as: .value)
    }
}

extension ByteMap {
    /// A map of bytes that no token writes.
    package init(named name: String, _ meaning: String, _ bytes: [UInt8]) {
        self.init(name, meaning, in: "binary", bytes)
    }

    /// Gives all bytes to one node of encrypted bytes.
    package mutating func addWhole(_ name: String, _ meaning: String) {
        addValue(name, meaning, .encrypted, 0..<bytes.count)
    }
}
