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
/// - Source: Stripe, *API reference*: PaymentIntents, Tokens, Refunds, Idempotent requests;
///   *Advanced error handling*. That a token is made of `pk_token` or of `card[cryptogram]` is not in the public
///   reference; Documentation/Platforms/Stripe.md says where it is from.
struct StripeProcessor: PlatformProcessor {
    /// How long Stripe is sure to know an idempotency key, less an hour. Units: seconds.
    private static let keySeconds: Int64 = 23 * 3_600
    /// How much the clock here may be ahead of Stripe's. Units: seconds.
    private static let clockSeconds: Int64 = 300

    /// The version of Stripe's API that the requests are written for.
    private static let apiVersion: HTTPFieldValue = "2026-10-28.endive"

    let name = ProcessorName.stripe
    /// One capture, which releases what it leaves; voids, refunds and inquiries.
    let capabilities: Set<ProcessorCapability>
    let account: PlatformAccount
    private let connection: PlatformConnection
    let clock: any WallClock

    init(_ account: PlatformAccount, _ connection: PlatformConnection, _ clock: any WallClock) {
        (self.account, self.connection, self.clock) = (account, connection, clock)
        let common: Set<ProcessorCapability> = [
            .capture, .finalCapture, .void, .refund, .inquiry, .storedCredentials,
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
        var (intent, form) = try await ProcessorFailure.withoutEffect {
            () async throws(ProcessorFailure) in try await prepare(request)
        }
        form.add("expand[]", "latest_charge")
        var answer = try await ask("payment_intents/\(intent)/confirm", form, "\(key)-confirm")
        let hasFailed = answer.isFailure
        if hasFailed {
            answer = try await ProcessorFailure.inDoubt { () async throws(ProcessorFailure) in
                try await ask(.get, "payment_intents/\(intent)?expand[]=latest_charge")
            }
        }
        if let decline = answer.error?.decline {
            return .declined(decline.reason, code: decline.code)
        }
        if let decision = answer.paymentIntent?.decision { return decision }
        switch answer.paymentIntent?.status {
        case .requiresPaymentMethod where hasFailed: throw .notSent(.processorFailed)
        // Stripe refuses what is wrong with a request before it acts.
        case nil, .requiresPaymentMethod, .requiresConfirmation:
            throw answer.isRefused ? .notSent(.requestInvalid) : .outcomeUnknown(.answerUnreadable)
        case .requiresAction, .processing, .requiresCapture, .canceled, .succeeded:
            throw .outcomeUnknown(.processorInDoubt)
        }
    }

    /// Makes the PaymentIntent and, at the same time, what its confirmation names. Nothing of it moves money.
    private func prepare(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> (intent: String, confirmation: FormBody) {
        let key = request.idempotencyKey.text
        let tokenForm = try tokenForm(of: request)
        async let intent = result { () async throws(ProcessorFailure) in
            let amount = request.amount
            let made = try await paymentIntent(amount, request.merchantReference, key)
            guard let made else { throw .notSent(.processorFailed) }
            return made
        }
        async let asked = result { () async throws(ProcessorFailure) in
            try await means(of: request, tokenForm)
        }
        let (made, paying) = (try await intent.get(), try await asked.get())
        // Recovery makes the PaymentIntent again with the same parameters, so its customer comes after it.
        if let customer = paying.customer {
            var form = FormBody()
            form.add("customer", customer)
            let path = "payment_intents/\(made)"
            _ = try await identifier(of: path, form, "\(key)-customer-set")
        }
        return (made, paying.confirmation)
    }

    /// The identifier of an object that is made or changed, and moves no money.
    func identifier(
        of path: String,
        _ form: FormBody,
        _ key: String
    ) async throws(ProcessorFailure) -> String {
        let answer = try await ask(path, form, key)
        guard !answer.isFailure else { throw .notSent(.processorFailed) }
        guard let id = answer.json?.member("id")?.string, answer.isSuccess else {
            throw .notSent(.requestInvalid)
        }
        return id
    }

    private func result<Value: Sendable>(
        of work: () async throws(ProcessorFailure) -> Value
    ) async -> Result<Value, ProcessorFailure> {
        do throws(ProcessorFailure) { return .success(try await work()) } catch {
            return .failure(error)
        }
    }

    /// The identifier of the PaymentIntent with a key, which is made if it is new; nil where Stripe keeps a
    /// failure under the key, so that no caller learned an identifier to confirm.
    private func paymentIntent(
        _ amount: Money,
        _ reference: String,
        _ key: String
    ) async throws(ProcessorFailure) -> String? {
        guard let units = AmountUnits.stripe.units(amount) else { throw .notSent(.requestInvalid) }
        var form = FormBody()
        form.add("amount", "\(units)")
        form.add("currency", amount.currency.code.lowercased())
        form.add("capture_method", "manual")
        form.add("payment_method_types[]", "card")
        form.add("metadata[\(StripeMetadata.reference)]", reference)
        form.add("metadata[\(StripeMetadata.key)]", key)
        let answer = try await ask("payment_intents", form, key)
        guard !answer.isFailure else { return nil }
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
                ) : try await listed(original)
        }
        guard let id else { return nil }
        return try await read(id)
    }

