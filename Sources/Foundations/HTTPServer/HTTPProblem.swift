public import HTTPMessages
public import JSON

/// Why a request was not done, as the client is told.
///
/// - Source: RFC 9457, `application/problem+json`.
public struct HTTPProblem: Error, Hashable, Sendable {
    /// The status.
    public var status: HTTPStatus
    /// A name of the kind of problem, a URI; nil for what the status says.
    public var type: String?
    /// The kind of problem in a few words; the status's own where it is not given.
    public var title: String
    /// The problem of this request; nil where the title says all.
    public var detail: String?
    /// Further fields of the header, such as `Allow`.
    public var fields: HTTPFields
    /// Further members of the object.
    public var members: [JSONMember]

    /// A problem.
    public init(
        _ status: HTTPStatus,
        type: String? = nil,
        title: String? = nil,
        detail: String? = nil,
        fields: HTTPFields = HTTPFields(),
        members: [JSONMember] = []
    ) {
        self.status = status
        self.type = type
        self.title = title ?? status.reason
        self.detail = detail
        self.fields = fields
        self.members = members
    }

    /// A problem whose cause has a name.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - code: The cause, with its remedy and the page that explains it.
    ///   - cause: What happened, without secrets.
    ///   - members: Further members of the object.
    ///   - fields: Further fields of the header.
    public init(
        _ status: HTTPStatus,
        _ code: some ProblemCode,
        _ cause: String,
        members: KeyValuePairs<String, JSONOutput?> = [:],
        fields: HTTPFields = HTTPFields()
    ) {
        let own: [JSONMember] = [
            JSONMember(name: "code", value: .string(code.rawValue)),
            JSONMember(name: "cause", value: .string(cause)),
            JSONMember(name: "remedy", value: .string(code.remedy)),
            JSONMember(name: "link", value: .string(code.link)),
        ]
        let others = members.compactMap { name, value in
            value.map { JSONMember(name: name, value: $0) }
        }
        self.init(status, detail: cause, fields: fields, members: own + others)
    }

    /// The name by which programs tell it from others: the member `code`; nil where there is none.
    public var code: String? {
        guard case .string(let code)? = members.first(where: { $0.name == "code" })?.value else {
            return nil
        }
        return code
    }

    /// The response.
    public var response: HTTPResponse {
        let own: [JSONMember?] = [
            type.map { JSONMember(name: "type", value: .string($0)) },
            JSONMember(name: "title", value: .string(title)),
            JSONMember(name: "status", value: .integer(Int64(status.code))),
            detail.map { JSONMember(name: "detail", value: .string($0)) },
        ]
        var fields = fields
        fields[.contentType] = "application/problem+json"
        var response = HTTPResponse(
            status,
            fields: fields,
            body: JSONOutput.object(own.compactMap { $0 } + members).compactBytes
        )
        response.problemCode = code
        return response
    }
}

/// An error that says what a client is told of it.
public protocol HTTPProblemSource: Error {
    /// The problem that the client is told.
    var problem: HTTPProblem { get }
}

extension HTTPProblem {
    static let requestTimedOut = HTTPProblem(
        .requestTimeout,
        HTTPProblemCode.requestTimedOut,
        "the request did not come in time; nothing was done"
    )

    /// The problem of an error; with nothing of it, unless it is an ``HTTPProblemSource``.
    init(of error: any Error) {
        self =
            (error as? any HTTPProblemSource)?.problem
            ?? HTTPProblem(.internalServerError, HTTPProblemCode.serverFault, "the request failed")
    }
}

extension HTTPProblem: HTTPProblemSource {
    /// The problem itself.
    public var problem: HTTPProblem { self }
}

extension HTTPRequestRefusal: HTTPProblemSource {
    /// The refusal's status and reason.
    public var problem: HTTPProblem { HTTPProblem(status, code, description) }

    private var code: HTTPProblemCode {
        switch status {
        case .targetTooLong: .targetTooLong
        case .headerTooLarge: .headerTooLarge
        case .contentTooLarge: .bodyTooLarge
        case .badRequest: .requestMalformed
        default: .notSupported
        }
    }
}
