internal import Bytes
internal import CardNetwork
internal import JSON
internal import PaymentToken
internal import Platforms
internal import TokenDisplay
internal import World

/// A payment platform that charges in the shop's place.
struct StoryPlatform: Sendable {
    let platform: Platform
    /// The platform's key to which the token is sealed; nil where the shop opens the token.
    let owner: PlatformKeys.Owner?
    /// The shop's own checks of a token that only the platform can open.
    var ownChecks: TokenExplanation?

    private var name: String { platform.name }

    /// The shop's checks of a token that it cannot open.
    func check(_ explanation: TokenExplanation, at time: UnixTime) -> StoryStep {
        let isVerified = explanation.refusal == nil
        return StoryStep(
            phase: .shop,
            from: .shop,
            to: .shop,
            title: isVerified
                ? "The token is verified; only \(name) can open it" : "The token is refused",
            text: isVerified
                ? "Apple’s signature is right. The token is sealed to a key that \(name) keeps."
                : explanation.told?.cause ?? "",
            time: time,
            mood: isVerified ? .good : .bad,
            parts: [.checks("Every check that the shop can make, in order", explanation)]
                + (recipient.map { [$0] } ?? [])
        )
    }

    /// The owner of the key, and the hash in the token by which it is found.
    var recipient: StoryPart? { owner?.recipient }

    /// The request of the shop.
    func request(_ payment: JSONOutput, at time: UnixTime) -> StoryStep {
        StoryStep(
            phase: .shop,
            from: .shop,
            to: .platform,
            title: owner == nil
                ? "The shop gives \(name) the network token" : "The shop gives \(name) the token",
            text: owner == nil
                ? "The device account number, its expiry and the cryptogram, by the platform’s API."
                : "As the wallet made it, by the platform’s API.",
            time: time,
            parts: [
                .facts(
                    "The request",
                    [
                        ("form", owner == nil ? "networkToken" : "passThrough"),
                        ("amount", payment.text("amount") ?? ""),
                        ("currency", payment.text("currency") ?? ""),
                        ("reference", payment.text("reference") ?? ""),
                    ]
                )
            ]
        )
    }

    /// The platform's checks of a token that is sealed to its key.
    func opening(
        _ explanation: TokenExplanation,
        _ payload: [(name: String, value: String)],
        at time: UnixTime
    ) -> StoryStep {
        var parts: [StoryPart] = [.checks("Every check, in order", explanation)]
        if !payload.isEmpty { parts.append(.facts("What the token holds", payload)) }
        return StoryStep(
            phase: .shop,
            from: .platform,
            to: .platform,
            title: explanation.isOpened
                ? "\(name) verifies and opens the token" : "\(name) refuses the token",
            text: explanation.isOpened
                ? "Apple’s signature is right, and \(name)’s key opens the payload."
                : explanation.told?.cause ?? "",
            time: time,
            mood: explanation.isOpened ? .good : .bad,
            parts: parts + (recipient.map { [$0] } ?? [])
        )
    }

    /// The answer to the shop.
    func answer(_ payment: JSONOutput, at time: UnixTime) -> StoryStep {
        let isApproved = payment.text("processorReference") != nil
        let reason = payment.text("declineReason")
        let rows = ["processor", "processorReference", "authorizationCode", "declineReason"]
            .compactMap { name in payment.text(name).map { (name: name, value: $0) } }
        return StoryStep(
            phase: .shop,
            from: .platform,
            to: .shop,
            title: isApproved
                ? "\(name) approves" : reason == nil ? "\(name) has no answer" : "\(name) declines",
            text: "By the platform’s API; the same comes by its webhooks.",
            time: time,
            mood: isApproved ? .good : .bad,
            parts: [.facts("The answer, as the merchant’s API has it", rows)]
        )
    }
}

extension PlatformKeys.Owner {
    /// The owner of the key, for people.
    var recipient: StoryPart {
        .facts(
            "Who can open the token",
            [
                ("key", "\(platform.name)’s, for \(merchant)"),
                ("publicKeyHash", Base64.encode(key.publicKeyHash)),
            ]
        )
    }
}

extension NetworkJournal.Exchange {
    /// The platform that sent the message; nil where another did.
    var platform: Platform? {
        let merchant = request.value(42)?.split(separator: " ").first
        return merchant.flatMap { name in Platform.allCases.first { $0.merchant == name } }
    }
}
