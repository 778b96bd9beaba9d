internal import CardNetwork
internal import HTTPMessages
internal import HTTPServer
internal import JSON

/// The deliberate behaviours of the card network: `/network/scenarios`.
enum ScenarioRoutes {
    static func operations(_ network: CardNetwork) -> [APIOperation] {
        scenarios(network) + next(network)
    }

    private static func scenarios(_ network: CardNetwork) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/network/scenarios",
                "The scenarios, each with the TEST card and the amount that always play it.",
                answer: .object([.required("scenarios", .list(scenario))])
            ) { _ in
                .json(.object(["scenarios": .array(Scenario.all.map(json))]))
            },
            APIOperation(
                .post,
                "/network/scenarios",
                "Plays a scenario for the next authorization of a merchant of the card network, or of any.",
                body: .object([
                    .required("scenario", .choice(Scenario.all.map(\.name))),
                    .optional(
                        "merchant",
                        .text(example: "MERCHANT0000001"),
                        "The card acceptor's identification: field 42 of its messages; any unless given."
                    ),
                ]),
                answer: scenario,
                problems: [.conflict, .unprocessableContent]
            ) { request in
                let name = try request.body.required("scenario")
                let merchant = request.body.text("merchant")
                guard let scenario = Scenario.named(name), merchant.map(isMerchant) != false else {
                    throw HTTPProblem.refused(
                        .unprocessableContent,
                        "merchantInvalid",
                        "\"merchant\" has to be 1 to 15 printable characters of ASCII without spaces, as in field 42"
                    )
                }
                guard network.play(scenario, forNextAuthorizationOf: merchant) else {
                    throw HTTPProblem.refused(
                        .conflict,
                        "tooManyScenarios",
                        "too many scenarios wait for an authorization; send those first"
                    )
                }
                return .json(json(scenario))
            },
        ]
    }

    /// The scenario of the next authorization of any merchant.
    private static func next(_ network: CardNetwork) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/network/scenarios/next",
                "What happens at the next authorization of any merchant.",
                answer: .object([.optional("scenario", scenario)])
            ) { _ in .json(.object(["scenario": network.nextScenario.map(json)])) },
            APIOperation(
                .delete,
                "/network/scenarios/next",
                "Lets nothing happen on purpose at the next authorization of any merchant.",
                answer: nil,
                status: .noContent
            ) { _ in
                network.playNoScenario()
                return .status(.noContent)
            },
        ]
    }

    private static let scenario = APISchema.object([
        .required("scenario", .text(example: "insufficient-funds")),
        .required("card", .text(example: "4000000000009995"), "A TEST number."),
        .required("amountMinorUnits", .integer(0...999_999_999_999)),
        .required("summary", .text(example: "declines 51: insufficient funds")),
    ])

    private static func isMerchant(_ text: String) -> Bool {
        (1...15).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    private static func json(_ scenario: Scenario) -> JSONOutput {
        .object([
            "scenario": .string(scenario.name), "card": .string(scenario.cardNumber),
            "amountMinorUnits": .integer(scenario.amountMinorUnits),
            "summary": .string(scenario.summary),
        ])
    }
}
