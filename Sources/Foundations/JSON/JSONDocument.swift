public import Bytes

/// A JSON text, read strictly and kept as it was.
///
/// Nothing is converted until it is asked for: numbers keep their digits, and a document made from
/// a ``Bytes/Secret`` never copies a value out of it unasked. Names that appear twice, trailing
/// commas, trailing bytes and broken UTF-8 are refused, because two readers that resolve them
/// differently can be played against each other.
///
/// - Source: RFC 8259; the refusal of duplicate names is RFC 7493 § 2.3.
public final class JSONDocument: Sendable {
    /// The most levels of objects and arrays that are read.
    public static let depthLimit = 16
    /// The most members of one object that are read.
    public static let memberLimit = 256

    let storage: Storage
    let nodes: [JSONNode]

    /// Reads a text.
    public convenience init(_ bytes: [UInt8]) throws(JSONFailure) {
        try self.init(.open(bytes))
    }

    /// Reads a text that must not be seen.
    public convenience init(_ secret: Secret) throws(JSONFailure) {
        try self.init(.secret(secret))
    }

    private init(_ storage: Storage) throws(JSONFailure) {
        nodes = try storage.withBytes { (bytes) throws(JSONFailure) in
            var parser = JSONParser(length: bytes.count)
            try parser.parseDocument(bytes)
            return parser.nodes
        }
        self.storage = storage
    }

    /// The value that is the whole text.
    public var root: JSONValue { JSONValue(document: self, index: 0) }

    enum Storage: Sendable {
        case open([UInt8])
        case secret(Secret)

        func withBytes<Result, Failure: Error>(
            _ body: (Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            switch self {
            case .open(let bytes): try body(bytes.span)
            case .secret(let secret): try secret.withBytes(body)
            }
        }
    }
}

/// Where one value stands: nodes are in the order of the text, and `next` skips what is inside.
struct JSONNode: Sendable {
    enum Kind: UInt8, Sendable { case null, yes, no, number, string, escapedString, array, object }

    var kind: Kind
    var start: Int
    var end: Int
    var next: Int
}
