internal import CardNetwork
internal import HTTPClient
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import PaymentRequest
internal import PaymentSheet
internal import PaymentToken
internal import Platforms
internal import SandboxServer
internal import Wallet
internal import World

/// The routes of the x-ray's pages.
struct XRayRoutes: Sendable {
    let sandbox: XRaySandbox
    let shop: XRayShop?
    let privacy: StoryPrivacy
    let client: HTTPClient
    let world: World
    /// The maximum number of messages that are shown at once.
    private static let messageLimit = 50

    /// The payments, the newest first.
    func list() -> JSONOutput {
        .object([
            "reveals": .bool(privacy.reveals),
            "payments": .array(sandbox.payments.payments.map(summary)),
        ])
    }

    private func summary(_ payment: PaymentJournal.Payment) -> JSONOutput {
        let summary = payment.summary
        return .object([
            "number": .integer(Int64(payment.number)), "time": .string(payment.time.iso8601),
            "transactions": .array(
                payment.tokens.map { .string($0.token.transactionID.lowercaseHexadecimal) }
            ),
            "wallet": summary.payee.map { _ in
                .string("http://\(sandbox.addresses.wallet)/#payment-\(payment.number)")
            },
            "device": .string(payment.device), "client": .string(payment.client),
            "payee": summary.payee.map { .string($0) },
            "total": summary.total.map { .string("\($0)") },
            "outcome": .string(summary.outcome?.name ?? (summary.isRefused ? "refused" : "open")),
        ])
    }

    /// A payment with its steps.
    func payment(_ number: Int) async throws(HTTPProblem) -> JSONOutput {
        guard let payment = sandbox.payments.payment(number) else { throw HTTPProblem(.notFound) }
        var charges: [TransactionID: StoryCharge] = [:]
        if let shop {
            let side = MerchantSide(sandbox: sandbox, shop: shop, client: client, privacy: privacy)
            for (token, time) in payment.tokens {
                charges[token.transactionID] = await side.charge(of: token, at: time)
            }
        }
        let story = PaymentStory(
            payment,
            privacy: privacy,
            charges: charges,
            commands: StoryCommands(sandbox: sandbox.addresses, merchant: shop?.api)
        )
        return Self.json(story.steps, payment: summary(payment))
    }

    /// The last messages of the card network, also those of another process's payments.
    func messages() -> JSONOutput {
        Self.json(
            sandbox.messages.last(Self.messageLimit)
                .flatMap { StoryCharge.steps(of: $0, in: .network) }
        )
    }

    /// The last webhooks of the payment platforms, the newest first.
    func deliveries() async throws -> JSONOutput {
        let found = try await sandbox.platforms?.lastDeliveries() ?? []
        return .object(["deliveries": .array(found.map(\.json))])
    }

    /// Sends a webhook again.
    ///
    /// - Throws: A problem of status 404, or the failure of the records.
    func sendAgain(_ number: Int64) async throws {
        guard try await sandbox.platforms?.sendAgain(number) == true else {
            throw HTTPProblem(.notFound)
        }
    }

    /// The platform whose key a token is sealed to; nil where none has it.
    func owner(of token: GivenToken) async -> PlatformKeys.Owner? {
        guard let sealed = token.sealed else { return nil }
        return await sandbox.platforms?.keys.owner(of: sealed)
    }

    private static func json(_ steps: [StoryStep], payment: JSONOutput? = nil) -> JSONOutput {
        let used = Set(steps.flatMap { [$0.from, $0.to] })
        let parties = StoryParty.allCases.filter(used.contains)
        return .object([
            "payment": payment,
            "parties": .array(
                parties.map { party in
                    .object([
                        "party": .string(party.rawValue), "name": .string(party.name),
                        "note": .string(party.note),
                    ])
                }
            ),
            "phases": .array(
                StoryPhase.allCases.map { phase in
                    .object(["phase": .string(phase.rawValue), "name": .string(phase.name)])
                }
            ),
            "steps": .array(steps.enumerated().map { $0.element.json(number: $0.offset + 1) }),
        ])
    }
}

extension PaymentJournal.Payment {
    /// The tokens that the sheet got, and when, in order: one for each attempt.
    fileprivate var tokens: [(token: SealedPaymentToken, time: UnixTime)] {
        moments.compactMap { moment in
            guard case .observed(.sealedForMerchant(let token)) = moment.event else { return nil }
            return (token, moment.time)
        }
    }
}
