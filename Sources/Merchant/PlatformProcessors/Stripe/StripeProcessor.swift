internal import Bytes
internal import HTTPClient
internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments
internal import World

/// Charges through Stripe.
///
/// An authorization is three requests: a PaymentIntent without a card, which moves no money, a token of the
/// card, and the confirmation of the one with the other. The first has no card data, so recovery can
/// make it again with the same key and learns the PaymentIntent of an authorization that was not
/// answered, to read it or to cancel it.
///
/// - Source: Stripe, *API reference*: PaymentIntents, Tokens, Refunds, Idempotent requests. That a token is
///   made of `pk_token` or of `card[cryptogram]` is not in the public reference; Documentation/Platforms.md
///   says where it is from.
struct StripeProcessor: PaymentProcessor {
    /// How long Stripe is sure to know an idempotency key, less an hour. Units: seconds.
    private static let keySeconds: Int64 = 23 * 3_600

    /// The version of Stripe's API that the requests are written for.
    private static let apiVersion: HTTPFieldValue = "2026-10-28.endive"

    let name = ProcessorName.stripe
    /// One capture, which releases what it leaves; voids, refunds and inquiries.
    let capabilities: Set<ProcessorCapability>
    let account: PlatformAccount
    private let connection: PlatformConnection
    private let clock: any WallClock

    init(_ account: PlatformAccount, _ connection: PlatformConnection, _ clock: any WallClock) {
        (self.account, self.connection, self.clock) = (account, connection, clock)
        let common: Set<ProcessorCapability> = [.capture, .void, .refund, .inquiry]
        capabilities = account.form == .passThrough ? common.union([.sealedTokens]) : common
    }

