internal import ApplePaySession
internal import Certificates
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Sockets
internal import World

/// The routes of operators and devices to the session gateway: domains, their association file, and
/// whether a session is good.
enum GatewayRoutes {
    static func operations(_ gateway: SessionGateway) -> [APIOperation] {
        domains(gateway) + [places(gateway), file(gateway), redemption(gateway)]
            + [pushes(gateway)]
    }

    private static let domain = APISchema.object([
        .required("domain", .text(example: "shop.example.com")),
        .required("registeredAt", .time),
        .optional("verifiedAt", .time, "Missing where the file was never fetched."),
    ])

    private static let place: [APIMember] = [
        .optional(
            "address",
            .text(example: "127.0.0.1:8443"),
            "Where the domain's server is; an address of this machine."
        ),
        .optional(
            "certificateAuthority",
            .text(example: "-----BEGIN CERTIFICATE-----"),
            "Above that server's certificate, in PEM; the system's unless given."
        ),
        .optional(
            "fetched",
            .bool,
            "false registers the domain without its file, which Apple demands."
        ),
    ]

    private static func domains(_ gateway: SessionGateway) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/merchants/{identifier}/domains",
                "The domains of a merchant.",
                answer: .object([.required("domains", .list(domain))])
            ) { request in
                let domains = try await gateway.domains(of: request.parameter("identifier"))
                return .json(.object(["domains": .array(domains.map(json))]))
            },
            APIOperation(
                .post,
                "/merchants/{identifier}/domains",
                """
                Registers a domain of a merchant, after its association file was fetched and compared.
                """,
                body: .object([.required("domain", .text(example: "shop.example.com"))] + place),
                answer: domain,
                status: .created,
                problems: [.notFound, .conflict, .unprocessableContent]
            ) { request in
                let merchant = try request.parameter("identifier")
                let name = try name(try request.body.required("domain"))
                if let place = try place(of: request.body) {
                    try await gateway.set(place, of: name)
                }
                let registered = try await gateway.register(name, for: merchant)
                return .created(json(registered), at: "/merchants/\(merchant)/domains/\(name)")
            },
            APIOperation(
                .delete,
                "/merchants/{identifier}/domains/{domain}",
                "Ends the registration of a domain.",
                answer: nil,
                status: .noContent,
                problems: [.notFound, .unprocessableContent]
            ) { request in
                let name = try name(request.parameter("domain"))
                let merchant = try request.parameter("identifier")
                guard try await gateway.unregister(name, of: merchant) else {
                    throw HTTPProblem.refused(
                        .notFound,
                        "domainUnknown",
                        "\(name) is not a domain of the merchant"
                    )
                }
                return .status(.noContent)
            },
        ]
    }

    private static func places(_ gateway: SessionGateway) -> APIOperation {
        APIOperation(
            .put,
            "/domains/{domain}",
            "Says where a domain's association file is fetched, for a platform that registers it.",
            body: .object(place),
            answer: nil,
            status: .noContent,
            problems: [.unprocessableContent]
        ) { request in
            let name = try name(request.parameter("domain"))
            guard let place = try place(of: request.body) else {
                throw HTTPProblem.refused(
                    .unprocessableContent,
                    "domainWithoutAddress",
                    "give \"address\", or \"fetched\": false"
                )
            }
            try await gateway.set(place, of: name)
            return .status(.noContent)
        }
    }

    private static func file(_ gateway: SessionGateway) -> APIOperation {
        APIOperation(
            .get,
            "/merchants/{identifier}/domain-association",
            "The file that every domain of a merchant has to serve, and where.",
            answer: .object([
                .required("path", .text(example: DomainAssociation.path)),
                .required("content", .text(example: "7B227073704964223A22")),
            ])
        ) { request in
            let file = try await gateway.associationFile(of: request.parameter("identifier"))
            return .json(
                .object([
                    "path": .string(DomainAssociation.path),
                    "content": .string(String(decoding: file, as: UTF8.self)),
                ])
            )
        }
    }

    private static func redemption(_ gateway: SessionGateway) -> APIOperation {
        APIOperation(
            .post,
            "/sessions/redeem",
            "Uses a merchant session, as a device does when a page completes merchant validation.",
            body: .object([
                .required("session", .any("What the page passes: the gateway's answer.")),
                .required("domain", .text(example: "shop.example.com"), "Where the page is."),
            ]),
            answer: .object([
                .required("merchantIdentifier", .text(example: "E0F9…"), "The digest."),
                .required("displayName", .text(example: "Example Shop")),
                .required("domain", .text(example: "shop.example.com")),
            ]),
            problems: [.unprocessableContent]
        ) { request in
            guard let session = request.body.member("session") else {
                throw HTTPProblem(.badRequest)
            }
            let accepted = try await gateway.redeem(
                session,
                onPageAt: try request.body.required("domain")
            )
            return .json(
                .object([
                    "merchantIdentifier": .string(accepted.merchant.digest),
                    "displayName": .string(accepted.displayName),
                    "domain": .string(accepted.domain),
                ])
            )
        }
    }

    private static func pushes(_ gateway: SessionGateway) -> APIOperation {
        APIOperation(
            .get,
            "/pushes",
            "The last pushes to devices that were taken, the newest first.",
            answer: .object([
                .required(
                    "pushes",
                    .list(
                        .object([
                            .required("token", .text(example: "00fc13ad")),
                            .required("topic", .text(example: "order.com.example.shop")),
                            .required("payload", .text(example: "{}")),
                            .required("expiration", .integer(0...Int64.max)),
                            .required("time", .time),
                        ])
                    )
                )
            ])
        ) { _ in .json(.object(["pushes": .array(try await gateway.pushes())])) }
    }

    private static func json(_ domain: RegisteredDomain) -> JSONOutput {
        .object([
            "domain": .string(domain.name.text),
            "registeredAt": .string(domain.registeredAt.iso8601),
            "verifiedAt": domain.verifiedAt.map { .string($0.iso8601) },
        ])
    }

    private static func name(_ text: String) throws(HTTPProblem) -> DomainName {
        do { return try DomainName(text) } catch {
            throw .refused(
                .unprocessableContent,
                "domainInvalid",
                "\(text.debugDescription) is not a domain: \(error)"
            )
        }
    }

    /// Where a file or a web service is, if a body says so.
    static func place(of body: RequestObject) throws(HTTPProblem) -> DomainPlace? {
        let (address, authority) = (body.text("address"), body.text("certificateAuthority"))
        if body.bool("fetched") == false {
            guard address == nil, authority == nil else {
                throw .refused(
                    .unprocessableContent,
                    "domainPlaceContradictory",
                    "give an address, or \"fetched\": false, and not both"
                )
            }
            return .notFetched
        }
        guard let address else {
            guard authority == nil else {
                throw .refused(
                    .unprocessableContent,
                    "domainWithoutAddress",
                    "\"certificateAuthority\" has no \"address\" beside it"
                )
            }
            return nil
        }
        guard let parsed = SocketAddress(address) else {
            throw .refused(
                .unprocessableContent,
                "addressInvalid",
                "\(address.debugDescription) is not HOST:PORT; write 127.0.0.1:8443 or [::1]:8443"
            )
        }
        do throws(CertificateFailure) {
            let certificate = try authority.map { (pem) throws(CertificateFailure) in
                try Certificate(pem: pem)
            }
            return .fetched(parsed, authority: certificate)
        } catch {
            throw .refused(
                .unprocessableContent,
                "authorityInvalid",
                "\"certificateAuthority\" is not one certificate in PEM"
            )
        }
    }
}
