internal import HTTPMessages
public import JSON

/// The description of the API for programs, at `/openapi.json`.
///
/// - Source: OpenAPI Specification 3.1.0.
public struct APIDescription: Sendable {
    private let title: String
    private let text: String

    /// A description.
    ///
    /// - Parameters:
    ///   - title: The name of the API.
    ///   - text: What it is for.
    public init(title: String, text: String) { (self.title, self.text) = (title, text) }

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
                paths.map { JSONMember(name: $0.path, value: Self.item($0.path, $0.operations)) }
            ),
            "components": .object([
                "securitySchemes": .object([
                    "token": .object(["type": "http", "scheme": "bearer"])
                ]),
                "schemas": .object(["Problem": Self.problem]),
            ]),
        ])
    }

    private static func item(_ path: String, _ operations: [APIOperation]) -> JSONOutput {
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

    private static func json(of operation: APIOperation, hasParameters: Bool) -> JSONOutput {
        var statuses = Set(operation.problems + [.badRequest])
        if operation.access != .everyone { statuses.insert(.unauthorized) }
        if case .roles = operation.access { statuses.insert(.forbidden) }
        if operation.body != nil {
            statuses.formUnion([.unsupportedMediaType, .contentTooLarge])
        }
        if hasParameters { statuses.insert(.notFound) }
        let problems = statuses.sorted { $0.code < $1.code }.map { status in
            JSONMember(name: "\(status.code)", value: problemAnswer(status))
        }
        let answer = JSONMember(
            name: "\(operation.answer.status.code)",
            value: .object([
                "description": .string(operation.answer.status.reason),
                "content": operation.answer.schema.map { content("application/json", $0.json) },
            ])
        )
        return .object([
            "summary": .string(operation.summary),
            "description": operation.access.sentence.map { .string($0) },
            "security": operation.access == .everyone ? .array([]) : nil,
            "parameters": operation.parameters.isEmpty
                ? nil : .array(operation.parameters.map(\.json)),
            "requestBody": operation.body.map {
                .object([
                    "required": .bool(!$0.takesEmptyObject),
                    "content": content("application/json", $0.json),
                ])
            },
            "responses": .object([answer] + problems),
        ])
    }

    private static func problemAnswer(_ status: HTTPStatus) -> JSONOutput {
        .object([
            "description": .string(status.reason),
            "content": content(
                "application/problem+json",
                .object(["$ref": "#/components/schemas/Problem"])
            ),
        ])
    }

    private static func content(_ type: String, _ schema: JSONOutput) -> JSONOutput {
        .object([JSONMember(name: type, value: .object(["schema": schema]))])
    }

    private static let problem = JSONOutput.object([
        "type": "object",
        "description": "RFC 9457. \"code\" is a name of the cause that does not change.",
        "properties": .object([
            "title": .object(["type": "string"]), "status": .object(["type": "integer"]),
            "detail": .object(["type": "string"]), "code": .object(["type": "string"]),
        ]),
        "required": .array(["title", "status"]),
    ])
}
