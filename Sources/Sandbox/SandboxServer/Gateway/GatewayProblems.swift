internal import HTTPMessages
public import HTTPServer
internal import JSON

extension DomainRegistrationRefusal: HTTPProblemSource {
    /// The problem that a caller is told: the status, a name of the cause, and the remedy.
    public var problem: HTTPProblem {
        switch self {
        case .merchantUnknown: .refused(.notFound, "merchantUnknown", "\(self)")
        case .tooMany: .refused(.conflict, "tooManyDomains", "\(self)")
        case .notSigned: .refused(.internalServerError, "notSigned", "\(self)")
        case .storage(let failure): failure.problem
        case .domain(let refusal):
            .refused(.unprocessableContent, refusal.cause.code, "\(refusal)")
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
        case .anotherFile: "fileDiffers"
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
