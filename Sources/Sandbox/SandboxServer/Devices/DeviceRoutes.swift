internal import AppleServers
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import PaymentRequest
internal import PaymentSheet
internal import TestSandbox
internal import World

/// Testers and devices: `/testers`, `/devices`.
enum DeviceRoutes {
    static func operations(_ devices: Devices) -> [APIOperation] {
        testers(devices) + theDevices(devices) + cards(devices) + verification(devices)
    }

    private static func testers(_ devices: Devices) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/testers",
                "The sandbox tester accounts.",
                answer: .object([.required("testers", .list(tester))])
            ) { _ in
                let testers = try await devices.testers()
                return .json(.object(["testers": .array(testers.map(json))]))
            },
            APIOperation(
                .post,
                "/testers",
                "Makes a sandbox tester account.",
                body: tester,
                answer: tester,
                status: .created,
                problems: [.conflict, .unprocessableContent]
            ) { request in
                let made = try await devices.addTester(
                    try request.body.required("emailAddress"),
                    country: try request.body.required("countryCode")
                )
                return .created(json(of: made), at: "/testers")
            },
        ]
    }

    private static func theDevices(_ devices: Devices) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/devices",
                "The identifiers of the devices. There is \"phone\" from the beginning, with TEST cards.",
                answer: .object([.required("devices", .list(.text(example: "phone")))])
            ) { _ in
                let identifiers = try await devices.identifiers()
                return .json(.object(["devices": .array(identifiers.map { .string($0) })]))
            },
            APIOperation(
                .post,
                "/devices",
                "Makes a device, on which the first tester is signed in. It has no cards.",
                body: .object(setup),
                answer: device,
                status: .created,
                problems: [.conflict, .unprocessableContent]
            ) { request in
                let identifier = try request.body.required("identifier")
                try await devices.add(identifier, try setup(request.body))
                let made = try await devices.device(identifier)
                return .created(json(of: made), at: "/devices/\(identifier)")
            },
            APIOperation(
                .get,
                "/devices/{device}",
                "A device with its cards.",
                answer: device
            ) { request in
                .json(json(of: try await devices.device(try request.parameter("device"))))
            },
            APIOperation(
                .post,
                "/devices/{device}/sign-in",
                "Signs a tester in. The device's cards are removed.",
                body: .object([.required("emailAddress", .text(example: "mei@example.cn"))]),
                answer: device,
                problems: [.unprocessableContent]
            ) { request in
                let address = try request.body.required("emailAddress")
                let name = try request.parameter("device")
                return .json(json(of: try await devices.signIn(address, on: name)))
            },
            APIOperation(
                .post,
                "/devices/{device}/sign-out",
                "Signs the tester out. The device's cards are removed.",
                answer: device
            ) { request in
                let name = try request.parameter("device")
                return .json(json(of: try await devices.signIn(nil, on: name)))
            },
        ]
    }

    private static func cards(_ devices: Devices) -> [APIOperation] {
        [
            APIOperation(
                .post,
                "/devices/{device}/cards",
                "Adds a card by its TEST number, as a person types it.",
                body: .object([
                    .required("number", .text(example: "4111 1111 1111 1111")),
                    .required("expiry", .text(example: "12/35")),
                    .optional(
                        "verification",
                        .choice(CardVerification.allCases.map(\.rawValue)),
                        "What the issuer does: nothing, send a code, or decline."
                    ),
                ]),
                answer: card,
                status: .created,
                problems: [.conflict, .unprocessableContent]
            ) { request in
                let body = request.body
                let name = try request.parameter("device")
                let number = try await devices.enter(
                    TypedCard(
                        number: try body.required("number"),
                        expiry: try body.required("expiry")
                    ),
                    on: name,
                    verification: try body.choice("verification") ?? CardVerification.none
                )
                let made = try await devices.card(number, of: name)
                return .created(json(of: made), at: "/devices/\(name)/cards/\(number)")
            },
            APIOperation(
                .delete,
                "/devices/{device}/cards/{card}",
                "Removes a card, and its account from the Secure Element.",
                answer: nil,
                status: .noContent
            ) { request in
                let (name, number) = try named(request)
                try await devices.remove(number, of: name)
                return .status(.noContent)
            },
        ]
    }

    /// The cardholder's steps where the issuer has sent a code.
    private static func verification(_ devices: Devices) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/devices/{device}/cards/{card}/message",
                "The message with the code that the card's issuer has sent to the cardholder.",
                answer: .object([.required("code", .text(example: "012345"))]),
                problems: [.conflict]
            ) { request in
                let (name, number) = try named(request)
                guard let code = try await devices.card(number, of: name).code else {
                    throw DeviceFailure.notWaitingForCode
                }
                return .json(.object(["code": .string(code)]))
            },
            APIOperation(
                .post,
                "/devices/{device}/cards/{card}/verification",
                "Enters the code that the card's issuer has sent.",
                body: .object([.required("code", .text(example: "012345"))]),
                answer: card,
                problems: [.conflict, .unprocessableContent]
            ) { request in
                let (name, number) = try named(request)
                let code = try request.body.required("code")
                return .json(
                    json(of: try await devices.verify(number, of: name, code: code))
                )
            },
        ]
    }

    private static func named(_ request: APIRequest) throws -> (device: String, card: Int64) {
        let device = try request.parameter("device")
        guard let number = Int64(try request.parameter("card")) else {
            throw DeviceFailure.unknownCard
        }
        return (device, number)
    }

    private static func setup(_ body: RequestObject) throws(HTTPProblem) -> DeviceSetup {
        let model = try body.choice("model") ?? DeviceModel.iPhone17
        func version(_ name: String) throws(HTTPProblem) -> SystemVersion? {
            guard let text = body.text(name) else { return nil }
            guard let version = SystemVersion(text) else {
                throw .refused(
                    .unprocessableContent,
                    "versionInvalid",
                    "\"\(name)\" is no version: \(text.debugDescription); write it as 26.1"
                )
            }
            return version
        }
        return DeviceSetup(
            model,
            system: try version("system"),
            pairedWatch: try version("pairedWatch"),
            isRestricted: body.bool("isRestricted") ?? false
        )
    }
}

