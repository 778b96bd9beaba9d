/// Why bytes are not a message, or a message cannot be written.
///
/// No part of the message is repeated but for numbers of fields.
public enum ISO8583Failure: Error, Hashable, Sendable {
    /// The bytes end in the type or in a bitmap.
    case truncated
    /// The bytes end in this field.
    case truncatedField(Int)
    /// There are as many bytes after the last field.
    case trailingBytes(Int)
    /// The type is not four digits.
    case invalidType
    /// A bitmap in hexadecimal has other characters.
    case invalidBitmap
    /// The layout has no such field; 1 and 65 announce bitmaps and are none.
    case unknownField(Int)
    /// The length before this field is no number, or longer than the field may be.
    case invalidLength(field: Int)
    /// The value of this field is not as long as its format demands.
    case wrongLength(field: Int)
    /// The value of this field has characters that its format does not admit.
    case invalidContent(field: Int)
    /// The header before the message is none, or says another length than the message has.
    case invalidHeader
    /// The header says that the message after it was rejected, and why.
    case rejected(code: UInt16)
    /// There is no message in a frame, or a longer one than the limit in bytes.
    case invalidFrameLength(limit: Int)
    /// So many bytes came of a message, and no more.
    case incompleteFrame(Int)

    /// The field; nil where the failure is of none.
    public var field: Int? {
        switch self {
        case .truncatedField(let field), .unknownField(let field), .invalidLength(let field),
            .wrongLength(let field), .invalidContent(let field):
            field
        default: nil
        }
    }
}

extension ISO8583Failure: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        switch self {
        case .truncated: "the message ends in its type or a bitmap"
        case .truncatedField(let field): "the message ends in field \(field)"
        case .trailingBytes(let count): "\(count) bytes follow the last field"
        case .invalidType: "the message type is not four digits"
        case .invalidBitmap: "a bitmap is not hexadecimal"
        case .unknownField(let field): "the layout has no field \(field)"
        case .invalidLength(let field): "the length of field \(field) is invalid"
        case .wrongLength(let field): "the value of field \(field) has the wrong length"
        case .invalidContent(let field): "the value of field \(field) has invalid characters"
        case .invalidHeader: "the header before the message is invalid"
        case .rejected(let code):
            "the message was rejected for reason \(String(code, radix: 16))"
        case .invalidFrameLength(let limit):
            "the length before the message is none, or not from 1 to \(limit) bytes"
        case .incompleteFrame(let count): "\(count) bytes are no whole message"
        }
    }
}
