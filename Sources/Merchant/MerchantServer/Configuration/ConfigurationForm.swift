internal import JSON

/// The form of a value in the configuration file. The reader checks values against it, and the published
/// JSON Schema is made of it.
///
/// - Source: JSON Schema 2020-12.
indirect enum ConfigurationForm: Sendable {
    /// A text that fits a pattern.
    case text(TextForm)
    /// A whole number in a range.
    case integer(ClosedRange<Int64>)
    /// One of these texts.
    case choice([String])
    /// A list, with at least so many elements.
    case list(ConfigurationForm, atLeast: Int)
    /// An object of these members and no others.
    case object([ConfigurationMember])
    /// An object with exactly one of these members.
    case oneMember([ConfigurationMember])

    /// A path of a file.
    static let file = ConfigurationForm.text(
        TextForm("the path of a file", pattern: "^[^\\u0000]{1,4096}$") {
            (1...4_096).contains($0.unicodeScalars.count) && !$0.contains("\0")
        }
    )
}

/// The form of a text.
struct TextForm: Sendable {
    /// The expectation, in a few words.
    let expected: String
    /// A regular expression of ECMA-262, as JSON Schema has them.
    let pattern: String
    /// Whether a text fits; the same texts as by the pattern.
    let fits: @Sendable (String) -> Bool

    init(_ expected: String, pattern: String, fits: @escaping @Sendable (String) -> Bool) {
        (self.expected, self.pattern, self.fits) = (expected, pattern, fits)
    }

    /// A text of so many characters from a set.
    static func characters(
        _ expected: String,
        _ set: StaticString,
        _ count: ClosedRange<Int>,
        _ isAllowed: @escaping @Sendable (Unicode.Scalar) -> Bool
    ) -> TextForm {
        TextForm(expected, pattern: "^[\(set)]{\(count.lowerBound),\(count.upperBound)}$") { text in
            count.contains(text.unicodeScalars.count) && text.unicodeScalars.allSatisfy(isAllowed)
        }
    }
}

/// A member of an object of the configuration.
struct ConfigurationMember: Sendable {
    let name: String
    let form: ConfigurationForm
    let isRequired: Bool
    let help: String

    static func required(_ name: String, _ form: ConfigurationForm, _ help: String) -> Self {
        ConfigurationMember(name: name, form: form, isRequired: true, help: help)
    }

    static func optional(_ name: String, _ form: ConfigurationForm, _ help: String) -> Self {
        ConfigurationMember(name: name, form: form, isRequired: false, help: help)
    }
}

// The check.
extension ConfigurationForm {
    /// Everything that is wrong with a value.
    func problems(of value: JSONValue, at path: String) -> [ConfigurationProblem] {
        func demand(_ isRight: Bool, _ expected: String) -> [ConfigurationProblem] {
            isRight ? [] : [ConfigurationProblem(path, "it is not \(expected)")]
        }
        switch self {
        case .text(let form):
            return demand(value.string.map(form.fits) == true, form.expected)
        case .integer(let range):
            return demand(
                value.integer.map(range.contains) == true,
                "a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        case .choice(let texts):
            return demand(
                value.string.map(texts.contains) == true,
                "one of: \(texts.joined(separator: ", "))"
            )
        case .list(let form, let least):
            guard let elements = value.elements else { return demand(false, "a list") }
            return demand(elements.count >= least, "a list with an element")
                + elements.enumerated().flatMap { form.problems(of: $1, at: "\(path)[\($0)]") }
        case .object(let members):
            guard value.isObject else { return demand(false, "an object") }
            return Self.problems(of: value, members, at: path)
        case .oneMember(let members):
            guard value.isObject else { return demand(false, "an object") }
            return demand(
                value.members.count == 1,
                "an object with one of: \(members.map(\.name).joined(separator: ", "))"
            ) + Self.problems(of: value, members, at: path)
        }
    }

    private static func problems(
        of value: JSONValue,
        _ members: [ConfigurationMember],
        at path: String
    ) -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        let given = value.members
        for (name, value) in given {
            if let member = members.first(where: { $0.name == name }) {
                problems += member.form.problems(of: value, at: place(name))
            } else {
                let known = members.map(\.name).joined(separator: ", ")
                problems.append(
                    ConfigurationProblem(
                        place(name),
                        "there is no such member; there are: \(known)"
                    )
                )
            }
        }
        for member in members
        where member.isRequired && !given.contains(where: { $0.0 == member.name }) {
            problems.append(
                ConfigurationProblem(place(member.name), "it is missing: \(member.help)")
            )
        }
        return problems
    }
}

// The schema.
extension ConfigurationForm {
    /// The form as a JSON Schema.
    var schema: JSONOutput {
        switch self {
        case .text(let form):
            .object(["type": "string", "pattern": .string(form.pattern)])
        case .integer(let range):
            .object([
                "type": "integer", "minimum": .integer(range.lowerBound),
                "maximum": .integer(range.upperBound),
            ])
        case .choice(let texts): .object(["enum": .array(texts.map { .string($0) })])
        case .list(let form, let least):
            .object(["type": "array", "items": form.schema, "minItems": .integer(Int64(least))])
        case .object(let members): Self.schema(of: members)
        case .oneMember(let members): Self.schema(of: members, count: 1)
        }
    }

    private static func schema(of members: [ConfigurationMember], count: Int64? = nil) -> JSONOutput
    {
        let required = members.filter(\.isRequired).map { JSONOutput.string($0.name) }
        return .object([
            "type": "object",
            "properties": .object(
                members.map { JSONMember(name: $0.name, value: $0.schema) }
            ),
            "required": required.isEmpty ? nil : .array(required),
            "minProperties": count.map { .integer($0) },
            "maxProperties": count.map { .integer($0) },
            "additionalProperties": .bool(false),
        ])
    }
}

extension ConfigurationMember {
    fileprivate var schema: JSONOutput {
        guard case .object(let members) = form.schema else { return form.schema }
        return .object([JSONMember(name: "description", value: .string(help))] + members)
    }
}
