internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import Storage
internal import World

/// The operations of the shop's webhooks.
struct WebhookEndpointRoutes: Sendable {
    private static let pageSize: Int64 = 100

    /// Sends events; nil where the configuration has neither webhooks nor a stream.
    let sender: WebhookSender?

    private static let schema = APISchema.object(members)

    private static let members: [APIMember] = [
        .required("id", .text(example: "webhook-0123456789abcdef0123456789abcdef")),
        .required("url", .text(example: "https://shop.example/quince")),
        .optional("events", .list(types), "Not there for all."),
        .required("position", .integer(0...Int64.max), "Up to here events were sent."),
        .required(
            "failures",
            .integer(0...Int64.max),
            "How many times in a row nothing could be delivered."
        ), .required("createdAt", .time),
        .optional(
            "configured",
            .bool,
            "Of one that a configuration names: whether it is this server's. Else nothing is sent to it."
        ),
    ]

    /// A webhook with its secret.
    private static let secretSchema = APISchema.object(
        members + [
            .required("secret", .text(example: "whsec_…"), "It is in this answer only."),
            .optional("earlierSecretUntil", .time, "Until when the secret before it signs too."),
        ]
    )

    private static let types = APISchema.choice(EventType.allCases.map(\.rawValue))

    private static let deliverySchema = APISchema.object([
        .required("event", EventJSON.schema), .required("attempts", .integer(0...Int64.max)),
        .required("status", .choice(["waiting", "givenUp"])),
        .optional("dueAt", .time, "Not there where it waits for an earlier event of its payment."),
        .optional("failure", .anyText, "What the last attempt came to."),
    ])

    var operations: [APIOperation] { ofAll + ofOne + ofDeliveries }

    private var ofAll: [APIOperation] {
        [
            operation(
                .post,
                "/webhooks",
                "Sends events to a URL from now on, signed as Standard Webhooks has it.",
                body: .object([
                    .required("url", .text(example: "https://shop.example/quince")),
                    .optional("events", .list(Self.types), "All if not given."),
                ]),
                answer: Self.secretSchema,
                status: .created,
                problems: [.unprocessableContent],
                givesSecret: true
            ) { try await add($0, $1) },
            operation(
                .get,
                "/webhooks",
                "The webhooks, in pages.",
                parameters: PaymentRoutes.paging,
                answer: .object([
                    .required("webhooks", .list(Self.schema)), PaymentRoutes.next,
                ])
            ) { try await list($0, $1) },
        ]
    }

    private var ofOne: [APIOperation] {
        [
            operation(.get, "/webhooks/{id}", "A webhook.", answer: Self.schema) {
                .json(Self.json(try await webhook($0, $1), of: $1))
            },
            operation(
                .delete,
                "/webhooks/{id}",
                "Sends nothing to a URL any more.",
                answer: nil,
                status: .noContent
            ) { request, sender in
                let id = try request.parameter("id")
                guard !sender.records.configured.contains(id) else {
                    throw MerchantProblemCode.webhookConfigured.problem(
                        "the server's configuration names this webhook"
                    )
                }
                guard try await sender.records.remove(id, by: Self.caller(request)) else {
                    throw Self.missing
                }
                return .status(.noContent)
            },
            operation(
                .post,
                "/webhooks/{id}/secret",
                "A new secret. The one before it signs too for a day.",
                answer: Self.secretSchema,
                givesSecret: true
            ) { request, sender in
                let id = try request.parameter("id")
                let caller = try Self.caller(request)
                guard id != EventStream.identifier else { throw Self.missing }
                guard let renewed = try await sender.records.renewSecret(of: id, by: caller) else {
                    throw Self.missing
                }
                return .json(Self.json(renewed, of: sender, hasSecret: true))
            },
            operation(
                .post,
                "/webhooks/{id}/test",
                "Sends a message of the type webhook.test now, and says what came of it.",
                answer: .object([
                    .required("delivered", .bool), .optional("failure", .anyText),
                ])
            ) { try await test($0, $1) },
        ]
    }

    private var ofDeliveries: [APIOperation] {
        [
            operation(
                .get,
                "/webhooks/{id}/deliveries",
                "The events that were not taken: those that are sent again, and those that were given up.",
                parameters: [
                    .query("after", .integer(0...Int64.max), "The position of the last one known.")
                ],
                answer: .object([.required("deliveries", .list(Self.deliverySchema))])
            ) { try await deliveries($0, $1) },
            operation(
                .post,
                "/webhooks/{id}/deliveries/{position}",
                "Sends an event again, also one that was taken or given up.",
                answer: nil,
                status: .accepted
            ) { request, sender in
                guard let position = Int64(try request.parameter("position")), position > 0,
                    try request.parameter("id") != EventStream.identifier,
                    try await sender.records.sendAgain(
                        position,
                        to: try request.parameter("id"),
                        by: Self.caller(request)
                    )
                else { throw Self.missing }
                return .status(.accepted)
            },
        ]
    }

