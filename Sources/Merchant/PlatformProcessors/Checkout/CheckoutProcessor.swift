internal import Bytes
internal import HTTPClient
internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments
internal import World

/// Charges through Checkout.com.
///
/// The reference of a payment is the authorization's key, and that of a capture, void or refund is its own, so
/// that recovery finds what became of a request without an answer: Checkout.com lists the payments with a
/// reference, and a payment's actions. It keeps idempotency keys of requests that it did only, so that a repeated
/// request is looked for first.
///
/// - Source: Checkout.com API reference, "Payments" and "Tokens"; *Idempotency*, *Get a list of payments*.
struct CheckoutProcessor: PlatformProcessor {
    static let settings = [
        PaymentPlatform.Setting(
            name: "publicKey",
            help: "the public key, with which tokens are made",
            isRequired: true
        ),
        PaymentPlatform.Setting(
            name: "processingChannel",
            help: "the processing channel, such as pc_…; the account's own unless given",
            isRequired: false
        ),
        .arrivalSeconds,
    ]
    /// How long Checkout.com is sure to know an idempotency key, less four hours. Units: seconds.
    ///
    /// - Source: Checkout.com, *Idempotency*: 24 hours.
    static let keySeconds: Int64 = 20 * 3_600
    /// How long after it was asked for an action is among the actions, done or declined, if it was accepted: a
    /// guess. Units: seconds.
    var listedSeconds: Int64 { min(120, account.arrivalSeconds) }

    let name = ProcessorName.checkout
    /// Several captures; voids, refunds and inquiries.
    let capabilities: Set<ProcessorCapability>
    let account: PlatformAccount
    let clock: any WallClock
    private let connection: PlatformConnection

    init(_ account: PlatformAccount, _ connection: PlatformConnection, _ clock: any WallClock) {
        (self.account, self.connection, self.clock) = (account, connection, clock)
        let common: Set<ProcessorCapability> = [
            .capture, .severalCaptures, .finalCapture, .void, .refund, .inquiry, .storedCredentials,
        ]
        capabilities = account.form == .passThrough ? common.union([.sealedTokens]) : common
    }

    /// Asks the issuer to hold the amount.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        guard let units = AmountUnits.checkout.units(request.amount) else {
            throw .notSent(.requestInvalid)
        }
        let key = request.idempotencyKey
        // A request that failed at Checkout.com may have had its effect, and its key is not kept.
        if request.isRepetition, let known = try await decision(on: try await payments(of: key)) {
            return known
        }
        var body = JSONBody()
        body.add("source", try await source(of: request))
        body.add("amount", .integer(units))
        body.add("currency", request.amount.currency.code)
        body.add("capture", .bool(false))
        try addStoring(of: request, to: &body)
        body.add("reference", key.text)
        body.add("processing_channel_id", account.settings["processingChannel"])
        body.add(
            "metadata",
            .object(["merchant_reference": .string(request.merchantReference)])
        )
        let answer = try await ask(.post, "payments", body, key.text)
        guard answer.isSuccess else {
            // Checkout.com checks requests before it acts.
            throw answer.isRefusal
                ? .notSent(.requestInvalid) : .outcomeUnknown(.answerUnreadable)
        }
        guard let payment = CheckoutPayment(answer.json), payment.reference == key.text else {
            throw .outcomeUnknown(.answerUnreadable)
        }
        guard let decision = payment.decision() else { throw .outcomeUnknown(.processorInDoubt) }
        return decision
    }

    /// The decision on an authorization whose payments are known; nil where there are none.
    ///
    /// - Throws: `outcomeUnknown` where there is no decision yet, or more than one payment, which all have to
    ///   be released.
    func decision(
        on payments: [CheckoutPayment]
    ) async throws(ProcessorFailure) -> AuthorizationAnswer? {
        let live = payments.filter { $0.state != .declined }
        guard let payment = live.first ?? payments.first else { return nil }
        guard live.count <= 1,
            let decision = payment.decision(try await actions(of: payment))
        else { throw .outcomeUnknown(.processorInDoubt) }
        return decision
    }

    /// The payments of an authorization as they are now: none where Checkout.com does not know it.
    func payments(
        of original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> [CheckoutPayment] {
        guard let id = original.networkReference else {
            return try await payments(of: original.idempotencyKey)
        }
        return try await payment(id).map { [$0] } ?? []
    }

    /// A payment; nil where there is none.
    func payment(_ id: String) async throws(ProcessorFailure) -> CheckoutPayment? {
        let answer = try await ask(.get, "payments/\(id)")
        if answer.status == .notFound { return nil }
        guard let payment = CheckoutPayment(answer.json), answer.isSuccess else {
            throw .outcomeUnknown(.answerUnreadable)
        }
        return payment
    }

    /// The payments with an authorization's key as their reference. There is one; there are more where requests
    /// that failed at Checkout.com had their effect.
    private func payments(
        of key: IdempotencyKey
    ) async throws(ProcessorFailure) -> [CheckoutPayment] {
        let answer = try await ask(.get, "payments?limit=100&skip=0&reference=\(key.text)")
        if answer.status == .notFound { return [] }
        guard answer.isSuccess, let list = answer.json?.member("data")?.elements else {
            throw .outcomeUnknown(.answerUnreadable)
        }
        let payments = list.compactMap { CheckoutPayment($0) }
        guard payments.count == list.count else { throw .outcomeUnknown(.answerUnreadable) }
        return payments.filter { $0.reference == key.text }
    }

    /// The actions of a payment that were done or declined.
    func actions(
        of payment: CheckoutPayment
    ) async throws(ProcessorFailure) -> [CheckoutAction] {
        try await actions(of: payment.id, payment.amount.currency)
    }

    func actions(
        of id: String,
        _ currency: Currency
    ) async throws(ProcessorFailure) -> [CheckoutAction] {
        let answer = try await ask(.get, "payments/\(id)/actions")
        guard answer.isSuccess, let list = answer.json?.elements else {
            throw .outcomeUnknown(.answerUnreadable)
        }
        return list.compactMap { CheckoutAction($0, currency) }
    }

    /// Sends a request with a key, or a question without one.
    func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONBody? = nil,
        _ key: String? = nil,
        isPublic: Bool = false,
        returning status: HTTPStatus? = nil
    ) async throws(ProcessorFailure) -> CheckoutAnswer {
        let publicKey = account.settings["publicKey"].flatMap { HTTPFieldValue("Bearer \($0)") }
        let authorization = isPublic ? publicKey : HTTPFieldValue("Bearer ", account.secretKey)
        guard let authorization else { throw .notSent(.requestInvalid) }
        var fields: HTTPFields = ["Authorization": authorization]
        fields["Cko-Idempotency-Key"] = key.flatMap { HTTPFieldValue($0) }
        if body != nil { fields[.contentType] = .json }
        return CheckoutAnswer(
            try await connection.send(
                HTTPClientRequest(
                    method,
                    "\(account.origin)/\(path)",
                    fields: fields,
                    body: body?.bytes ?? []
                ),
                returning: status
            )
        )
    }
}

/// An answer of Checkout.com's.
struct CheckoutAnswer: Sendable {
    let status: HTTPStatus
    let json: JSONValue?

    init(_ response: HTTPResponse) {
        status = response.status
        json = try? JSONDocument(response.body).root
    }

    var isSuccess: Bool { (200..<300).contains(status.code) }
    /// Whether the request was refused, so that nothing was done.
    var isRefusal: Bool { (400..<500).contains(status.code) }
}
