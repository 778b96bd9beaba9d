internal import JSON
internal import Storage
internal import World

// Endpoints of webhooks.
//
// - Source: Stripe API reference, "Webhook endpoints": the secret is in the answer to the creation only.
extension StripeInterface {
    func createEndpoint(
        _ request: StripeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let parameters = request.parameters
        let url = try parameters.required("url")
        guard PlatformEndpoint.takes(url: url) else {
            throw StripeError.invalid("url", "Not a valid URL", code: "url_invalid").failure
        }
        let events = parameters.list("enabled_events")
        guard !events.isEmpty else { throw StripeError.missing("enabled_events").failure }
        guard events.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
            throw StripeError.invalid("enabled_events", "An event's name is invalid.").failure
        }
        let details = try Self.described(by: parameters, [:])
        return { scope, transaction throws(PlatformFailure) in
            let endpoint = PlatformEndpoint(
                scope.identifier("we_"),
                url: url,
                events: events,
                secret: scope.randomness.identifier("whsec_", length: 32),
                at: scope.now,
                details
            )
            try transaction.insert(endpoint, of: .stripe)
            return .answer(PlatformAnswer(Self.json(of: endpoint, secret: endpoint.secret)))
        }
    }

    func deleteEndpoint(_ request: StripeRequest) -> PlatformEngine.Beginning {
        { _, transaction throws(PlatformFailure) in
            guard try transaction.removeEndpoint(request.identifier, of: .stripe) else {
                throw StripeError.noSuch("webhook endpoint", request.identifier, "id").failure
            }
            return .answer(
                PlatformAnswer(
                    .object([
                        "id": .string(request.identifier), "object": "webhook_endpoint",
                        "deleted": .bool(true),
                    ])
                )
            )
        }
    }

    static func json(of endpoint: PlatformEndpoint, secret: String?) -> JSONOutput {
        .object([
            "id": .string(endpoint.identifier), "object": "webhook_endpoint",
            "api_version": .null, "application": .null,
            "created": .integer(endpoint.createdAt.seconds),
            "description": endpoint.details["description"] ?? .null,
            "enabled_events": .array(endpoint.events.map { .string($0) }),
            "livemode": .bool(false), "metadata": endpoint.details["metadata"] ?? .object([:]),
            "secret": secret.map { .string($0) }, "status": "enabled",
            "url": .string(endpoint.url),
        ])
    }
}
