public import HTTPMessages

/// A field of an answer's header, for the description.
public struct APIField: Sendable {
    let name: HTTPFieldName
    let help: String

    /// A field.
    public init(_ name: HTTPFieldName, _ help: String) { (self.name, self.help) = (name, help) }
}

/// One operation of an API: what it takes, what it answers and what it does. The description of the
/// API is made of these.
public struct APIOperation: Sendable {
    /// Answers a request whose parameters and body were checked.
    public typealias Action = @Sendable (APIRequest) async throws -> HTTPServerResponse

    let method: HTTPMethod
    /// The path, with parameters in braces.
    let path: StaticString
    let summary: String
    /// The parameters in the query and the header.
    let parameters: [APIParameter]
    /// The form of the body; nil where there is none.
    let body: APISchema?
    /// The statuses and the form of the answer; nil for an answer without a body.
    let answer: (statuses: [HTTPStatus], schema: APISchema?)
    /// The fields that an answer may have.
    let answerFields: [APIField]
    /// The statuses of its problems, beside 400 for what is sent and 401.
    let problems: [HTTPStatus]
    /// Who may use it.
    let access: APIAccess
    let action: Action

    /// An operation.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, with parameters in braces.
    ///   - summary: What it does, in a sentence.
    ///   - parameters: What it takes in the query and the header. A parameter of the query that is not
    ///     named here is refused.
    ///   - body: The form of the body; nil where there is none.
    ///   - answer: The form of the answer; nil for an answer without a body.
    ///   - status: The status of the answer.
    ///   - others: Other statuses that the answer may have, in the same form or without a body.
    ///   - fields: The fields of its header that an answer may have.
    ///   - problems: The statuses of its problems, beside 400 for what is sent, 401 and 403.
    ///   - access: Who may use it.
    ///   - action: Does it.
    public init(
        _ method: HTTPMethod,
        _ path: StaticString,
        _ summary: String,
        parameters: [APIParameter] = [],
        body: APISchema? = nil,
        answer: APISchema?,
        status: HTTPStatus = .ok,
        or others: [HTTPStatus] = [],
        fields: [APIField] = [],
        problems: [HTTPStatus] = [],
        access: APIAccess = .callers,
        action: @escaping Action
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.parameters = parameters
        self.body = body
        self.answer = ([status] + others, answer)
        answerFields = fields
        self.problems = problems
        self.access = access
        self.action = action
    }

    /// Adds the operation to a router.
    public func add(to router: inout HTTPRouter) {
        router.on(
            method,
            HTTPRoutePattern(stringLiteral: path),
            check: { [access] in try access.check($0.caller) }
        ) { [parameters, body, action] in
            try await action(try APIRequest($0, parameters, body))
        }
    }
}
