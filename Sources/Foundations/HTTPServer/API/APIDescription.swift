public import HTTPMessages
public import JSON

/// The description of the API for programs, at `/openapi.json`.
///
/// - Source: OpenAPI Specification 3.1.0.
public struct APIDescription: Sendable {
    private let title: String
    private let text: String
    private let fields: [APIField]
    private let problems: [HTTPStatus]
    private let problem: APISchema

    /// A description.
    ///
    /// - Parameters:
    ///   - title: The name of the API.
    ///   - text: What it is for.
    ///   - fields: The fields that every answer has.
    ///   - problems: The statuses of problems that every operation has which is not for everyone.
    ///   - problemMembers: The members that a problem may have beside those that all APIs have.
    public init(
        title: String,
        text: String,
        fields: [APIField] = [],
        problems: [HTTPStatus] = [],
        problemMembers: [APIMember] = []
    ) {
        (self.title, self.text, self.fields, self.problems) = (title, text, fields, problems)
        problem = .described(
            "RFC 9457. \"code\" is a name of the cause that does not change.",
            Self.problemMembers + problemMembers
        )
    }

    /// The description of operations, as an object of OpenAPI.
    public func json(of operations: [APIOperation]) -> JSONOutput {
        var paths: [(path: String, operations: [APIOperation])] = []
        for operation in operations {
            let path = operation.path.description
            if let place = paths.firstIndex(where: { $0.path == path }) {
                paths[place].operations.append(operation)
            } else {
                paths.append((path, [operation]))
            }
        }
        return .object([
            "openapi": "3.1.0",
            "info": .object([
                "title": .string(title),
                "version": "1",
                "description": .string(text),
            ]),
            "security": .array([.object(["token": .array([])])]),
            "paths": .object(
                paths.map { JSONMember(name: $0.path, value: item($0.path, $0.operations)) }
            ),
            "components": .object([
                "securitySchemes": .object([
                    "token": .object(["type": "http", "scheme": "bearer"])
                ]),
                "schemas": .object(["Problem": problem.json]),
            ]),
        ])
    }

    private func item(_ path: String, _ operations: [APIOperation]) -> JSONOutput {
        let names = path.split(separator: "/").filter { $0.hasPrefix("{") }
            .map { String($0.dropFirst().dropLast()) }
        let parameters = names.map { name in
            JSONOutput.object([
                "name": .string(name), "in": "path", "required": .bool(true),
                "schema": .object(["type": "string", "minLength": .integer(1)]),
            ])
        }
        var members = operations.map {
            JSONMember(
                name: $0.method.name.lowercased(),
                value: json(of: $0, hasParameters: !names.isEmpty)
            )
        }
        if !parameters.isEmpty {
            members.append(JSONMember(name: "parameters", value: .array(parameters)))
        }
        return .object(members)
    }

    private func json(of operation: APIOperation, hasParameters: Bool) -> JSONOutput {
        var statuses = Set(operation.problems + [.badRequest])
        if operation.access != .everyone { statuses.formUnion(problems + [.unauthorized]) }
        if case .roles = operation.access { statuses.insert(.forbidden) }
        if operation.body != nil {
            statuses.formUnion([.unsupportedMediaType, .contentTooLarge])
        }
        if hasParameters { statuses.insert(.notFound) }
        let refusals = statuses.sorted { $0.code < $1.code }.map { status in
            JSONMember(name: "\(status.code)", value: problemAnswer(status))
        }
        let answers = operation.answer.statuses.map { status in
            JSONMember(
                name: "\(status.code)",
                value: .object([
                    "description": .string(status.reason),
                    "headers": headers(operation.answerFields + Self.retry(after: status)),
                    "content": status.neverHasBody
                        ? nil
                        : operation.answer.schema.map {
                            Self.content("application/json", $0.json)
                        },
                ])
            )
        }
        return .object([
            "operationId": .string(Self.identifier(of: operation)),
            "summary": .string(operation.summary),
            "description": operation.access.sentence.map { .string($0) },
            "security": operation.access == .everyone ? .array([]) : nil,
            "parameters": operation.parameters.isEmpty
                ? nil : .array(operation.parameters.map(\.json)),
            "requestBody": operation.body.map {
                .object([
                    "required": .bool(!$0.takesEmptyObject),
                    "content": Self.content($0.mediaType, $0.json),
                ])
            },
            "responses": .object(answers + refusals),
        ])
    }

    /// The method and the words of the path, such as `postPaymentsIdCapture`.
    private static func identifier(of operation: APIOperation) -> String {
        let words = operation.path.description.split { !($0.isLetter || $0.isNumber) }
        return operation.method.name.lowercased()
            + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func retry(after status: HTTPStatus) -> [APIField] {
        [.accepted, .tooManyRequests, .serviceUnavailable].contains(status)
            ? [APIField("Retry-After", "When to make the same request again. Units: seconds.")] : []
    }

    private func headers(_ fields: [APIField]) -> JSONOutput? {
        let all = self.fields + fields
        guard !all.isEmpty else { return nil }
        return .object(
            all.map { field in
                JSONMember(
                    name: field.name.text,
                    value: .object([
                        "description": .string(field.help),
                        "schema": .object(["type": "string"]),
                    ])
                )
            }
        )
    }

    private func problemAnswer(_ status: HTTPStatus) -> JSONOutput {
        .object([
            "description": .string(status.reason),
            "headers": headers(Self.retry(after: status)),
            "content": Self.content(
                "application/problem+json",
                .object(["$ref": "#/components/schemas/Problem"])
            ),
        ])
    }

    private static func content(_ type: String, _ schema: JSONOutput) -> JSONOutput {
        .object([JSONMember(name: type, value: .object(["schema": schema]))])
    }

    private static let problemMembers: [APIMember] = [
        .required("title", .anyText, "The status in words."),
        .required("status", .integer(400...599)),
        .optional("detail", .anyText, "What happened."),
        .optional("code", .anyText, "A name of the cause, which does not change between versions."),
        .optional("cause", .anyText, "What happened."),
        .optional("remedy", .anyText, "What to do."),
        .optional("link", .anyText, "Where the cause is explained."),
    ]
}