    /// A PaymentIntent as it is now; nil where Stripe has none with this identifier.
    func read(_ id: String) async throws(ProcessorFailure) -> StripePaymentIntent? {
        let answer = try await ask(.get, "payment_intents/\(id)?expand[]=latest_charge")
        if answer.status == .notFound { return nil }
        guard let intent = answer.paymentIntent else { throw .outcomeUnknown(.answerUnreadable) }
        return intent
    }

    /// The identifier of the PaymentIntent that has an authorization's key in its metadata, among those made
    /// about when it was prepared: Stripe has forgotten the idempotency key. One that recovery made since
    /// has no card and holds nothing.
    private func listed(
        _ original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> String? {
        let from = original.preparedAt.seconds - Self.clockSeconds
        let to = original.preparedAt.seconds + 3_600
        let intents = try await list(
            "payment_intents?created[gte]=\(from)&created[lte]=\(to)",
            until: { $0.key == original.idempotencyKey.text },
            StripePaymentIntent.init
        )
        return intents.last { $0.key == original.idempotencyKey.text }?.id
    }

    /// The objects of a list, page by page, to the first one that is wanted.
    func list<Object>(
        _ path: String,
        until isWanted: (Object) -> Bool = { _ in false },
        _ read: (JSONValue?) -> Object?
    ) async throws(ProcessorFailure) -> [Object] {
        var objects: [Object] = []
        var after = ""
        while true {
            let answer = try await ask(.get, "\(path)&limit=100\(after)")
            guard answer.isSuccess, let page = answer.json?.member("data")?.elements else {
                throw .outcomeUnknown(.answerUnreadable)
            }
            for object in page.compactMap(read) {
                objects.append(object)
                if isWanted(object) { return objects }
            }
            guard answer.json?.member("has_more")?.bool == true,
                let last = page.last?.member("id")?.string
            else { return objects }
            after = "&starting_after=\(last)"
        }
    }

    /// Asks a question.
    func ask(
        _ method: HTTPMethod,
        _ path: String
    ) async throws(ProcessorFailure) -> StripeAnswer {
        StripeAnswer(try await send(method, path, nil, nil))
    }

    /// Sends a request with a key. An answer of status 500 is given only where Stripe keeps it under the key,
    /// so that no request with this key has an effect from then on.
    func ask(
        _ path: String,
        _ form: FormBody,
        _ key: String
    ) async throws(ProcessorFailure) -> StripeAnswer {
        var answer = StripeAnswer(try await send(.post, path, form, key))
        if answer.isFailure, !answer.isKept {
            answer = try await ProcessorFailure.inDoubt { () async throws(ProcessorFailure) in
                StripeAnswer(try await send(.post, path, form, key))
            }
        }
        guard !answer.isFailure || answer.isKept else {
            throw .outcomeUnknown(.processorInDoubt)
        }
        return answer
    }

    /// Sends a request with a key and, where Stripe keeps a failure under it and did nothing, with others that are
    /// derived from it.
    ///
    /// - Parameters:
    ///   - path: What is asked.
    ///   - form: Its parameters.
    ///   - key: The key.
    ///   - isDone: Whether it was done though it failed.
    /// - Returns: The answer; nil where it was done though it failed.
    /// - Throws: ``Payments/ProcessorFailure``.
    func perform(
        _ path: String,
        _ form: FormBody,
        _ key: IdempotencyKey,
        isDone: () async throws(ProcessorFailure) -> Bool
    ) async throws(ProcessorFailure) -> StripeAnswer? {
        let first = try await ask(path, form, key.text)
        guard first.isFailure else { return first }
        return try await ProcessorFailure.inDoubt { () async throws(ProcessorFailure) in
            for number in 2...3 {
                if try await isDone() { return nil }
                let answer = try await ask(path, form, "\(key.text)-again-\(number)")
                guard answer.isFailure else { return answer }
            }
            throw .outcomeUnknown(.processorInDoubt)
        }
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        _ form: FormBody?,
        _ key: String?
    ) async throws(ProcessorFailure) -> HTTPResponse {
        guard let authorization = HTTPFieldValue("Bearer ", account.secretKey)
        else {
            throw .notSent(.requestInvalid)
        }
        var fields: HTTPFields = [
            "Authorization": authorization, "Stripe-Version": Self.apiVersion,
        ]
        fields["Idempotency-Key"] = key.flatMap { HTTPFieldValue($0) }
        if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        return try await connection.send(
            HTTPClientRequest(
                method,
                "\(account.origin)/v1/\(path)",
                fields: fields,
                body: form?.bytes ?? []
            ),
            returning: form == nil ? nil : .internalServerError
        )
    }
}

/// An answer of Stripe's.
struct StripeAnswer: Sendable {
    let status: HTTPStatus
    let json: JSONValue?
    /// Whether it is the answer to an earlier request with the same key.
    let isKept: Bool

    init(_ response: HTTPResponse) {
        status = response.status
        isKept = response.fields["Idempotent-Replayed"]?.text == "true"
        json = try? JSONDocument(response.body).root
    }

    var isSuccess: Bool { status == .ok }
    var isFailure: Bool { status == .internalServerError }
    /// Whether the request was refused as it is, and nothing was done.
    var isRefused: Bool { status == .badRequest || status == .notFound }
    var error: StripeAnswerError? { json?.member("error").map(StripeAnswerError.init) }
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
        case .requiresPaymentMethod: lastDecline.map { .declined($0.reason, code: $0.code) }
        case .requiresConfirmation, .requiresAction, .processing, .canceled: nil
        }
    }
}
