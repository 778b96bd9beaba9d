/// A JSON text to be written; members keep the order in which they are given.
public indirect enum JSONOutput: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number by its digits, which must be JSON's.
    case number(String)
    /// A string.
    case string(String)
    /// A list of values.
    case array([JSONOutput])
    /// Names and values.
    case object([JSONMember])

    /// An object of the members that are not nil.
    public static func object(_ members: KeyValuePairs<String, JSONOutput?>) -> JSONOutput {
        .object(
            members.compactMap { name, value in value.map { JSONMember(name: name, value: $0) } }
        )
    }

    /// The text on one line, as Apple writes tokens.
    public var compact: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let digits): digits
        case .string(let text): Self.quoted(text)
        case .array(let values): "[\(values.map(\.compact).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.name)):\($0.value.compact)" }.joined(separator: ","))}"
        }
    }

    /// The text over several lines, for a person.
    public var indented: String { indented(by: 0) }

    private func indented(by level: Int) -> String {
        let (inner, outer) = (indent(level + 1), indent(level))
        switch self {
        case .array(let values) where !values.isEmpty:
            let lines = values.map { inner + $0.indented(by: level + 1) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                "\(inner)\(Self.quoted($0.name)): \($0.value.indented(by: level + 1))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
        default: return compact
        }
    }

    private func indent(_ level: Int) -> String { String(repeating: "  ", count: level) }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..<"\u{20}", "\u{7f}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// A name and its value in a JSON object to be written.
public struct JSONMember: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: JSONOutput

    /// A name with its value.
    public init(name: String, value: JSONOutput) {
        self.name = name
        self.value = value
    }
}
