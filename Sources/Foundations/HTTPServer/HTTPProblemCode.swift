/// A cause for which requests are refused, by the name that its problem has as `code`. The name does not
/// change between versions.
public protocol ProblemCode: RawRepresentable<String>, Sendable {
    /// The remedy, in a sentence.
    var remedy: String { get }
}

extension ProblemCode {
    /// Where the cause is explained.
    public var link: String { "Documentation/Refusals.md#\(rawValue.lowercased())" }
}

/// The causes for which a server refuses a request whatever it is about.
public enum HTTPProblemCode: String, ProblemCode, CaseIterable {
    /// The bytes are not a request of HTTP.
    case requestMalformed
    /// The request did not come in time.
    case requestTimedOut
    /// The path and the query are too long.
    case targetTooLong
    /// The header is too long.
    case headerTooLarge
    /// The body is too long.
    case bodyTooLarge
    /// The server holds as many bytes of bodies as it may.
    case tooManyBodies
    /// The request asks for something that the server does not do.
    case notSupported

    /// The credentials are missing or unknown.
    case unauthorized
    /// The operation is not for the caller's role.
    case roleInsufficient
    /// The limit of requests in a minute is reached.
    case tooManyRequests

    /// Nothing is at the path.
    case pathUnknown
    /// The path does not have the method.
    case methodNotAllowed
    /// The body is not JSON.
    case notJSON
    /// The operation takes no body.
    case bodyUnexpected
    /// A member of the body is missing.
    case memberMissing
    /// The body has a member that the operation does not have.
    case memberUnknown
    /// A member of the body has another form.
    case memberWrong
    /// A parameter is missing.
    case parameterMissing
    /// The operation has no such parameter.
    case parameterUnknown
    /// A parameter is given twice.
    case parameterDoubled
    /// A parameter has another form.
    case parameterWrong

    /// The server contradicts itself.
    case serverFault

    /// The remedy, in a sentence.
    public var remedy: String {
        switch self {
        case .requestMalformed: "send a request of HTTP/1.1"
        case .requestTimedOut: "send the whole request without a pause"
        case .targetTooLong: "send a shorter path and query"
        case .headerTooLarge: "send fewer and shorter header fields"
        case .bodyTooLarge: "send a shorter body"
        case .tooManyBodies, .tooManyRequests:
            "make the same request again after the seconds of Retry-After"
        case .notSupported: "make the request without it"
        case .unauthorized: "send credentials of this server"
        case .roleInsufficient: "use credentials of one of the named roles"
        case .pathUnknown: "use a path of /openapi.json"
        case .methodNotAllowed: "use a method of the field Allow"
        case .notJSON: "send a JSON object, with Content-Type: application/json"
        case .bodyUnexpected: "send no body"
        case .memberMissing, .memberUnknown, .memberWrong:
            "send the members that /openapi.json describes"
        case .parameterMissing, .parameterUnknown, .parameterDoubled, .parameterWrong:
            "send the parameters that /openapi.json describes"
        case .serverFault: "report it with the request's identifier"
        }
    }
}
