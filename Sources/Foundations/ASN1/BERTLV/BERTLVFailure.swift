/// Why bytes are not data objects in BER-TLV.
///
/// Offsets are in bytes from the start. No part of the bytes is repeated.
public enum BERTLVFailure: Error, Hashable, Sendable {
    /// The tag, the length or the value of the object here reaches beyond what contains it.
    case truncated(offset: Int)
    /// The tag here begins its number with zeros, or has more than three bytes.
    case invalidTag(offset: Int)
    /// The length here is of the indefinite form, which EMV does not have.
    case indefiniteLength(offset: Int)
    /// The length here takes more than three bytes after the first.
    case invalidLength(offset: Int)
    /// The tag of the object here stood in the same template before, so readers could disagree on
    /// which one counts.
    case repeatedTag(offset: Int)
    /// Templates are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// There are more data objects than the limit.
    case tooManyObjects(limit: Int)
}

extension BERTLVFailure: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        switch self {
        case .truncated(let offset): "the data object at byte \(offset) breaks off"
        case .invalidTag(let offset): "there is no tag at byte \(offset)"
        case .indefiniteLength(let offset): "the length at byte \(offset) is indefinite"
        case .invalidLength(let offset): "the length at byte \(offset) is too long"
        case .repeatedTag(let offset): "the tag at byte \(offset) appears twice"
        case .tooDeep(let limit): "nested deeper than \(limit)"
        case .tooManyObjects(let limit): "more than \(limit) data objects"
        }
    }
}
