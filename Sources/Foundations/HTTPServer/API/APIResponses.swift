public import HTTPMessages
public import JSON

extension HTTPProblem {
    /// A problem with the name by which programs tell it from others.
    public static func refused(
        _ status: HTTPStatus,
        _ code: StaticString,
        _ detail: String,
        fields: HTTPFields = HTTPFields()
    ) -> HTTPProblem {
        HTTPProblem(
            status,
            detail: detail,
            fields: fields,
            members: [JSONMember(name: "code", value: .string(code.description))]
        )
    }
}

extension HTTPServerResponse {
    /// A JSON value.
    public static func json(
        _ value: JSONOutput,
        _ status: HTTPStatus = .ok,
        fields: HTTPFields = HTTPFields()
    ) -> HTTPServerResponse {
        var fields = fields
        fields[.contentType] = .json
        fields[.cacheControl] = "no-store"
        return .complete(
            HTTPResponse(status, fields: fields, body: value.compactBytes)
        )
    }

    /// An object that was made, with the path at which it is found.
    public static func created(_ value: JSONOutput, at path: String) -> HTTPServerResponse {
        var fields = HTTPFields()
        fields[.location] = HTTPFieldValue(path)
        return json(value, .created, fields: fields)
    }
}
