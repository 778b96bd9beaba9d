public import AppleServers
internal import HTTPMessages
public import HTTPServer

extension MemberCenterFailure: HTTPProblemSource {
    /// The problem that a caller is told: the status, a name of the cause, and the remedy.
    public var problem: HTTPProblem {
        switch self {
        case .storage(let failure): return failure.problem
        case .authorities, .authoritiesUnreadable:
            return .refused(.internalServerError, "authoritiesFailed", "\(self)")
        case .refused(let refusal):
            let (status, code) = refusal.statusAndCode
            return .refused(status, code, "\(refusal)")
        }
    }
}

extension MemberCenter.Refusal {
    /// Exhaustive on purpose: a new refusal does not compile without a name.
    fileprivate var statusAndCode: (HTTPStatus, StaticString) {
        switch self {
        case .invalidIdentifier, .invalidOrderType: (.unprocessableContent, "identifierInvalid")
        case .invalidBundleIdentifier: (.unprocessableContent, "bundleIdentifierInvalid")
        case .invalidDescription: (.unprocessableContent, "descriptionInvalid")
        case .invalidTeam: (.unprocessableContent, "teamInvalid")
        case .alreadyRegistered: (.conflict, "alreadyRegistered")
        case .unknownTeam: (.unprocessableContent, "teamUnknown")
        case .unknownMerchant: (.notFound, "merchantUnknown")
        case .unknownApp: (.notFound, "appUnknown")
        case .wildcardApp: (.unprocessableContent, "wildcardApp")
        case .request(.signatureInvalid): (.unprocessableContent, "requestSignatureInvalid")
        case .request: (.unprocessableContent, "requestUnreadable")
        case .unsupportedKey: (.unprocessableContent, "keyUnsupported")
        case .kindNotOfIdentifier: (.unprocessableContent, "kindNotOfIdentifier")
        case .tooManyCertificates: (.conflict, "tooManyCertificates")
        case .unknownCertificate: (.notFound, "certificateUnknown")
        case .notActivated: (.conflict, "notActivated")
        case .notActivable: (.conflict, "notActivable")
        case .alreadyRevoked: (.conflict, "alreadyRevoked")
        case .notIssued: (.internalServerError, "notIssued")
        }
    }
}
