internal import HTTPMessages
public import JSON
internal import World

/// The form of a JSON value in the API: what bodies are checked against, and what the description of
/// the API says.
///
/// - Source: OpenAPI Specification 3.1, § 4.8.24, Schema Object; JSON Schema 2020-12.
public indirect enum APISchema: Sendable {
    /// A text of at least one character.
    case text(example: String)
    /// A text of any characters, also none.
    case anyText
    /// A text of so many characters. Units: Unicode scalars.
    case boundedText(ClosedRange<Int>)
    /// A text of a form: what is expected, its regular expression of ECMA-262, and whether a text is of it.
    case checkedText(String, pattern: String, @Sendable (String) -> Bool)
    /// One of these texts.
    case choice([String])
    /// A time such as `2026-01-31T12:00:00Z`.
    case time
    /// A whole number in a range.
    case integer(ClosedRange<Int64>)
    /// `true` or `false`.
    case bool
    /// A list.
    case list(APISchema)
    /// An object of these members and no others.
    case object([APIMember])
    /// An object of at most so many members of one form, whose names have so many characters.
    case map(APISchema, names: ClosedRange<Int>, atMost: Int)
    /// An object of one of several forms, which a member names.
    case variants(by: String, [(name: String, members: [APIMember])])
    /// An object that is described elsewhere, such as in Apple's documentation. Its members are not
    /// checked; those that have a meaning here are named.
    case described(String, [APIMember] = [])
    /// Any value, whose meaning is described.
    case any(String)
    /// No JSON, but a form that is described elsewhere: the operation reads the body itself.
    case form(String)
    /// One of several forms of object, of which each begins with the required member that the others do not have.
    case oneOf([[APIMember]])
    /// A list, an object or a text: a value of one of several forms, each of another JSON type.
    case either([APISchema])
}

/// A member of an object.
public struct APIMember: Sendable {
    let name: String
    let schema: APISchema
    let isRequired: Bool
    let help: String

    /// A member that an object must have.
    public static func required(_ name: String, _ schema: APISchema, _ help: String = "")
        -> APIMember
    {
        APIMember(name: name, schema: schema, isRequired: true, help: help)
    }

    /// A member that an object may have.
    public static func optional(_ name: String, _ schema: APISchema, _ help: String = "")
        -> APIMember
    {
        APIMember(name: name, schema: schema, isRequired: false, help: help)
    }
}

// What a body is checked against.
extension APISchema {
    static let nonEmptyText = "a text of at least one character"

    /// Whether an object without members has this form, so that a body may be left out.
    var takesEmptyObject: Bool {
        guard case .object(let members) = self else { return false }
        return !members.contains(where: \.isRequired)
    }

    /// The media type of a body of this form.
    var mediaType: String {
        guard case .form = self else { return "application/json" }
        return "application/x-www-form-urlencoded"
    }

    /// Checks a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: Where it stands, such as `shopper[2].contact`; empty for the body.
    /// - Throws: A problem of status 400 that names the place and what is expected.
    public func check(_ value: JSONValue, at path: String = "") throws(HTTPProblem) {
        switch self {
        case .text: try demand(value.string?.isEmpty == false, Self.nonEmptyText, path)
        case .anyText: try demand(value.string != nil, "a text", path)
        case .boundedText(let range):
            try demand(
                value.string.map { range.contains($0.unicodeScalars.count) } == true,
                "a text of \(range.lowerBound) to \(range.upperBound) characters",
                path
            )
        case .checkedText(let expected, _, let fits):
            try demand(value.string.map(fits) == true, expected, path)
        case .choice(let texts):
            try demand(
                value.string.map(texts.contains) == true,
                "one of: \(texts.joined(separator: ", "))",
                path
            )
        case .time:
            try demand(
                value.string.flatMap { UnixTime(rfc3339: $0) } != nil,
                "a time such as 2026-01-31T12:00:00Z",
                path
            )
        case .integer(let range):
            try demand(
                value.integer.map(range.contains) == true,
                "a whole number from \(range.lowerBound) to \(range.upperBound)",
                path
            )
        case .bool: try demand(value.bool != nil, "true or false", path)
        case .list(let element):
            guard let elements = value.elements else {
                return try demand(false, "a list", path)
            }
            for (index, value) in elements.enumerated() {
                try element.check(value, at: "\(path)[\(index)]")
            }
        case .object(let members): try Self.check(value, members, path)
        case .map(let schema, let names, let count):
            try Self.check(value, map: schema, names, count, path)
        case .variants(let name, let forms): try Self.check(value, variants: forms, by: name, path)
        case .any, .form: break
        case .described: try demand(value.isObject, "a JSON object", path)
        case .oneOf(let forms): try Self.check(value, forms: forms, path)
        case .either(let forms): try Self.check(value, either: forms, path)
        }
    }

