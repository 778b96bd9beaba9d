internal import HTTPMessages
internal import JSON
internal import Storage
internal import World

// Workflows: which events are sent where.
//
// - Source: Checkout.com API reference, "Workflows": conditions of events, and one action of a webhook here.
extension CheckoutInterface {
    func createWorkflow(
        _ request: CheckoutRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let actions = request.body?.member("actions")?.elements ?? []
        guard actions.count == 1, actions[0].member("type")?.string == "webhook",
            let url = actions[0].member("url")?.string,
            PlatformEndpoint.takes(url: url)
        else { throw CheckoutError.invalid("workflow_actions_invalid") }
        let signature = actions[0].member("signature")
        let method = signature?.member("method")?.string
        guard signature == nil || method == "HMACSHA256" else {
            throw CheckoutError.invalid("signature_method_invalid")
        }
        var events: [String] = []
        for condition in request.body?.member("conditions")?.elements ?? []
        where condition.member("type")?.string == "event" {
            for source in condition.member("events")?.members ?? [] {
                events += source.value.elements?.compactMap(\.string) ?? []
            }
        }
        guard events.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
            throw CheckoutError.invalid("workflow_conditions_invalid")
        }
        let name = JSONOutput.string(request.text("name") ?? "")
        let (told, secret) = (events, signature?.member("key")?.string ?? dialect.signatureKey)
        return { scope, transaction throws(PlatformFailure) in
            let endpoint = PlatformEndpoint(
                scope.randomness.identifier("wf_", length: 26, of: .base32),
                url: url,
                events: told.isEmpty ? ["*"] : told,
                secret: secret,
                at: scope.now,
                ["name": name]
            )
            try transaction.insert(endpoint, of: .checkout)
            return .answer(PlatformAnswer(.created, Self.json(of: endpoint)))
        }
    }

    static func json(of workflow: PlatformEndpoint) -> JSONOutput {
        .object([
            "id": .string(workflow.identifier), "name": workflow.details["name"] ?? "",
            "active": .bool(true),
            "conditions": .array([
                .object([
                    "type": "event",
                    "events": .object(["gateway": .array(workflow.events.map { .string($0) })]),
                ])
            ]),
            "actions": .array([
                .object([
                    "type": "webhook", "url": .string(workflow.url),
                    "signature": .object([
                        "method": "HMACSHA256", "key": .string(workflow.secret),
                    ]),
                ])
            ]),
            "_links": CheckoutDialect.links(["self": "workflows/\(workflow.identifier)"]),
        ])
    }
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    func checkoutWorkflows() throws(PlatformFailure) -> JSONOutput {
        var page = RecordPage()
        page.limit = 100
        let found = try self.page(page, of: .endpoints, .checkout)?.identifiers ?? []
        var data: [JSONOutput] = []
        for identifier in found {
            let workflow = try endpoint(identifier, of: .checkout)
            data.append(workflow.map(CheckoutInterface.json) ?? .null)
        }
        return .object(["data": .array(data)])
    }
}
