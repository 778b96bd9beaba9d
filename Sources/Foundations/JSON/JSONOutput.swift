/// A JSON text to be written; members keep the order in which they are given.
public enum JSONOutput: Hashable, Sendable {
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
        var present: [JSONMember] = []
        present.reserveCapacity(members.count)
        for case (let name, let value?) in members {
            present.append(JSONMember(name: name, value: value))
        }
        return .object(present)
    }

    /// The text on one line, as Apple writes tokens.
    public var compact: String { String(decoding: compactBytes, as: UTF8.self) }

    /// The text on one line, in UTF-8.
    public var compactBytes: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(256)
        write(to: &text)
        return text
    }

    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .integer(let value): text += String(value).utf8
        case .number(let digits): text += digits.utf8
        case .string(let value): Self.quote(value, to: &text)
        case .array(let values):
            text.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                value.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.quote(member.name, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
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
        var quoted: [UInt8] = []
        quote(text, to: &quoted)
        return String(decoding: quoted, as: UTF8.self)
    }

    private static func quote(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy(isPlain) { output += text.utf8 } else { escape(text, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    /// Whether a byte of UTF-8 stands for itself in a string.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func escape(_ text: String, to output: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\"".utf8
            case "\\": output += "\\\\".utf8
            case "\n": output += "\\n".utf8
            case "\r": output += "\\r".utf8
            case "\t": output += "\\t".utf8
            case _ where isEscaped(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    output += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
                }
            default: output += String(scalar).utf8
            }
        }
    }

    /// Whether a character is written as its number: one that commands a terminal, that changes the
    /// direction or the end of a line, or that stands for a byte of a path that is not UTF-8.
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0x2028...0x2029, 0x10_ff00...0x10_ffff: true
        default: scalar.properties.isBidiControl
        }
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

extension JSONOutput {
    /// A value that was read, to be written again.
    public init(_ value: JSONValue) {
        if let elements = value.elements {
            self = .array(elements.map { JSONOutput($0) })
        } else if value.isObject {
            self = .object(
                value.members.map { JSONMember(name: $0.name, value: JSONOutput($0.value)) }
            )
        } else if let text = value.string {
            self = .string(text)
        } else if let digits = value.numberText {
            self = .number(digits)
        } else {
            self = value.bool.map { .bool($0) } ?? .null
        }
    }
}

extension JSONOutput: ExpressibleByStringLiteral {
    /// A string that is written in the program.
    public init(stringLiteral value: String) { self = .string(value) }
}
