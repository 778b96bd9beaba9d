internal import ApplePaySession
internal import HTTPMessages
public import HTTPServer
internal import JSON

extension SessionGateway {
    /// Answers the requests of merchants' servers and of platforms.
    ///
    /// The server must ask clients for a certificate and accept any
    /// (``HTTPServer/TLSServerIdentity/ClientCertificates/unverified``), because the gateway says in
    /// Apple's form what is wrong with it.
    public var handler: HTTPHandler {
        var router = HTTPRouter()
        for path in SessionPath.allCases {
            answer(.post, path.pattern, on: &router) { gateway, request, client in
                let asked: SessionRequest
                do throws(SessionRequestProblem) {
                    asked = try SessionRequest(request.body, at: path)
                } catch { throw GatewayRefusal.session(error) }
                return try await gateway.session(for: asked, from: client).json
            }
        }
        answer(.post, "/paymentservices/registerMerchant", on: &router) {
            gateway,
            request,
            client in
            let asked = try PartnerRequest(registering: request.body)
            try await gateway.register(asked, from: client)
            return nil
        }
        answer(.post, "/paymentservices/unregisterMerchant", on: &router) {
            gateway,
            request,
            client in
            let asked = try PartnerRequest.unregistering(request.body)
            try await gateway.unregister(asked.domains, of: asked.merchant, from: client)
            return nil
        }
        answer(.post, "/paymentservices/merchantDetails", on: &router) { gateway, request, client in
            let merchant = try PartnerRequest.details(request.body)
            return try await gateway.details(of: merchant, from: client)
        }
        answer(.get, "/paymentservices/merchant/{identifier}", on: &router) {
            gateway,
            request,
            client in
            let identifier = request.parameters["identifier"] ?? ""
            guard PartnerRequest.isIdentifier(identifier) else {
                throw GatewayRefusal.partner(.identifier)
            }
            let merchant = MerchantReference(identifier: identifier)
            return try await gateway.details(of: merchant, from: client)
        }
        router.on(.post, "/3/device/{token}") { request in await self.push(request) }
        let complete = router
        return { await complete.respond(to: $0) }
    }

    /// Adds a path that answers a recognized client with JSON, or with an empty body.
    private func answer(
        _ method: HTTPMethod,
        _ pattern: HTTPRoutePattern,
        on router: inout HTTPRouter,
        _ act:
            @escaping @Sendable (SessionGateway, HTTPServerRequest, ClientIdentity) async throws
            -> JSONOutput?
    ) {
        router.on(method, pattern) { request in
            let path = request.head.target.path
            var client: ClientIdentity?
            do {
                let known = try await self.identity(of: request.client.certificates)
                client = known
                let answer = try await act(self, request, known)
                self.log(GatewayAnswer(path, .ok, known, nil))
                return .complete(Self.response(.ok, answer))
            } catch let refusal as GatewayRefusal {
                self.log(GatewayAnswer(path, refusal.status, client, refusal.reason))
                return .complete(Self.response(refusal))
            }
        }
    }

    static func response(
        _ status: HTTPStatus,
        _ json: JSONOutput?
    ) -> HTTPResponse {
        guard let json else { return HTTPResponse(status) }
        return HTTPResponse(
            status,
            fields: [.contentType: .json],
            body: json.compactBytes
        )
    }

    private static func response(_ refusal: GatewayRefusal) -> HTTPResponse {
        var response = response(
            refusal.status,
            .object([
                "statusMessage": .string(refusal.statusMessage),
                "statusCode": .string(String(refusal.status.code)),
            ])
        )
        let reason = String(
            String.UnicodeScalarView(
                refusal.reason.unicodeScalars.prefix(500).map {
                    (0x20...0x7e).contains($0.value) ? $0 : "?"
                }
            )
        )
        response.fields["Quince-Reason"] = HTTPFieldValue(reason)
        return response
    }
}

extension SessionPath {
    /// The path as a route.
    fileprivate var pattern: HTTPRoutePattern {
        switch self {
        case .paymentSession: "/paymentservices/paymentSession"
        case .startSession: "/paymentservices/startSession"
        }
    }
}

extension GatewayAnswer {
    fileprivate init(
        _ path: String,
        _ status: HTTPStatus,
        _ client: ClientIdentity?,
        _ reason: String?
    ) {
        self.path = path
        self.status = status
        merchant = client?.merchant
        self.reason = reason
    }
}
