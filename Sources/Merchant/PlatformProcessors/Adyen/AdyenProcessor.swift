internal import Bytes
internal import HTTPClient
internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments
internal import World

/// The members of an account with Adyen.
enum AdyenAccount {
    static let merchantAccount = "merchantAccount"
}

/// Charges through Adyen.
///
/// The `reference` of a payment is the key of its authorization, and that of a capture, cancellation or
/// refund is its own key: webhooks repeat them. Adyen only receives captures, cancellations and refunds, and its
/// webhooks say what became of them.
///
/// - Source: Adyen, *Checkout API v72*, *API idempotency*, *Result codes*. Documentation/Platforms/Adyen.md says
///   what is not public.
struct AdyenProcessor: PlatformProcessor {
    /// How long Adyen is sure to know an idempotency key, less a day. Units: seconds.
    ///
    /// - Source: Adyen, *API idempotency*: 31 days.
    private static let keySeconds: Int64 = 30 * 86_400

    let name = ProcessorName.adyen
    /// One capture, after which Adyen cancels the rest; voids and refunds.
    let capabilities: Set<ProcessorCapability>
    let account: PlatformAccount
    private let connection: PlatformConnection
    private let clock: any WallClock

    init(_ account: PlatformAccount, _ connection: PlatformConnection, _ clock: any WallClock) {
        (self.account, self.connection, self.clock) = (account, connection, clock)
        let common: Set<ProcessorCapability> = [
            .capture, .finalCapture, .void, .refund, .storedCredentials,
        ]
        capabilities = account.form == .passThrough ? common.union([.sealedTokens]) : common
    }

    /// Asks the issuer to hold the amount.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        let key = request.idempotencyKey.text
        guard let amount = request.amount.adyenJSON else {
            throw .notSent(.requestInvalid)
        }
        var body = body(reference: key)
        body.add("amount", amount)
        body.add("merchantOrderReference", request.merchantReference)
        body.add("shopperInteraction", request.instrument.isStored ? "ContAuth" : "Ecommerce")
        // A shopper is sent back from another page to it. No such page is used: see the result codes.
        body.add("returnUrl", "https://localhost/")
        body.add("additionalData", .object(["manualCapture": "true"]))
        try addCard(of: request, to: &body)
        let answer = try await ask("payments", body, key)
        guard answer.isSuccess else { throw answer.failure }
        guard let payment = AdyenPayment(answer.json), payment.reference ?? key == key else {
            throw .outcomeUnknown(.answerUnreadable)
        }
        guard let decision = payment.decision else { throw .outcomeUnknown(.processorInDoubt) }
        return decision
    }

    /// Cancels an authorization: by Adyen's reference or, where that is not known, by ours.
    ///
    /// A cancellation by our reference that found nothing is no end, since the authorization may still arrive:
    /// the records ask again, until one that was made long enough after it has found nothing. So each is sent
    /// without an idempotency key, which would only repeat the answer of the first. To cancel twice changes
    /// nothing.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func reverse(
        _ request: ReversalRequest
    ) async throws(ProcessorFailure) -> ReversalAnswer {
        let original = request.original
        var body = body(reference: request.idempotencyKey.text)
        guard let payment = original.networkReference else {
            body.add("paymentReference", original.idempotencyKey.text)
            guard try await ask("cancels", body, nil).isReceived else {
                throw .outcomeUnknown(.processorInDoubt)
            }
            return .received
        }
        let answer = try await ask(
            "payments/\(payment)/cancels",
            body,
            request.idempotencyKey.text
        )
        if let decline = answer.decline { return .refused(decline.reason, code: decline.code) }
        guard answer.isReceived else { throw answer.failure }
        return .received
    }

    /// Collects an authorized amount, or a part of it.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func capture(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        try await modify("captures", request, hasAmount: true)
    }

    /// Releases an authorized amount.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func void(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        try await modify("cancels", request, hasAmount: false)
    }

    /// Pays a captured amount back, or a part of it.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func refund(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        try await modify("refunds", request, hasAmount: true)
    }

    private func modify(
        _ action: String,
        _ request: FollowUpRequest,
        hasAmount: Bool
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        guard let payment = request.original.networkReference else {
            throw .notSent(.requestInvalid)
        }
        // Adyen may have forgotten the key, and would do it once more: people ask Adyen.
        let age = clock.now.seconds - request.preparedAt.seconds
        guard !request.isRepetition || age < Self.keySeconds else {
            throw .outcomeUnknown(.processorInDoubt)
        }
        let key = request.idempotencyKey.text
        var body = body(reference: key)
        if hasAmount {
            guard let amount = request.amount.adyenJSON else {
                throw .notSent(.requestInvalid)
            }
            body.add("amount", amount)
        }
        let answer = try await ask("payments/\(payment)/\(action)", body, key)
        if let decline = answer.decline { return .declined(decline.reason, code: decline.code) }
        guard answer.isReceived else { throw answer.failure }
        return .received
    }

    private func body(reference: String) -> JSONBody {
        var body = JSONBody()
        body.add("merchantAccount", account.settings[AdyenAccount.merchantAccount])
        body.add("reference", reference)
        return body
    }

    private func ask(
        _ path: String,
        _ body: JSONBody,
        _ key: String?
    ) async throws(ProcessorFailure) -> AdyenAnswer {
        guard let apiKey = HTTPFieldValue("", account.secretKey) else {
            throw .notSent(.requestInvalid)
        }
        var fields: HTTPFields = [.contentType: "application/json"]
        fields["X-API-Key"] = apiKey
        fields["Idempotency-Key"] = key.flatMap { HTTPFieldValue($0) }
        // The live addresses have one part more: Adyen, *Live endpoints*.
        let isLive = account.origin.hasSuffix("-checkout-live.adyenpayments.com")
        let url = "\(account.origin)\(isLive ? "/checkout" : "")/v72/\(path)"
        return AdyenAnswer(
            try await connection.send(
                HTTPClientRequest(.post, url, fields: fields, body: body.bytes)
            )
        )
    }
}
