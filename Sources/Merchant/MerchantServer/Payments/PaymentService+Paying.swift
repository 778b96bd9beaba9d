internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Money
internal import PaymentToken
internal import Payments
internal import Storage
internal import World

extension PaymentService {
    /// Answers `POST /payments`.
    func pay(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let name = [request.caller?.identifier, request.header(IdempotencyKeyField.name)]
        let form = try PaymentForm(
            request.body,
            settings,
            name: name.compactMap(\.self).joined(separator: "\n")
        )
        if case .credential = form.submission.source {
            try APIAccess.credentials.check(request.caller)
        }
        let change = request.caller.map { caller in
            AuditLog.Change.payment(of: form.submission, by: AuditLog.Caller(caller))
        }
        let key = try key(of: request, for: "payment", change: change)
        let work = Work(nil)
        // A task of its own is not cancelled with the client's connection.
        Task {
            let answer = await pay(form.submission, key)
            work.change { $0 = answer }
        }
        return try await answer(of: work, to: key, sheet: .failure)
    }

    private func pay(
        _ submission: PaymentSubmission,
        _ key: RequestKey
    ) async -> Result<HTTPResponse, HTTPProblem> {
        let request = KeyedRequest(key, answer: answer)
        do throws(HTTPProblem) {
            try await join(.failure)
            let result = await desk.pay(submission, for: request, observe: observe)
            return .success(try await response(to: result, key))
        } catch { return .failure(error) }
    }

    @Sendable private func observe(_ step: PaymentStep) {
        switch step {
        case .submitted(let outcome): metrics.count(processorOutcome: outcome.metricName)
        case .refused(let refusal): logUnrecorded(refusal)
        case .received, .verified, .decrypted, .recognized, .recalled, .ordered: break
        }
    }

    private func response(
        to result: KeyedResult<PaymentReceipt, PaymentRefusal>,
        _ key: RequestKey
    ) async throws(HTTPProblem) -> HTTPResponse {
        switch result {
        case .before(let earlier): return try Self.response(to: earlier, .failure)
        case .now(.success(let receipt), let answer, let unrecorded):
            try report(unrecorded: unrecorded, key, .failure)
            let attempt = receipt.authorization.id
            if case .failure(let failure)? = receipt.capture { logUnrecorded(failure, attempt) }
            if case .final(let recorded) = answer { return HTTPResponse(recorded) }
            return await unsettled(attempt, sheet: .success)
        case .now(.failure(let refusal), _, let unrecorded):
            try report(unrecorded: unrecorded, key, .failure)
            guard let code = MerchantProblemCode(refusal) else {
                guard let attempt = refusal.openAttempt ?? key.attempt else {
                    return Self.unrecorded(.failure)
                }
                return await unsettled(attempt)
            }
            metrics.count(refusal: code.rawValue)
            return Self.problem(refusal, code, key.attempt).response
        }
    }

    /// The answer to a payment, as it is recorded.
    @Sendable private func answer(
        _ result: Result<PaymentRecord, PaymentRefusal>,
        _ attempt: AttemptID?
    ) -> KeyedAnswer {
        switch result {
        case .success(let payment): return .final(RecordedAnswer(response(accepted: payment)))
        case .failure(let refusal):
            guard let code = MerchantProblemCode(refusal) else { return .open }
            return code.answer(Self.problem(refusal, code, attempt))
        }
    }

    private func response(accepted payment: PaymentRecord) -> HTTPResponse {
        let json = PaymentJSON.json(payment, sheet: success(of: payment))
        return Self.response(.created, json, at: payment.attempt.attempt)
    }

    private static func problem(
        _ refusal: PaymentRefusal,
        _ code: MerchantProblemCode,
        _ attempt: AttemptID?
    ) -> HTTPProblem {
        let own = attempt.map { JSONMember(name: "payment", value: .string(PaymentID($0).text)) }
        var problem = code.problem(
            "\(refusal)",
            members: refusal.problemMembers,
            sheet: SheetResult(code),
            retryAfterSeconds: code.status == .serviceUnavailable ? 1 : nil
        )
        // A refusal that names another payment keeps that one.
        if refusal.otherPayment == nil, let own, code.isAboutThePayment {
            problem.members.append(own)
        }
        return problem
    }

