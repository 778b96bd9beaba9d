internal import HTTPMessages
public import HTTPServer
internal import JSON

extension GatewayRefusal: HTTPProblemSource {
    /// The problem that a caller is told who registers a domain: the status, a name of the cause, and the
    /// remedy. What is refused to a client of the gateway has Apple's form instead.
    public var problem: HTTPProblem {
        switch self {
        case .merchantNotRegistered: .refused(.notFound, "merchantUnknown", "\(self)")
        case .tooManyDomains: .refused(.conflict, "tooManyDomains", "\(self)")
        case .notSigned: .refused(.internalServerError, "notSigned", "\(self)")
        case .storage(let failure): failure.problem
        case .domain(let refusal):
            .refused(.unprocessableContent, refusal.cause.code, "\(refusal)")
        default: HTTPProblem(status, detail: reason)
        }
    }
}

extension DomainRefusal.Cause {
    fileprivate var code: StaticString {
        switch self {
        case .noAddress: "domainWithoutAddress"
        case .addressNotAllowed: "addressNotAllowed"
        case .notFetched: "fileNotFetched"
        case .status: "fileStatus"
        case .fileDiffers: "fileDiffers"
        }
    }
}

extension SessionRefusal: HTTPProblemSource {
    /// The problem that a caller is told: a name of the cause, and the remedy.
    public var problem: HTTPProblem {
        if case .storage(let failure) = self { return failure.problem }
        return HTTPProblem(
            .unprocessableContent,
            detail: description,
            members: [JSONMember(name: "code", value: .string(code))]
        )
    }
}
