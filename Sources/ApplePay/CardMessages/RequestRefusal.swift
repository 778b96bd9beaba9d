public import ISO8583

/// A request that was refused: its type, the field, what was found there and what is right.
///
/// Account numbers, cryptograms, PINs and chip data are not shown.
public struct RequestRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The type of the request.
    public let type: MessageType
    /// Why it was refused.
    public let failure: CardMessageFailure
    /// The found value, as a ``MessageTrace`` shows it; nil where there is none.
    public let found: String?

    /// The refusal of a message.
    public init(_ failure: CardMessageFailure, of message: ISO8583Message) {
        type = message.type
        self.failure = failure
        found = failure.field.flatMap { field in
            message.fields[field].map { MessageTrace.shown(field, $0) }
        }
    }

    /// One line.
    public var description: String {
        let fields = RequestField.table(of: type)
        let name = failure.field.map { " (\(MessageTrace.name(of: $0)))" } ?? ""
        let right =
            switch failure {
            case .unknownType: "requests are of type " + Self.list(RequestField.tables.map(\.type))
            case .unexpectedField:
                fields.map { "\(type) has fields " + Self.list($0.map(\.number)) }
            case .missingField(let field), .invalidField(let field):
                fields?.first { $0.number == field }.map { "right is: \($0.form)" }
            }
        return "\(failure)\(name)" + (found.map { ": it is \($0)" } ?? "")
            + (right.map { "; \($0)" } ?? "")
    }

    private static func list(_ parts: [some CustomStringConvertible]) -> String {
        parts.map(\.description).joined(separator: ", ")
    }
}

extension CardMessageFailure {
    /// The field; nil where the type is not known.
    public var field: Int? {
        switch self {
        case .unknownType: nil
        case .missingField(let field), .invalidField(let field), .unexpectedField(let field): field
        }
    }
}