// The forms of testers, devices and cards.
extension DeviceRoutes {
    private static let tester = APISchema.object([
        .required("emailAddress", .text(example: "mei@example.cn")),
        .required("countryCode", .text(example: "CN"), "ISO 3166-1"),
    ])

    private static let setup: [APIMember] = [
        .required("identifier", .text(example: "old-phone")),
        .optional("model", .choice(DeviceModel.allCases.map(\.rawValue))),
        .optional(
            "system",
            .text(example: "26.1"),
            "The version of iOS, or of watchOS on a watch."
        ),
        .optional(
            "pairedWatch",
            .text(example: "26.1"),
            "The version of the paired watch's watchOS."
        ),
        .optional("isRestricted", .bool, "Whether parental controls forbid payments."),
    ]

    private static let card = APISchema.object([
        .required("identifier", .text(example: "7")),
        .required("displayName", .text(example: "Visa 1111")),
        .required("network", .text(example: "Visa")),
        .required("state", .choice(["active", "verification"])),
    ])

    private static let device = APISchema.object(
        setup + [
            .optional("tester", tester, "Who is signed in."), .required("cards", .list(card)),
        ]
    )

    private static func json(of tester: TesterAccount) -> JSONOutput {
        .object([
            "emailAddress": .string(tester.emailAddress),
            "countryCode": .string(tester.countryCode),
        ])
    }

    private static func json(of card: CardRecord) -> JSONOutput {
        .object([
            "identifier": .string(String(card.number)),
            "displayName": .string(card.face.displayName),
            "network": .string(card.face.network.rawValue),
            "state": .string(card.state.rawValue),
        ])
    }

    private static func json(of device: DeviceState) -> JSONOutput {
        let setup = device.record.setup
        return .object([
            "identifier": .string(device.record.identifier),
            "model": .string(setup.model.rawValue),
            "system": .string(setup.system.description),
            "pairedWatch": setup.pairedWatch.map { .string($0.description) },
            "isRestricted": .bool(setup.isRestricted),
            "tester": device.tester.map(json),
            "cards": .array(device.cards.map(json)),
        ])
    }
}
