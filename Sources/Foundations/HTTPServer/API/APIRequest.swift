public import HTTPMessages

/// A request to an operation, with its parameters and its body.
public struct APIRequest: Sendable {
    /// The request as it came.
    public let http: HTTPServerRequest
    private let parameters: APIParameterValues
    /// The body; an object without members where the operation takes none.
    public let body: RequestObject

    init(
        _ request: HTTPServerRequest,
        _ parameters: [APIParameter],
        _ schema: APISchema?
    ) throws {
        http = request
        self.parameters = try APIParameterValues(request, parameters)
        guard let schema else {
            guard request.body.isEmpty else {
                throw HTTPProblem(
                    .badRequest,
                    HTTPProblemCode.bodyUnexpected,
                    "this operation takes no body"
                )
            }
            body = .empty
            return
        }
        body = try RequestObject(request, schema)
    }

    /// Who the request comes from; nil where the operation is for everyone.
    public var caller: HTTPCaller? { http.caller }

    /// A parameter of the path.
    ///
    /// - Throws: `HTTPProblem` of status 404 where the path has none of this name.
    public func parameter(_ name: String) throws(HTTPProblem) -> String {
        try http.parameter(name)
    }

    /// A parameter of the query, or nil where it is not given.
    public func query(_ name: String) -> String? { parameters.query(name) }

    /// The case that a parameter of the query names, or nil where it is not given.
    ///
    /// - Throws: `HTTPProblem` of status 400 for another word.
    public func query<Choice: RawRepresentable<String>>(
        choice name: String
    ) throws(HTTPProblem) -> Choice? {
        try query(name).map { text throws(HTTPProblem) in
            guard let choice = Choice(rawValue: text) else {
                throw HTTPProblem(
                    .badRequest,
                    HTTPProblemCode.parameterWrong,
                    "\"\(name)\" is none of its words"
                )
            }
            return choice
        }
    }

    /// A parameter of the header, or nil where it is not given.
    public func header(_ name: HTTPFieldName) -> String? { parameters.header(name) }
}
