internal import CardMessages
internal import CardNetwork
internal import JSON
internal import PaymentToken
internal import Platforms
internal import TokenDisplay
internal import World

/// The merchant's side of one token: its checks, the network's messages and the order.
struct StoryCharge: Sendable {
    /// The result of every check of the token with the keys of whom it is sealed to.
    let explanation: TokenExplanation
    /// The payload of the opened token, for people.
    let payload: [(name: String, value: String)]
    /// The payment of the merchant's API; nil where it has none.
    let payment: JSONOutput?
    /// The order of the merchant's API; nil where there is none.
    let order: JSONOutput?
    /// The network's messages of the payment, the oldest first.
    let exchanges: [NetworkJournal.Exchange]
    /// The payment platform; nil where the shop charges by the card network itself.
    var platform: StoryPlatform?

    /// The number of the first message.
    var firstNumber: Int { exchanges.first?.number ?? .max }

    /// The steps until the shop has answered its page.
    ///
    /// - Parameters:
    ///   - time: When the page got the token.
    ///   - end: When it answered the sheet.
    ///   - last: The number of the last message that the network got before that.
    ///   - commands: The requests as commands.
    /// - Returns: The steps.
    func steps(
        at time: UnixTime,
        until end: UnixTime,
        messages last: Int,
        _ commands: StoryCommands
    ) -> [StoryStep] {
        var steps: [StoryStep] = []
        if payment != nil || !exchanges.isEmpty {
            steps.append(
                StoryStep(
                    phase: .shop,
                    from: .page,
                    to: .shop,
                    title: "The page posts the token to its server",
                    text: platform?.owner == nil
                        ? "The page cannot read it; only the server has the key."
                        : "Neither the page nor its server can read it.",
                    time: time,
                    parts: commands.charge(payment).map { [$0] } ?? []
                )
            )
        }
        steps += checks(at: time)
        for exchange in exchanges where exchange.number <= last {
            steps += Self.steps(of: exchange, in: .shop)
        }
        guard let payment else { return steps }
        if let platform { steps.append(platform.answer(payment, at: end)) }
        return steps + [answer(payment, at: end)]
    }

    /// The checks by the shop and by the platform, and what goes from one to the other.
    private func checks(at time: UnixTime) -> [StoryStep] {
        guard let platform else { return [check(at: time)] }
        let opening =
            platform.owner.map { _ in platform.opening(explanation, payload, at: time) }
        guard let payment else { return [opening ?? check(at: time)] }
        let own = platform.ownChecks.map { platform.check($0, at: time) } ?? check(at: time)
        return [own, platform.request(payment, at: time)] + (opening.map { [$0] } ?? [])
    }

    private func check(at time: UnixTime) -> StoryStep {
        let isOpened = explanation.isOpened
        var parts: [StoryPart] = [.checks("Every check, in order", explanation)]
        if !payload.isEmpty { parts.append(.facts("What the token holds", payload)) }
        return StoryStep(
            phase: .shop,
            from: .shop,
            to: .shop,
            title: isOpened ? "The token is verified and opened" : "The token is refused",
            text: isOpened
                ? "Apple’s signature is right, and the merchant’s key opens the payload."
                : explanation.told?.cause ?? "The merchant has no key for it.",
            time: time,
            mood: isOpened ? .good : .bad,
            parts: parts
        )
    }

    private func answer(_ payment: JSONOutput, at time: UnixTime) -> StoryStep {
        let status = payment.text("status") ?? ""
        let isGood = ["authorized", "captured", "refunded", "voided"].contains(status)
        var parts: [StoryPart] = [.json("The payment, as the merchant’s API has it", payment)]
        if let order { parts.append(.json("The order", order)) }
        return StoryStep(
            phase: .shop,
            from: .shop,
            to: .page,
            title: isGood ? "The shop accepts the order" : "The shop has no payment",
            text: order?.text("id").map { "Order \($0)" } ?? "Payment \(payment.text("id") ?? "")",
            time: time,
            mood: isGood ? .good : .bad,
            parts: parts
        )
    }

    /// The steps of one message and its answer.
    static func steps(of exchange: NetworkJournal.Exchange, in phase: StoryPhase) -> [StoryStep] {
        let (request, platform) = (exchange.request, exchange.platform)
        var steps = [
            StoryStep(
                phase: phase,
                from: platform == nil ? .shop : .platform,
                to: .network,
                title: "\(request.type) \(request.words)",
                text: platform.map { "ISO 8583, from \($0.name) to the card network." }
                    ?? "ISO 8583, over TCP, from the shop’s bank to the card network.",
                time: exchange.time,
                parts: [.message(request)]
            )
        ]
        if !exchange.entries.isEmpty {
            steps.append(
                StoryStep(
                    phase: phase,
                    from: .network,
                    to: .network,
                    title: exchange.entries.map(\.kind.words).joined(separator: "; ")
                        .capitalizedFirst,
                    text:
                        "Each entry moves an amount between two accounts, so the ledger adds up to zero.",
                    time: exchange.time,
                    parts: [.ledger(exchange.entries)]
                )
            )
        }
        steps.append(answer(of: exchange, in: phase))
        return steps
    }

    private static func answer(
        of exchange: NetworkJournal.Exchange,
        in phase: StoryPhase
    ) -> StoryStep {
        guard let answer = exchange.answer else {
            return StoryStep(
                phase: phase,
                from: .network,
                to: .network,
                title: "The network does not answer",
                time: exchange.time,
                mood: .bad
            )
        }
        let code = answer.value(39).flatMap { ResponseCode($0) }
        return StoryStep(
            phase: phase,
            from: .network,
            to: exchange.platform == nil ? .shop : .platform,
            title: "\(answer.type) \(code.map(\.words) ?? answer.words)",
            text: delivery(exchange),
            time: exchange.time,
            mood: code?.isApproval == true ? .good : .bad,
            parts: [.message(answer)]
        )
    }

    private static func delivery(_ exchange: NetworkJournal.Exchange) -> String {
        switch exchange.delivery {
        case .delayed(milliseconds: let milliseconds):
            "The scenario sends it after \(milliseconds) ms."
        case .never: "The scenario loses it: it is never sent."
        case .twice: "The scenario sends it twice."
        case .malformed: "The scenario sends bytes in its place that are no message."
        case .closedConnection: "The scenario closes the connection in its place."
        case .now, nil: ""
        }
    }
}

extension JSONOutput {
    /// The text of a member; nil where there is none.
    func text(_ name: String) -> String? {
        guard case .object(let members) = self,
            case .string(let text)? = members.first(where: { $0.name == name })?.value
        else { return nil }
        return text
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
