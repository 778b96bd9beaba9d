internal import AppleServers
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import World

/// The member center: `/teams`, `/merchants`, `/order-types`, `/certificates` and `/authorities`.
enum MemberCenterRoutes {
    static func operations(_ center: MemberCenter, _ clock: VirtualClock) -> [APIOperation] {
        let json = MemberCenterJSON(clock: clock)
        return teams(center) + identifiers(.merchant, "/merchants", center)
            + identifiers(.orderType, "/order-types", center)
            + issuing(.merchant, center, json) + issuing(.orderType, center, json)
            + certificates(center, json) + [authorities(center), keys(center, clock)]
            + AppRoutes.operations(center)
    }

    private static func teams(_ center: MemberCenter) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/teams",
                "The developer teams.",
                answer: .object([.required("teams", .list(MemberCenterJSON.team))])
            ) { _ in
                let teams = try await center.teams().map(MemberCenterJSON.of)
                return .json(.object(["teams": .array(teams)]))
            },
            APIOperation(
                .post,
                "/teams",
                "Registers a team. Its identifier and name are in its certificates.",
                body: MemberCenterJSON.team,
                answer: MemberCenterJSON.team,
                status: .created,
                problems: [.conflict, .unprocessableContent]
            ) { request in
                let team = MemberCenter.Team(
                    identifier: try request.body.required("identifier"),
                    name: try request.body.required("name")
                )
                try await center.register(team)
                return .created(MemberCenterJSON.of(team), at: "/teams")
            },
        ]
    }

    private static func identifiers(
        _ kind: IdentifierKind,
        _ path: StaticString,
        _ center: MemberCenter
    ) -> [APIOperation] {
        let (name, one): (String, StaticString) =
            kind == .merchant
            ? ("merchants", "/merchants/{identifier}")
            : ("orderTypes", "/order-types/{identifier}")
        let noun = kind == .merchant ? "merchant identifier" : "order type identifier"
        return [
            APIOperation(
                .get,
                path,
                "Every \(noun).",
                answer: .object([.required(name, .list(MemberCenterJSON.identifier))])
            ) { _ in
                let found = try await center.identifiers(kind).map(MemberCenterJSON.of)
                return .json(.object([JSONMember(name: name, value: .array(found))]))
            },
            APIOperation(
                .post,
                path,
                "Registers \(kind == .merchant ? "a" : "an") \(noun).",
                body: .object([
                    .required("identifier", .text(example: "\(kind.prefix)com.example")),
                    .required("description", .text(example: "A shop")),
                    .optional("team", .text(example: "QUINCETEST"), "the first team unless given"),
                ]),
                answer: MemberCenterJSON.identifier,
                status: .created,
                problems: [.conflict, .unprocessableContent]
            ) { request in
                let registered = try await center.register(
                    kind,
                    try request.body.required("identifier"),
                    description: try request.body.required("description"),
                    team: request.body.text("team")
                )
                return .created(
                    MemberCenterJSON.of(registered),
                    at: "\(path)/\(registered.text)"
                )
            },
            APIOperation(.get, one, "One \(noun).", answer: MemberCenterJSON.identifier) {
                let text = try $0.parameter("identifier")
                guard let found = try await center.identifier(text), found.kind == kind else {
                    throw MemberCenterFailure.refused(.unknownMerchant(text))
                }
                return .json(MemberCenterJSON.of(found))
            },
        ]
    }

    private static func issuing(
        _ holder: IdentifierKind,
        _ center: MemberCenter,
        _ json: MemberCenterJSON
    ) -> [APIOperation] {
        let path: StaticString =
            holder == .merchant
            ? "/merchants/{identifier}/certificates" : "/order-types/{identifier}/certificates"
        let kinds = CertificateKind.allCases.filter { $0.holder == holder }
        return [
            APIOperation(
                .get,
                path,
                "The certificates of an identifier, in the order in which they were issued.",
                answer: .object([.required("certificates", .list(MemberCenterJSON.certificate))])
            ) { request in
                let text = try request.parameter("identifier")
                guard let found = try await center.certificates(of: text),
                    IdentifierKind(of: text) == holder
                else { throw MemberCenterFailure.refused(.unknownMerchant(text)) }
                return .json(.object(["certificates": .array(found.map(json.of))]))
            },
            APIOperation(
                .post,
                path,
                "Issues a certificate for a signing request in PEM.",
                body: .object([
                    .required("kind", .choice(kinds.map(\.rawValue))),
                    .required("request", .text(example: "-----BEGIN CERTIFICATE REQUEST-----")),
                ]),
                answer: MemberCenterJSON.certificate,
                status: .created,
                problems: [.conflict, .unprocessableContent, .internalServerError]
            ) { request in
                let kind: CertificateKind? = try request.body.choice("kind")
                let issued = try await center.issue(
                    kind ?? .paymentProcessing,
                    for: try request.parameter("identifier"),
                    request: Array(try request.body.required("request").utf8)
                )
                return .created(json.of(issued), at: "/certificates/\(issued.serialNumber)")
            },
        ]
    }

    private static func certificates(
        _ center: MemberCenter,
        _ json: MemberCenterJSON
    ) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/certificates/{serial}",
                "A certificate and its state.",
                answer: MemberCenterJSON.certificate
            ) { request in
                let serial = try request.parameter("serial")
                guard let found = try await center.certificate(serial: serial) else {
                    throw MemberCenterFailure.refused(.unknownCertificate(serial))
                }
                return .json(json.of(found))
            },
            APIOperation(
                .post,
                "/certificates/{serial}/activate",
                "Activates a Payment Processing certificate in place of the active one.",
                answer: MemberCenterJSON.certificate,
                problems: [.conflict]
            ) { request in
                .json(json.of(try await center.activate(serial: try request.parameter("serial"))))
            },
            APIOperation(
                .post,
                "/certificates/{serial}/revoke",
                "Revokes a certificate.",
                answer: MemberCenterJSON.certificate,
                problems: [.conflict]
            ) { request in
                .json(json.of(try await center.revoke(serial: try request.parameter("serial"))))
            },
        ]
    }

    private static func authorities(_ center: MemberCenter) -> APIOperation {
        APIOperation(
            .get,
            "/authorities",
            "The certificates of the TEST authorities.",
            answer: .object([.required("authorities", .list(MemberCenterJSON.authority))])
        ) { _ in
            let files = center.authorities.files.map(MemberCenterJSON.of)
            return .json(.object(["authorities": .array(files)]))
        }
    }

    private static func keys(_ center: MemberCenter, _ clock: VirtualClock) -> APIOperation {
        APIOperation(
            .get,
            "/authorities/keys",
            "The private keys of the TEST authorities, with which `quince mint --sandbox` signs.",
            answer: .object([
                .required("now", .time, "the sandbox's time"),
                .required("authorities", .described("The certificates and keys, in Base64.")),
            ])
        ) { _ in
            .json(
                .object([
                    "now": .string(clock.now.iso8601),
                    "authorities": try await center.authorityKeys(),
                ])
            )
        }
    }
}