    /// The answer while the outcome is not known: where to ask for it. The sheet is completed with
    /// success where the payment is known to be accepted.
    func unsettled(_ attempt: AttemptID, sheet: SheetResult = .failure) async -> HTTPResponse {
        let payment = (try? await records.payment(attempt)) ?? nil
        if let payment { return unsettled(payment, sheet) }
        let json = JSONOutput.object([
            "id": .string(PaymentID(attempt).text), "status": "pending", "applePay": sheet.json,
        ])
        return Self.response(unsettled: json, at: attempt)
    }

    func unsettled(_ payment: PaymentRecord, _ sheet: SheetResult) -> HTTPResponse {
        let json = PaymentJSON.json(
            payment,
            sheet: payment.order == nil ? sheet : success(of: payment)
        )
        return Self.response(unsettled: json, at: payment.attempt.attempt)
    }

    /// The result of a sheet whose payment has its order, which Wallet may fetch from then on.
    private func success(of payment: PaymentRecord) -> SheetResult {
        var result = SheetResult.success
        result.orderDetails = payment.order.flatMap { settings.orderPackages?.details(of: $0.id) }
        return result
    }

    /// The answer while nothing of a payment can be read.
    static func unrecorded(_ sheet: SheetResult) -> HTTPResponse {
        MerchantProblemCode.databaseUnavailable.problem(
            "the outcome is not recorded yet",
            sheet: sheet,
            retryAfterSeconds: 1
        ).response
    }

    private static func response(unsettled json: JSONOutput, at attempt: AttemptID) -> HTTPResponse
    {
        var response = response(.accepted, json, at: attempt)
        response.fields["Retry-After"] = "2"
        return response
    }

    static func response(
        _ status: HTTPStatus,
        _ json: JSONOutput,
        at attempt: AttemptID
    ) -> HTTPResponse {
        var fields: HTTPFields = [.contentType: .json, .cacheControl: "no-store"]
        fields[.location] = HTTPFieldValue(PaymentID(attempt).path)
        return HTTPResponse(status, fields: fields, body: json.compactBytes)
    }
}

extension MerchantProblemCode {
    /// The answer to a refused request: whether it stays what it is when the same request is made again.
    func answer(_ problem: HTTPProblem) -> KeyedAnswer {
        switch self {
        case .declined, .pinRequired, .pinIncorrect, .pinLocked, .partiallyApproved,
            .authorizationCancelled, .alreadyPaid, .paymentVoided, .operationDeclined,
            .operationMismatched, .processorUnreachable, .notTakenByProcessor:
            .final(RecordedAnswer(problem.response))
        case .cancellationRefused, .serverFault: .open
        default: .notDone
        }
    }

    /// Whether the refusal is an outcome of the payment of the token that was sent.
    var isAboutThePayment: Bool {
        switch self {
        case .declined, .pinRequired, .pinIncorrect, .pinLocked, .partiallyApproved,
            .authorizationCancelled, .processorUnreachable, .notTakenByProcessor, .paymentVoided,
            .cancellationRefused:
            true
        default: false
        }
    }
}

extension PaymentRefusal {
    /// The attempt whose outcome is not known.
    fileprivate var openAttempt: AttemptID? {
        switch self {
        case .beingSettled(let attempt, _), .charging(.intentOccupied(let attempt)): attempt
        default: nil
        }
    }
}

extension AuditLog.Caller {
    init(_ caller: HTTPCaller) {
        self.init(identifier: caller.identifier, role: caller.role)
    }
}

extension PaymentID {
    /// Where the payment is read.
    var path: String { "/payments/\(text)" }
}

extension ChargeOutcome {
    /// The outcome as the counts name it.
    fileprivate var metricName: String {
        switch self {
        case .authorized: "approved"
        case .declined: "declined"
        case .notSent: "notSent"
        case .unknown: "unknown"
        case .reversing, .reversed: "reversed"
        case .reversalRefused: "reversalRefused"
        case .voided: "voided"
        }
    }
}