    private static func check(
        _ value: JSONValue,
        either forms: [APISchema],
        _ path: String
    ) throws(HTTPProblem) {
        for form in forms where form.type.fits(value) { return try form.check(value, at: path) }
        try either(forms).demand(false, forms.map(\.type.name).joined(separator: " or "), path)
    }

    private var type: (name: String, fits: (JSONValue) -> Bool) {
        switch self {
        case .list: ("a list", { $0.elements != nil })
        case .object, .map, .variants, .described, .form, .oneOf: ("a JSON object", \.isObject)
        default: ("a text", { $0.string != nil })
        }
    }

    private func demand(_ isRight: Bool, _ expected: String, _ path: String) throws(HTTPProblem) {
        guard !isRight else { return }
        let name = path.isEmpty ? "the body" : "\"\(path)\""
        throw HTTPProblem(.badRequest, HTTPProblemCode.memberWrong, "\(name) is not \(expected)")
    }

    private static func check(
        _ value: JSONValue,
        map schema: APISchema,
        _ names: ClosedRange<Int>,
        _ count: Int,
        _ path: String
    ) throws(HTTPProblem) {
        let members = value.members
        try schema.demand(
            value.isObject && members.count <= count,
            "a JSON object of at most \(count) members",
            path
        )
        for (name, value) in members {
            try APISchema.boundedText(names).demand(
                names.contains(name.unicodeScalars.count),
                "an object whose names have \(names.lowerBound) to \(names.upperBound) characters",
                path
            )
            try schema.check(value, at: "\(path).\(name)")
        }
    }

    private static func check(
        _ value: JSONValue,
        variants forms: [(name: String, members: [APIMember])],
        by name: String,
        _ path: String
    ) throws(HTTPProblem) {
        try APISchema.described("").demand(value.isObject, "a JSON object", path)
        let names = forms.map(\.name)
        let prefix = path.isEmpty ? "" : "\(path)."
        guard let form = forms.first(where: { $0.name == value.member(name)?.string }) else {
            return try APISchema.choice(names)
                .demand(false, "one of: \(names.joined(separator: ", "))", prefix + name)
        }
        try check(value, [.required(name, .choice([form.name]))] + form.members, path)
    }

    private static func check(
        _ value: JSONValue,
        _ members: [APIMember],
        _ path: String
    ) throws(HTTPProblem) {
        try APISchema.described("").demand(value.isObject, "a JSON object", path)
        let prefix = path.isEmpty ? "" : "\(path)."
        for (name, value) in value.members {
            guard let member = members.first(where: { $0.name == name }) else {
                let known = members.map(\.name).joined(separator: ", ")
                throw HTTPProblem(
                    .badRequest,
                    HTTPProblemCode.memberUnknown,
                    "\"\(prefix)\(name)\" is not a member"
                        + (known.isEmpty ? "; there is none" : "; there are: \(known)")
                )
            }
            try member.schema.check(value, at: prefix + name)
        }
        if let missing = members.first(where: { $0.isRequired && value.member($0.name) == nil }) {
            throw HTTPProblem(
                .badRequest,
                HTTPProblemCode.memberMissing,
                "\"\(prefix)\(missing.name)\" is missing"
            )
        }
    }

