/// Why a text is not the JSON that we read.
///
/// Offsets are in bytes from the start. No part of the text is repeated.
public enum JSONFailure: Error, Hashable, Sendable {
    /// There is nothing to read.
    case empty
    /// The text begins with a byte order mark, which RFC 8259 § 8.1 forbids.
    case byteOrderMark
    /// The text is UTF-16; RFC 8259 § 8.1 requires UTF-8.
    case utf16
    /// The text breaks off.
    case unexpectedEnd
    /// Something stands here that JSON does not allow.
    case unexpectedByte(offset: Int)
    /// Something follows the value.
    case trailingBytes(offset: Int)
    /// A string holds bytes that are not UTF-8.
    case notUTF8(offset: Int)
    /// A string holds an escape that stands for no character.
    case invalidEscape(offset: Int)
    /// A string holds a control character that is not escaped.
    case controlCharacter(offset: Int)
    /// A name stands twice in one object, so readers could disagree on what it means.
    case duplicateName(offset: Int)
    /// Objects and arrays are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// An object has more members than the limit.
    case tooManyMembers(limit: Int)
}

extension JSONFailure {
    /// The problem, for a message that has named the text: nothing of the text is repeated.
    public var explanation: String {
        switch self {
        case .empty: "it is empty"
        case .byteOrderMark: "it begins with a byte order mark, which JSON does not allow"
        case .utf16: "it is UTF-16, and JSON is UTF-8"
        case .unexpectedEnd: "it breaks off"
        case .unexpectedByte(let offset): "byte \(offset) is not allowed there"
        case .trailingBytes(let offset): "something follows it at byte \(offset)"
        case .notUTF8(let offset): "byte \(offset) is not valid UTF-8"
        case .invalidEscape(let offset): "the escape at byte \(offset) stands for no character"
        case .controlCharacter(let offset):
            "the control character at byte \(offset) is not written as an escape"
        case .duplicateName(let offset): "the name at byte \(offset) appears twice in its object"
        case .tooDeep(let limit): "nested deeper than \(limit)"
        case .tooManyMembers(let limit): "more than \(limit) members in an object"
        }
    }
}
