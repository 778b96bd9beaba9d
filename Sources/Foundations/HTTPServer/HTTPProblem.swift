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

extension HTTPProblem: HTTPProblemSource {
    /// The problem itself.
    public var problem: HTTPProblem { self }
}

extension HTTPRequestRefusal: HTTPProblemSource {
    /// The refusal's status and reason.
    public var problem: HTTPProblem { HTTPProblem(status, detail: description) }
}
