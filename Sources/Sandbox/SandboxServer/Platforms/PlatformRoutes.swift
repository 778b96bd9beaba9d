internal import AppleServers
internal import Certificates
internal import HTTPMessages
package import HTTPServer
package import JSON
internal import PaymentToken
package import Platforms
internal import Storage
internal import World

/// The payment platforms, for the sandbox's operator: `/platforms`.
enum PlatformRoutes {
    static func operations(_ platforms: PlatformService) -> [APIOperation] {
        accounts(platforms) + [endpoints(platforms)] + deliveries(platforms) + faults(platforms)
    }

    /// The owner of a platform's certificate for a merchant.
    static func recipient(
        of merchant: String,
        at name: String,
        _ platforms: PlatformService?
    ) async throws -> PaymentTokenSealer.Recipient {
        guard let platforms else {
            throw HTTPProblem.refused(
                .unprocessableContent,
                "platformsNotRun",
                "the sandbox runs no payment platforms; start it with --platforms"
            )
        }
        let certificate = try await platforms.keys.certificate(of: merchant, at: platform(name))
        return PaymentTokenSealer.Recipient(certificate)
    }

    private static func platform(_ name: String) throws(HTTPProblem) -> Platform {
        guard let platform = Platform(rawValue: name) else {
            throw .refused(
                .notFound,
                "platformUnknown",
                "there is no platform \(name.debugDescription)"
            )
        }
        return platform
    }

    private static let names = APISchema.choice(Platform.allCases.map(\.rawValue))

    private static func accounts(_ platforms: PlatformService) -> [APIOperation] {
        [
            APIOperation(
                .post,
                "/platforms/{platform}/certificates",
                """
                The Payment Processing certificate of a platform for a merchant, for a key that the platform
                keeps. It is made at the first call.
                """,
                body: .object([
                    .required("merchantIdentifier", .text(example: "merchant.com.example")),
                    .optional(
                        "active",
                        .bool,
                        "Whether it is the merchant's active one, to which all tokens are sealed; false."
                    ),
                ]),
                answer: .object([
                    .required("certificate", .text(example: "-----BEGIN CERTIFICATE-----"))
                ]),
                problems: [.notFound, .unprocessableContent]
            ) { request in
                let merchant = try request.body.required("merchantIdentifier")
                let platform = try platform(try request.parameter("platform"))
                let certificate =
                    request.body.bool("active") == true
                    ? try await platforms.keys.activate(for: merchant, at: platform)
                    : try await platforms.keys.certificate(of: merchant, at: platform)
                return .json(.object(["certificate": .string(certificate.certificate.pem)]))
            }
        ]
    }

    private static func endpoints(_ platforms: PlatformService) -> APIOperation {
        APIOperation(
            .post,
            "/platforms/endpoints",
            """
            Sends a platform's webhooks to a URL, signed with the secret of the ready line, as its dashboard
            sets them up.
            """,
            body: .object([
                .required("platform", names),
                .required("url", .text(example: "http://127.0.0.1:8080/webhooks")),
                .optional(
                    "events",
                    .list(.text(example: "charge.refunded")),
                    "all unless given"
                ),
            ]),
            answer: .object([.required("endpoint", .text(example: "we_1"))]),
            problems: [.notFound, .unprocessableContent]
        ) { request in
            let url = try request.body.required("url")
            guard PlatformEndpoint.takes(url: url) else {
                throw HTTPProblem.refused(
                    .unprocessableContent,
                    "urlInvalid",
                    "\"url\" has to be an http:// or https:// URL of ASCII characters"
                )
            }
            let endpoint = try await platforms.forward(
                try platform(try request.body.required("platform")),
                to: url,
                events: request.body.texts("events") ?? ["*"]
            )
            return .json(.object(["endpoint": .string(endpoint)]))
        }
    }

