internal import AppleServers
internal import HTTPMessages
internal import HTTPServer
internal import JSON

/// App IDs and their entitlements: `/apps`.
enum AppRoutes {
    static func operations(_ center: MemberCenter) -> [APIOperation] {
        [list(center), register(center), one(center), entitlement(center), entitle(center)]
    }

    private static func list(_ center: MemberCenter) -> APIOperation {
        APIOperation(
            .get,
            "/apps",
            "Every App ID.",
            answer: .object([.required("apps", .list(MemberCenterJSON.app))])
        ) { _ in
            .json(.object(["apps": .array(try await center.apps().map(MemberCenterJSON.of))]))
        }
    }

    private static func register(_ center: MemberCenter) -> APIOperation {
        APIOperation(
            .post,
            "/apps",
            "Registers an App ID, without Apple Pay.",
            body: .object([
                .required("bundleIdentifier", .text(example: "com.example.store")),
                .required("description", .text(example: "A shop's app")),
                .optional("team", .text(example: "QUINCETEST"), "the first team unless given"),
            ]),
            answer: MemberCenterJSON.app,
            status: .created,
            problems: [.conflict, .unprocessableContent]
        ) { request in
            let app = try await center.registerApp(
                try request.body.required("bundleIdentifier"),
                description: try request.body.required("description"),
                team: request.body.text("team")
            )
            return .created(
                MemberCenterJSON.of(app),
                at: "/apps/\(app.bundleIdentifier.text)"
            )
        }
    }

    private static func one(_ center: MemberCenter) -> APIOperation {
        APIOperation(.get, "/apps/{bundleIdentifier}", "One App ID.", answer: MemberCenterJSON.app)
        {
            .json(MemberCenterJSON.of(try await app($0, of: center)))
        }
    }

    private static func entitlement(_ center: MemberCenter) -> APIOperation {
        APIOperation(
            .get,
            "/apps/{bundleIdentifier}/entitlement",
            "The merchants that an app may pay.",
            answer: MemberCenterJSON.entitlement
        ) {
            .json(MemberCenterJSON.of(try await app($0, of: center).entitlement))
        }
    }

    private static func entitle(_ center: MemberCenter) -> APIOperation {
        APIOperation(
            .put,
            "/apps/{bundleIdentifier}/entitlement",
            "Lets an app pay these merchants and no others; none turns Apple Pay off.",
            body: .object([
                .required("merchantIdentifiers", .list(.text(example: "merchant.com.example")))
            ]),
            answer: MemberCenterJSON.entitlement,
            problems: [.unprocessableContent]
        ) { request in
            do {
                let app = try await center.entitle(
                    app: try request.parameter("bundleIdentifier"),
                    to: request.body.texts("merchantIdentifiers") ?? []
                )
                return .json(MemberCenterJSON.of(app.entitlement))
            } catch let failure as MemberCenterFailure {
                // The path was found; it is the body that names a merchant that is not registered.
                guard case .refused(.unknownMerchant) = failure else { throw failure }
                throw HTTPProblem.refused(.unprocessableContent, "merchantUnknown", "\(failure)")
            }
        }
    }

    private static func app(
        _ request: APIRequest,
        of center: MemberCenter
    ) async throws -> RegisteredApp {
        let text = try request.parameter("bundleIdentifier")
        guard let found = try await center.app(text) else {
            throw MemberCenterFailure.refused(.unknownApp(text))
        }
        return found
    }
}