    /// Asks the issuer to hold the amount.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        let tokenForm = try tokenForm(of: request)
        let key = request.idempotencyKey.text
        let (intent, token) = try await prepare(request, tokenForm)
        var form = FormBody()
        form.add("payment_method_data[type]", "card")
        form.add("payment_method_data[card][token]", token)
        form.add("expand[]", "latest_charge")
        let answer = try await ask(
            .post,
            "payment_intents/\(intent)/confirm",
            form,
            "\(key)-confirm"
        )
        if let reason = answer.error?.declineReason { return .declined(reason) }
        guard let confirmed = answer.paymentIntent else {
            // Stripe checks parameters before it acts.
            throw answer.status == .badRequest
                ? .notSent(.requestInvalid) : .outcomeUnknown(.answerUnreadable)
        }
        guard let decision = confirmed.decision else {
            throw .outcomeUnknown(.processorInDoubt)
        }
        return decision
    }

    /// Makes the PaymentIntent and the token, at the same time. Neither moves money, so that the
    /// authorization has no effect where one is not made.
    private func prepare(
        _ request: AuthorizationRequest,
        _ tokenForm: FormBody
    ) async throws(ProcessorFailure) -> (intent: String, token: String) {
        let key = request.idempotencyKey.text
        async let intent = result { () async throws(ProcessorFailure) in
            try await paymentIntent(request.amount, request.merchantReference, key)
        }
        async let token = result { () async throws(ProcessorFailure) in
            let answer = try await ask(.post, "tokens", tokenForm, "\(key)-token")
            guard let id = answer.json?.member("id")?.string, answer.isSuccess else {
                throw .notSent(.requestInvalid)
            }
            return id
        }
        do throws(ProcessorFailure) {
            return (try await intent.get(), try await token.get())
        } catch {
            guard case .outcomeUnknown(let cause) = error else { throw error }
            throw .notSent(cause == .cancelled ? .cancelled : .unreachable)
        }
    }

    private func result<Value: Sendable>(
        of work: () async throws(ProcessorFailure) -> Value
    ) async -> Result<Value, ProcessorFailure> {
        do throws(ProcessorFailure) { return .success(try await work()) } catch {
            return .failure(error)
        }
    }

    /// The identifier of the PaymentIntent with a key, which is made if it is new.
    private func paymentIntent(
        _ amount: Money,
        _ reference: String,
        _ key: String
    ) async throws(ProcessorFailure) -> String {
        guard let units = StripeAmount(amount) else { throw .notSent(.requestInvalid) }
        var form = FormBody()
        form.add("amount", "\(units.units)")
        form.add("currency", units.currency.code.lowercased())
        form.add("capture_method", "manual")
        form.add("payment_method_types[]", "card")
        form.add("metadata[\(StripeMetadata.reference)]", reference)
        form.add("metadata[\(StripeMetadata.key)]", key)
        let answer = try await ask(.post, "payment_intents", form, key)
        guard let intent = answer.paymentIntent else { throw .notSent(.requestInvalid) }
        return intent.id
    }

    /// The PaymentIntent of an authorization as it is now; nil where Stripe has none.
    func current(
        _ original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> StripePaymentIntent? {
        var id = original.networkReference
        if id == nil {
            let age = clock.now.seconds - original.preparedAt.seconds
            id =
                age < Self.keySeconds
                ? try await paymentIntent(
                    original.amount,
                    original.merchantReference,
                    original.idempotencyKey.text
                ) : try await listedIntent(original)
        }
        guard let id else { return nil }
        let answer = try await ask(.get, "payment_intents/\(id)?expand[]=latest_charge")
        if answer.status == .notFound { return nil }
        guard let intent = answer.paymentIntent else { throw .outcomeUnknown(.answerUnreadable) }
        return intent
    }

    /// The identifier of the PaymentIntent that has an authorization's key in its metadata, among those made
    /// within a day of it: Stripe has forgotten the idempotency key.
    private func listedIntent(
        _ original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> String? {
        let from = original.preparedAt.seconds - 3_600
        let range = "created[gte]=\(from)&created[lte]=\(from + Self.keySeconds + 3_600)"
        return try await listed("payment_intents?\(range)", original.idempotencyKey) {
            StripePaymentIntent($0)
        }?.id
    }

    /// The object of a list that has a key in its metadata; nil where none has.
    func listed<Object: StripeKeyed>(
        _ path: String,
        _ key: IdempotencyKey,
        _ read: (JSONValue) -> Object?
    ) async throws(ProcessorFailure) -> Object? {
        var after = ""
        while true {
            let answer = try await ask(.get, "\(path)&limit=100\(after)")
            guard answer.isSuccess, let list = answer.json?.member("data")?.elements else {
                throw .outcomeUnknown(.answerUnreadable)
            }
            let objects = list.compactMap(read)
            if let found = objects.first(where: { $0.key == key.text }) { return found }
            guard answer.json?.member("has_more")?.bool == true, let last = objects.last else {
                return nil
            }
            after = "&starting_after=\(last.id)"
        }
    }

    /// Sends a request with a key, or a question without one.
    func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ form: FormBody? = nil,
        _ key: String? = nil
    ) async throws(ProcessorFailure) -> StripeAnswer {
        let authorization = account.secretKey.withBytes { bytes in
            HTTPFieldValue(
                "Bearer \(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))"
            )
        }
        guard let authorization else { throw .notSent(.requestInvalid) }
        var fields: HTTPFields = [
            "Authorization": authorization, "Stripe-Version": Self.apiVersion,
        ]
        fields["Idempotency-Key"] = key.flatMap { HTTPFieldValue($0) }
        if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        return StripeAnswer(
            try await connection.send(
                HTTPClientRequest(
                    method,
                    "\(account.origin)/v1/\(path)",
                    fields: fields,
                    body: form?.bytes ?? []
                )
            )
        )
    }
}

/// An answer of Stripe's.
struct StripeAnswer: Sendable {
    let status: HTTPStatus
    let json: JSONValue?

    init(_ response: HTTPResponse) {
        status = response.status
        json = try? JSONDocument(response.body).root
    }

    var isSuccess: Bool { status == .ok }
    var error: StripeError? { json?.member("error").map(StripeError.init) }
    /// The PaymentIntent that the answer is, or that its error names.
    var paymentIntent: StripePaymentIntent? {
        isSuccess ? StripePaymentIntent(json) : error?.paymentIntent
    }
}

extension StripePaymentIntent {
    /// The issuer's decision; nil where there is none yet.
    var decision: AuthorizationAnswer? {
        switch status {
        case .requiresCapture, .succeeded: .approved(approval, echo: echo)
        case .requiresPaymentMethod: lastDecline.map(AuthorizationAnswer.declined)
        case .requiresConfirmation, .requiresAction, .processing, .canceled: nil
        }
    }
}
