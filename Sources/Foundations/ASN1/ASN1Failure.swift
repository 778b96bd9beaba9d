/// Why bytes are not the ASN.1 that was asked for. Offsets are in bytes from the start.
public enum ASN1Failure: Error, Hashable, Sendable {
    /// The bytes break off.
    case truncated
    /// Another tag stands here than the one that was asked for.
    case unexpectedTag(offset: Int)
    /// A length that is not in its shortest form, or longer than can be read.
    case invalidLength(offset: Int)
    /// An indefinite length where only a definite one may stand.
    case indefiniteLength(offset: Int)
    /// Something is left over where an element should end.
    case trailingBytes(offset: Int)
    /// The content is not a value of its type.
    case invalidContent(offset: Int)
}
