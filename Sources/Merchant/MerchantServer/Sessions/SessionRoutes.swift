internal import ApplePaySession
internal import HTTPClient
internal import HTTPMessages
internal import HTTPServer
internal import JSON

/// Sessions for payment sheets on web pages, and the file by which domains are verified.
struct SessionRoutes: Sendable {
    /// The path at which pages ask for sessions.
    static let path = "/apple-pay/session"
    /// The caller of a request that has no key and comes from a page of the shop, as its `Origin` says. It
    /// may only ask for a session of that page's own domain.
    static let page = "page"

    /// The client with the certificate of this moment; nil where there is none.
    let client: @Sendable () -> SessionClient?
    let merchant: ServerConfiguration.Merchant
    let domains: [String]
    let association: [UInt8]?

    var operations: [APIOperation] {
        [session] + (association.map { [file($0)] } ?? [])
    }

    private var session: APIOperation {
        APIOperation(
            .post,
            "/apple-pay/session",
            "Asks the gateway for the session of one payment sheet.",
            body: .object([
                .optional(
                    "validationURL",
                    .text(
                        example:
                            "https://apple-pay-gateway.apple.com/paymentservices/paymentSession"
                    ),
                    "the URL that the browser gave the page; a host of Apple's gateway"
                ),
                .required("domain", .text(example: "shop.example"), "the page's domain"),
                .optional("displayName", .text(example: "Shop"), "the name that the sheet shows"),
                .optional(
                    "initiative",
                    .choice(
                        SessionRequest.Initiative.allCases.filter { $0 != .messaging }.map(
                            \.rawValue
                        )
                    ),
                    "web unless given"
                ),
            ]),
            answer: .described("The session, for completeMerchantValidation."),
            problems: [.forbidden, .unprocessableContent, .badGateway, .serviceUnavailable],
            access: .sessions
        ) { request in .json(try await ask(request)) }
    }

    private func ask(_ request: APIRequest) async throws -> JSONOutput {
        guard let client = client() else {
            throw SessionProblemCode.sessionsNotConfigured.problem(
                "the server has no Merchant Identity certificate"
            )
        }
        let domain = try request.body.required("domain")
        guard domains.contains(domain.lowercased()), isOwn(domain, of: request) else {
            throw SessionProblemCode.domainNotAllowed.problem(
                "the domain is none of the \"domains\" of the server's configuration, or not the page's own"
            )
        }
        let name = request.body.text("displayName") ?? merchant.displayName
        guard name.utf8.count <= SessionRequest.longestDisplayName else {
            throw HTTPProblem(
                .badRequest,
                HTTPProblemCode.memberWrong,
                "\"displayName\" is longer than 64 bytes of UTF-8"
            )
        }
        let asked = SessionRequest(
            merchantIdentifier: merchant.identifier,
            displayName: name,
            initiative: try request.body.choice("initiative") ?? .web,
            context: domain.lowercased()
        )
        return try await client.session(asked, at: request.body.text("validationURL"))
    }

    /// A page without a key gets sessions of its own domain only.
    private func isOwn(_ domain: String, of request: APIRequest) -> Bool {
        guard request.caller?.role == Self.page else { return true }
        return request.caller?.identifier == domain.lowercased()
    }

    private func file(_ content: [UInt8]) -> APIOperation {
        let file = HTTPStaticContent(content, type: "text/plain")
        return APIOperation(
            .get,
            "/.well-known/apple-developer-merchantid-domain-association",
            "The file by which Apple's servers verify a domain.",
            answer: nil,
            access: .everyone
        ) { .complete(file.response(to: $0.http.head)) }
    }
}

extension SessionClient.Failure: HTTPProblemSource {
    var problem: HTTPProblem {
        switch self {
        case .urlNotAllowed:
            SessionProblemCode.validationURLNotAllowed.problem(
                "the validation URL is none of the gateway's; nothing was sent"
            )
        case .unreachable(let failure):
            SessionProblemCode.gatewayUnreachable.problem("the gateway did not answer: \(failure)")
        case .refused(let status):
            SessionProblemCode.gatewayRefused.problem("the gateway refused with status \(status)")
        case .answerMalformed:
            SessionProblemCode.gatewayAnswerMalformed.problem(
                "the gateway's answer is not a session"
            )
        }
    }
}
