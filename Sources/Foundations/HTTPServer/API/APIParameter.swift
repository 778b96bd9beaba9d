public import HTTPMessages
internal import JSON
internal import World

/// A value that an operation takes in the query of its path or in the header.
public struct APIParameter: Sendable {
    /// Where it stands.
    enum Place: Sendable {
        case query(String)
        case header(HTTPFieldName)
    }

    let place: Place
    let schema: APISchema
    let isRequired: Bool
    let help: String

    /// A value in the query, which may be missing.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - schema: A text, one of several texts, a time or a whole number.
    ///   - help: What it is.
    /// - Returns: The parameter.
    public static func query(_ name: String, _ schema: APISchema, _ help: String) -> APIParameter {
        APIParameter(place: .query(name), schema: schema, isRequired: false, help: help)
    }

    /// A value in the header.
    ///
    /// - Parameters:
    ///   - name: The field.
    ///   - schema: A text, one of several texts, a time or a whole number.
    ///   - isRequired: Whether a request without it is refused.
    ///   - help: What it is.
    /// - Returns: The parameter.
    public static func header(
        _ name: HTTPFieldName,
        _ schema: APISchema,
        isRequired: Bool = false,
        _ help: String
    ) -> APIParameter {
        APIParameter(place: .header(name), schema: schema, isRequired: isRequired, help: help)
    }

    var name: String {
        switch place {
        case .query(let name): name
        case .header(let name): name.text
        }
    }

    var json: JSONOutput {
        let isQuery = if case .query = place { true } else { false }
        return .object([
            "name": .string(name), "in": isQuery ? "query" : "header",
            "required": .bool(isRequired), "description": .string(help), "schema": schema.json,
        ])
    }
}

/// The values of an operation's parameters in one request, which were checked.
struct APIParameterValues: Sendable {
    private var query: [String: String] = [:]
    private var header: [String: String] = [:]

    /// Reads them.
    ///
    /// - Throws: A problem of status 400 for one that is missing, unknown, doubled or not of its form.
    init(_ request: HTTPServerRequest, _ parameters: [APIParameter]) throws {
        for item in try request.head.target.queryItems() {
            let parameter = parameters.first { parameter in
                if case .query(item.name) = parameter.place { true } else { false }
            }
            guard let parameter else {
                throw HTTPProblem(
                    .badRequest,
                    HTTPProblemCode.parameterUnknown,
                    "\(item.name.debugDescription) is not a parameter of this operation"
                )
            }
            guard query.updateValue(item.value, forKey: item.name) == nil else {
                throw HTTPProblem(
                    .badRequest,
                    HTTPProblemCode.parameterDoubled,
                    "\"\(item.name)\" is given twice"
                )
            }
            try parameter.schema.check(text: item.value, of: item.name)
        }
        for parameter in parameters {
            guard case .header(let field) = parameter.place else { continue }
            let values = request.head.fields.values(of: field)
            guard values.count <= 1 else {
                throw HTTPProblem(
                    .badRequest,
                    HTTPProblemCode.parameterDoubled,
                    "\(field.text) is given twice"
                )
            }
            guard let value = values.first?.text else {
                guard !parameter.isRequired else {
                    throw HTTPProblem(
                        .badRequest,
                        HTTPProblemCode.parameterMissing,
                        "\(field.text) is missing"
                    )
                }
                continue
            }
            try parameter.schema.check(text: value, of: field.text)
            header[field.text] = value
        }
    }

    func query(_ name: String) -> String? { query[name] }

    func header(_ name: HTTPFieldName) -> String? { header[name.text] }
}

extension APISchema {
    /// Checks a value of the query or the header.
    ///
    /// - Throws: A problem of status 400.
    fileprivate func check(text: String, of name: String) throws(HTTPProblem) {
        let expected: String? =
            switch self {
            case .text: text.isEmpty ? Self.nonEmptyText : nil
            case .choice(let texts):
                texts.contains(text) ? nil : "one of: \(texts.joined(separator: ", "))"
            case .time: UnixTime(rfc3339: text) == nil ? "a time such as 2026-01-31T12:00:00Z" : nil
            case .integer(let range):
                Int64(text).map(range.contains) == true
                    ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
            default: nil
            }
        guard let expected else { return }
        throw HTTPProblem(
            .badRequest,
            HTTPProblemCode.parameterWrong,
            "\"\(name)\" is not \(expected)"
        )
    }
}
