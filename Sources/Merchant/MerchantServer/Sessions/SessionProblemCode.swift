internal import HTTPMessages
internal import HTTPServer

/// The causes for which no merchant session is given.
///
/// Each has a section of Documentation/Refusals.md.
enum SessionProblemCode: String, ProblemCode, CaseIterable {
    /// The server has no Merchant Identity certificate.
    case sessionsNotConfigured
    /// The domain is none of the merchant's, or not the page's own.
    case domainNotAllowed
    /// The validation URL is none of the gateway's.
    case validationURLNotAllowed
    /// The gateway did not answer.
    case gatewayUnreachable
    /// The gateway refused.
    case gatewayRefused
    /// The gateway's answer is not a session.
    case gatewayAnswerMalformed

    /// The problem that a caller gets.
    func problem(_ cause: String) -> HTTPProblem { HTTPProblem(status, self, cause) }

    private var status: HTTPStatus {
        switch self {
        case .sessionsNotConfigured: .serviceUnavailable
        case .domainNotAllowed, .validationURLNotAllowed: .unprocessableContent
        case .gatewayUnreachable, .gatewayRefused, .gatewayAnswerMalformed: .badGateway
        }
    }

    /// The remedy, in a sentence.
    var remedy: String {
        switch self {
        case .sessionsNotConfigured:
            "add \"identity\", a Merchant Identity certificate with its key, to the server's configuration"
        case .domainNotAllowed:
            "send the page's own domain, and add it to \"domains\" of the server's configuration"
        case .validationURLNotAllowed: "send the validationURL of the event as it came"
        case .gatewayUnreachable, .gatewayAnswerMalformed:
            "make a new request; see that the server reaches Apple's gateway, with no proxy that answers for it"
        case .gatewayRefused:
            "see that the domain is registered, and that the certificate is the merchant's own"
        }
    }
}