    private static func check(
        _ value: JSONValue,
        forms: [[APIMember]],
        _ path: String
    ) throws(HTTPProblem) {
        try APISchema.described("").demand(value.isObject, "a JSON object", path)
        let fitting = forms.filter { $0.first.flatMap { value.member($0.name) } != nil }
        guard fitting.count == 1 else {
            let names = forms.compactMap(\.first?.name).joined(separator: ", ")
            throw HTTPProblem(
                .badRequest,
                HTTPProblemCode.memberMissing,
                "\(path.isEmpty ? "" : "\"\(path)\": ")give exactly one of: \(names)"
            )
        }
        try check(value, fitting[0], path)
    }
}

// What the description of the API says.
extension APISchema {
    /// The schema as JSON.
    var json: JSONOutput {
        switch self {
        case .text(let example):
            .object([
                "type": "string", "minLength": .integer(1),
                "examples": .array([.string(example)]),
            ])
        case .anyText: .object(["type": "string"])
        case .boundedText(let range):
            .object([
                "type": "string", "minLength": .integer(Int64(range.lowerBound)),
                "maxLength": .integer(Int64(range.upperBound)),
            ])
        case .checkedText(_, let pattern, _):
            .object(["type": "string", "pattern": .string(pattern)])
        case .choice(let texts):
            .object(["type": "string", "enum": .array(texts.map { .string($0) })])
        case .time: .object(["type": "string", "format": "date-time"])
        case .integer(let range):
            .object([
                "type": "integer", "minimum": .integer(range.lowerBound),
                "maximum": .integer(range.upperBound),
            ])
        case .bool: .object(["type": "boolean"])
        case .list(let element): .object(["type": "array", "items": element.json])
        case .object(let members): Self.json(members)
        case .map(let schema, let names, let count):
            .object([
                "type": "object", "additionalProperties": schema.json,
                "maxProperties": .integer(Int64(count)),
                "propertyNames": APISchema.boundedText(names).json,
            ])
        case .variants(let name, let forms):
            .object([
                "oneOf": .array(
                    forms.map { form in
                        Self.json([.required(name, .choice([form.name]))] + form.members)
                    }
                ),
                "discriminator": .object(["propertyName": .string(name)]),
            ])
        case .described(let text, let members):
            .object([
                "type": "object", "description": .string(text),
                "properties": members.isEmpty ? nil : Self.properties(members),
                "required": Self.required(members),
            ])
        case .any(let text): .object(["description": .string(text)])
        case .form(let text): .object(["type": "object", "description": .string(text)])
        case .oneOf(let forms): .object(["oneOf": .array(forms.map(Self.json))])
        case .either(let forms): .object(["anyOf": .array(forms.map(\.json))])
        }
    }

    private static func json(_ members: [APIMember]) -> JSONOutput {
        .object([
            "type": "object",
            "properties": properties(members),
            "required": required(members),
            "additionalProperties": .bool(false),
        ])
    }

    private static func required(_ members: [APIMember]) -> JSONOutput? {
        let required = members.filter(\.isRequired).map { JSONOutput.string($0.name) }
        return required.isEmpty ? nil : .array(required)
    }

    private static func properties(_ members: [APIMember]) -> JSONOutput {
        .object(members.map { JSONMember(name: $0.name, value: $0.schema.described(by: $0.help)) })
    }

    private func described(by help: String) -> JSONOutput {
        guard !help.isEmpty, case .object(let members) = json else { return json }
        let others = members.filter { $0.name != "description" }
        return .object(others + [JSONMember(name: "description", value: .string(help))])
    }
}