    private static func deliveries(_ platforms: PlatformService) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/platforms/deliveries",
                "The last hundred webhooks, the newest first.",
                answer: .object([.required("deliveries", .list(delivery))])
            ) { _ in
                let found = try await platforms.lastDeliveries()
                return .json(.object(["deliveries": .array(found.map(\.json))]))
            },
            APIOperation(
                .post,
                "/platforms/deliveries/{number}/send",
                "Sends a webhook again.",
                answer: nil,
                status: .noContent,
                problems: [.notFound]
            ) { request in
                let text = try request.parameter("number")
                guard let number = Int64(text), try await platforms.sendAgain(number) else {
                    throw HTTPProblem.refused(
                        .notFound,
                        "deliveryUnknown",
                        "there is no webhook \(text.debugDescription)"
                    )
                }
                return .status(.noContent)
            },
        ]
    }

    private static func faults(_ platforms: PlatformService) -> [APIOperation] {
        [
            APIOperation(
                .post,
                "/platforms/faults",
                "Lets a platform's next requests or webhooks fail.",
                body: .object([
                    .required("platform", names),
                    .required("fault", .choice(PlatformFaults.Kind.allCases.map(\.rawValue))),
                    .optional("count", .integer(1...1_000), "1 unless given"),
                    .optional("delay", .integer(0...31_536_000), "seconds"),
                ]),
                answer: fault,
                problems: [.conflict, .notFound]
            ) { request in
                let kind: PlatformFaults.Kind? = try request.body.choice("fault")
                let made = PlatformFaults.Fault(
                    kind ?? .slow,
                    of: try platform(try request.body.required("platform")),
                    count: request.body.integer("count") ?? 1,
                    delay: request.body.integer("delay")
                )
                guard platforms.faults.add(made) else {
                    throw HTTPProblem.refused(
                        .conflict,
                        "tooManyFaults",
                        "too many faults wait; DELETE /platforms/faults ends them"
                    )
                }
                return .json(json(made))
            },
            APIOperation(
                .get,
                "/platforms/faults",
                "The faults that wait for requests or webhooks.",
                answer: .object([.required("faults", .list(fault))])
            ) { _ in .json(.object(["faults": .array(platforms.faults.all.map(json))])) },
            APIOperation(
                .delete,
                "/platforms/faults",
                "Ends all faults.",
                answer: nil,
                status: .noContent
            ) { _ in
                platforms.faults.removeAll()
                return .status(.noContent)
            },
        ]
    }

    private static let fault = APISchema.object([
        .required("platform", names),
        .required("fault", .choice(PlatformFaults.Kind.allCases.map(\.rawValue))),
        .required("count", .integer(1...1_000)),
        .required("delay", .integer(0...31_536_000)),
    ])

    private static func json(_ fault: PlatformFaults.Fault) -> JSONOutput {
        .object([
            "platform": .string(fault.platform.rawValue), "fault": .string(fault.kind.rawValue),
            "count": .integer(fault.count), "delay": .integer(fault.delaySeconds),
        ])
    }

    private static let delivery = APISchema.object([
        .required("number", .integer(1...(.max))), .required("platform", names),
        .required("event", .text(example: "evt_1")),
        .required("type", .text(example: "charge.refunded")),
        .required("endpoint", .text(example: "we_1")),
        .required("url", .text(example: "http://127.0.0.1:8080/webhooks")),
        .required("state", .choice(["waiting", "delivered", "failed"])),
        .required("dueAt", .time), .required("attempts", .integer(0...(.max))),
        .optional("attemptedAt", .time),
        .optional("status", .integer(100...599)), .optional("failure", .anyText),
    ])
}

extension PlatformDelivery {
    /// The delivery, for programs.
    package var json: JSONOutput {
        .object([
            "number": .integer(number), "platform": .string(platform.rawValue),
            "event": .string(event), "type": .string(type),
            "endpoint": .string(endpoint), "url": .string(url),
            "state": .string(state.rawValue), "dueAt": .string(dueAt.iso8601),
            "attempts": .integer(attempts),
            "attemptedAt": attemptedAt.map { .string($0.iso8601) },
            "status": status.map { .integer($0) },
            "failure": failure.map { .string($0) },
        ])
    }
}

extension PlatformFailure: HTTPProblemSource {
    /// The problem that a caller is told where the records failed.
    package var problem: HTTPProblem {
        switch self {
        case .storage(let failure): failure.problem
        case .refused(let answer): HTTPProblem(answer.status)
        }
    }
}