    /// An operation that needs a sender.
    private func operation(
        _ method: HTTPMethod,
        _ path: StaticString,
        _ summary: String,
        parameters: [APIParameter] = [],
        body: APISchema? = nil,
        answer: APISchema?,
        status: HTTPStatus = .ok,
        problems: [HTTPStatus] = [],
        givesSecret: Bool = false,
        action: @escaping @Sendable (APIRequest, WebhookSender) async throws -> HTTPServerResponse
    ) -> APIOperation {
        APIOperation(
            method,
            path,
            summary,
            parameters: parameters,
            body: body,
            answer: answer,
            status: status,
            problems: problems + [.conflict, .serviceUnavailable],
            access: .backOffice
        ) { [sender] request in
            guard let sender, sender.secrets != nil || !givesSecret else {
                throw MerchantProblemCode.webhooksNotConfigured.problem(
                    "the configuration has no key for the secrets of webhooks"
                )
            }
            do { return try await action(request, sender) } catch let failure as StorageFailure {
                throw MerchantProblemCode.problem(failure)
            }
        }
    }

    private func add(
        _ request: APIRequest,
        _ sender: WebhookSender
    ) async throws -> HTTPServerResponse {
        let url = try request.body.required("url")
        guard sender.webhooks?.takes(url) == true else {
            throw MerchantProblemCode.webhookAddressInvalid.problem(
                "\"url\" is not an https:// address without a name, a password and a fragment"
            )
        }
        let types = (request.body.texts("events") ?? []).compactMap(EventType.init)
        let made = try await sender.records.add(url, Set(types), by: Self.caller(request))
        guard let made else {
            throw MerchantProblemCode.tooManyWebhooks.problem(
                "there are \(WebhookRecords.limit) webhooks already"
            )
        }
        return .complete(
            HTTPResponse(
                .created,
                fields: [.contentType: .json, .cacheControl: "no-store"],
                body: Self.json(made, of: sender, hasSecret: true).compactBytes
            )
        )
    }

    private func list(
        _ request: APIRequest,
        _ sender: WebhookSender
    ) async throws -> HTTPServerResponse {
        let found = try await sender.records.webhooks(
            after: request.query("cursor") ?? "",
            limit: Int64(request.pageSize) + 1
        )
        let shown = found.prefix(request.pageSize)
        return .json(
            .object([
                "webhooks": .array(shown.map { Self.json($0, of: sender) }),
                "next": found.count > shown.count
                    ? shown.last.map { .string($0.identifier) } : nil,
            ])
        )
    }

    private func webhook(
        _ request: APIRequest,
        _ sender: WebhookSender
    ) async throws -> Webhook {
        let id = try request.parameter("id")
        guard let webhook = try await sender.records.webhook(id) else { throw Self.missing }
        return webhook
    }

    private func test(
        _ request: APIRequest,
        _ sender: WebhookSender
    ) async throws -> HTTPServerResponse {
        let webhook = try await webhook(request, sender)
        let world = sender.records.world
        let identifier = "test-" + String(world.clock.now.seconds)
        let message = JSONOutput.object([
            "id": .string(identifier), "type": "webhook.test",
            "timestamp": .string(world.clock.now.iso8601), "data": .object([:]),
        ])
        let failure = await sender.send(message, identifier, as: EventStream.test, to: webhook)
        return .json(
            .object([
                "delivered": .bool(failure == nil), "failure": failure.map { .string($0) },
            ])
        )
    }

    private func deliveries(
        _ request: APIRequest,
        _ sender: WebhookSender
    ) async throws -> HTTPServerResponse {
        let found = try await sender.records.deliveries(
            of: try await webhook(request, sender).identifier,
            after: request.query("after").flatMap { Int64($0) } ?? 0,
            limit: Self.pageSize
        )
        return .json(
            .object([
                "deliveries": .array(
                    found.map { delivery in
                        .object([
                            "event": EventJSON.json(delivery.event),
                            "attempts": .integer(delivery.attempts),
                            "status": delivery.givenUpAt == nil ? "waiting" : "givenUp",
                            "dueAt": delivery.dueAt.map { .string($0.iso8601) },
                            "failure": delivery.failure.map { .string($0) },
                        ])
                    }
                )
            ])
        )
    }

    private static func caller(_ request: APIRequest) throws(HTTPProblem) -> AuditLog.Caller {
        guard let caller = request.caller else { throw HTTPProblem(.unauthorized) }
        return AuditLog.Caller(caller)
    }

    private static var missing: HTTPProblem {
        MerchantProblemCode.notFound.problem("there is no such webhook or event")
    }

    private static func json(
        _ webhook: Webhook,
        of sender: WebhookSender,
        hasSecret: Bool = false
    ) -> JSONOutput {
        let id = webhook.identifier
        return .object([
            "id": .string(id), "url": .string(webhook.url),
            "events": webhook.types.isEmpty
                ? nil : .array(webhook.types.map(\.rawValue).sorted().map { .string($0) }),
            "position": .integer(webhook.position), "failures": .integer(webhook.failures),
            "createdAt": .string(webhook.createdAt.iso8601),
            "configured": webhook.isStream || id.hasPrefix(Webhook.configuredPrefix)
                ? .bool(sender.records.configured.contains(id)) : nil,
            "secret": hasSecret
                ? sender.secrets.map { .string($0.text(of: id, number: webhook.secretNumber)) }
                : nil,
            "earlierSecretUntil": hasSecret
                ? webhook.earlierUntil.map { .string($0.iso8601) } : nil,
        ])
    }
}
