internal import Bytes
internal import JSON

extension JSONFailure {
    var explanation: String {
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

extension Base64.Failure {
    var explanation: String {
        switch self {
        case .wrongLength: "its length is not a multiple of four"
        case .space(let offset):
            "character \(offset) is a space; a decoder of forms makes spaces of plus signs"
        case .notInAlphabet(let offset): "character \(offset) is not in the alphabet"
        case .notCanonical: "its last bits are not zero"
        }
    }
}

extension Hexadecimal.Failure {
    var explanation: String {
        switch self {
        case .oddLength: "its number of digits is odd"
        case .notADigit(let offset): "character \(offset) is not a digit"
        }
    }
}
