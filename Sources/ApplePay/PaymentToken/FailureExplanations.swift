internal import Bytes

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
