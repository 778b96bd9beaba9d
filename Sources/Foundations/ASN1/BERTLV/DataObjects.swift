public import Bytes

/// Data objects in BER-TLV, as chips of payment cards write them: read strictly, and kept as they
/// were.
///
/// The bytes are a secret, and nothing is copied out of it unasked. An object that breaks off, an
/// indefinite length, and a tag that stands twice in one template are refused. Zeros between
/// objects mean nothing and are skipped, and a length need not be in its shortest form: EMV has
/// both.
///
/// - Source: EMV 4.3 Book 3 annex B, over ISO/IEC 8825-1. That a repeated tag is refused, and the
///   limits, are ours.
public struct DataObjects: Sendable {
    /// The most levels of templates that are read.
    public static let depthLimit = 8
    /// The most data objects that are read, at all levels together.
    public static let countLimit = 256

    /// The bytes, with tags, lengths and what is between objects.
    public let bytes: Secret
    let nodes: [DataObjectNode]

    /// Reads data objects up to the end of the bytes.
    public init(_ bytes: Secret) throws(BERTLVFailure) {
        nodes = try bytes.withBytes { (span) throws(BERTLVFailure) in
            var parser = BERTLVParser()
            try parser.parse(span, until: span.count, depth: 0)
            return parser.nodes
        }
        self.bytes = bytes
    }

    /// The objects that are in no template, in the order of the bytes.
    public var objects: [DataObject] { siblings(in: nodes.indices) }

    /// The objects of this tag, in whichever template, in the order of the bytes.
    public func everyObject(tagged tag: DataObjectTag) -> [DataObject] {
        nodes.indices.filter { nodes[$0].tag == tag }
            .map { DataObject(container: self, index: $0) }
    }

    func siblings(in range: Range<Int>) -> [DataObject] {
        var objects: [DataObject] = []
        var index = range.lowerBound
        while index < range.upperBound {
            objects.append(DataObject(container: self, index: index))
            index = nodes[index].next
        }
        return objects
    }
}

/// One data object: a tag and a value.
public struct DataObject: Sendable {
    let container: DataObjects
    let index: Int

    private var node: DataObjectNode { container.nodes[index] }

    /// The tag.
    public var tag: DataObjectTag { node.tag }

    /// How many bytes the value has.
    public var count: Int { node.value.count }

    /// The value, copied to a secret of its own.
    public var value: Secret { withValue { Secret(copying: $0) } }

    /// Passes the bytes of the value to a closure.
    public func withValue<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try container.bytes.withBytes { (bytes) throws(Failure) in
            try body(bytes.extracting(node.value))
        }
    }

    /// The objects of a template in the order of the bytes; empty if this is none.
    public var objects: [DataObject] { container.siblings(in: (index + 1)..<node.next) }
}

extension DataObjects: CustomStringConvertible, CustomReflectable {
    /// The objects with their tags and lengths, without their values.
    public var description: String {
        objects.map(\.description).joined(separator: ", ")
    }
    /// A mirror of the description, and of nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["objects": description]) }
}

extension DataObject: CustomStringConvertible, CustomReflectable {
    /// The tag and how many bytes are withheld.
    public var description: String { "\(tag) (\(count) secret bytes)" }
    /// A mirror of the description, and of nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["object": description]) }
}

/// Where one object stands: nodes are in the order of the bytes, and `next` skips what is inside.
struct DataObjectNode: Sendable {
    let tag: DataObjectTag
    let value: Range<Int>
    var next: Int
}
