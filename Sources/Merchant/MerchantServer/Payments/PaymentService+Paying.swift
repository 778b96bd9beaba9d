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
        let form = try PaymentForm(request.body, settings)
        let (audit, caller) = (audit, request.caller)
        let reference = form.submission.merchantReference
        let transaction = LockedValue<TransactionID?>(nil)
        return try await requests.answer(
            request,
            for: "payment",
            looking: .last,
            beginning: { transaction throws(StorageFailure) in
                guard let caller else { return }
                try audit.record(caller, "payment.ask", reference, in: transaction)
            },
            given: count,
            sheet: .failure,
            overdue: { await overdue { await attempt(of: transaction.withLock(\.self)) } },
            work: { lease in await pay(form, lease, transaction) }
        )
    }

    private func pay(
        _ form: PaymentForm,
        _ lease: RequestLease,
        _ transaction: LockedValue<TransactionID?>
    ) async -> RequestAnswer {
        do throws(PaymentRefusal) {
            let receipt = try await accept(form, lease) { step in
                switch step {
                case .decrypted(let opened): transaction.withLock { $0 = opened.transactionID }
                case .recognized(let opened):
                    transaction.withLock { $0 = opened.transactionID }
                    lease.progress.change { $0.isRepetition = true }
                case .submitted(let outcome):
                    lease.confirm()
                    metrics.count(processorOutcome: outcome.metricName)
                case .refused(let refusal): logUnrecorded(refusal)
                case .received, .verified, .recalled, .ordered: break
                }
            }
            if let recorded = lease.recordedAnswer { return RequestAnswer(recorded, .final) }
            return await finished(receipt, captures: form.captures)
        } catch {
            let code = PaymentProblemCode(error)
            if let recorded = lease.recordedAnswer {
                return RequestAnswer(recorded, .final, refusal: code)
            }
            let attempt = await attempt(of: transaction.withLock(\.self))
            guard let code else { return await unsettled(attempt ?? error.openAttempt) }
            return RequestAnswer(Self.response(error, code, attempt), code.finality, refusal: code)
        }
    }

    /// Counts what a request was refused for.
    @Sendable func count(_ answer: RequestAnswer) {
        if let refusal = answer.refusal { metrics.count(refusal: refusal.rawValue) }
    }

    /// Asks the desk. Where the outcome is not known, it is asked once more, which settles what can be
    /// settled now: a partial approval is released while the shopper waits.
    private func accept(
        _ form: PaymentForm,
        _ lease: RequestLease,
        _ observe: @escaping @Sendable (PaymentStep) -> Void
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        let recording = recording(form, lease)
        do throws(PaymentRefusal) {
            return try await desk.accept(form.submission, recording: recording, observe: observe)
        } catch .beingSettled {
            return try await desk.accept(form.submission, recording: recording, observe: observe)
        }
    }

    /// The request and its final answer, in the transactions of the payment.
    private func recording(_ form: PaymentForm, _ lease: RequestLease) -> PaymentRecording {
        let requests = requests
        return PaymentRecording(
            preparing: { transaction throws(DeskFailure) in
                do throws(StorageFailure) {
                    return try requests.take(lease, in: transaction)
                } catch { throw DeskFailure(storage: error) }
            },
            settling: { transaction, authorization, answer throws(DeskFailure) in
                let response: HTTPResponse?
                switch answer {
                // The answer comes after the capture.
                case .success where form.captures: response = nil
                case .success(let receipt):
                    let payment = PaymentRecord(justAccepted: receipt, authorization)
                    response = Self.response(accepted: payment)
                case .failure(let refusal):
                    let code = PaymentProblemCode(refusal)
                    response =
                        code?.finality == .final
                        ? code.map { Self.response(refusal, $0, authorization.attempt) } : nil
                }
                try requests.record(response, lease, in: transaction)
            }
        )
    }

    /// The attempt that used a token; nil where none did, or that cannot be read now.
    private func attempt(of transaction: TransactionID?) async -> AttemptID? {
        guard let transaction else { return nil }
        return (try? await records.attempt(of: transaction)) ?? nil
    }

    /// The answer to an accepted payment, whose amount is collected where that is wanted.
    private func finished(_ receipt: PaymentReceipt, captures: Bool) async -> RequestAnswer {
        let attempt = receipt.authorization.id
        if captures {
            do throws(DeskFailure) {
                let result = try await desk.capture(receipt.order.id, number: 1)
                guard result.operation.state.isSettled else {
                    return await unsettled(attempt, sheet: .success)
                }
            } catch {
                logUnrecorded(error, attempt)
                return await unsettled(attempt, sheet: .success)
            }
        }
        guard let payment = (try? await records.payment(attempt)) ?? nil else {
            return await unsettled(attempt, sheet: .success)
        }
        return RequestAnswer(Self.response(accepted: payment), .final)
    }

    private static func response(accepted payment: PaymentRecord) -> HTTPResponse {
        let json = PaymentJSON.json(payment, sheet: .success)
        return response(.created, json, at: payment.attempt.attempt)
    }

    private static func response(
        _ refusal: PaymentRefusal,
        _ code: PaymentProblemCode,
        _ attempt: AttemptID?
    ) -> HTTPResponse {
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
        return problem.response
    }

    /// The answer to a request whose work takes too long and goes on.
    func overdue(
        _ attempt: @escaping @Sendable () async -> AttemptID?
    ) async -> HTTPResponse {
        // The database may be what takes long.
        let found = await RealTime.result(within: .seconds(1)) {
            await unsettled(await attempt()).response
        }
        if let found { return found }
        return await unsettled(nil).response
    }

    /// The answer while the outcome is not known: where to ask for it. The sheet is completed with
    /// success where the payment is known to be accepted.
    func unsettled(
        _ attempt: AttemptID?,
        sheet: SheetResult = .failure
    ) async -> RequestAnswer {
        guard let attempt else {
            let problem = PaymentProblemCode.databaseUnavailable.problem(
                "the outcome is not recorded yet",
                sheet: sheet,
                retryAfterSeconds: 1
            )
            return RequestAnswer(problem.response, .open)
        }
        let payment = (try? await records.payment(attempt)) ?? nil
        let sheet = payment?.order == nil ? sheet : .success
        let json =
            payment.map { PaymentJSON.json($0, sheet: sheet) }
            ?? .object([
                "id": .string(PaymentID(attempt).text), "status": "pending", "applePay": sheet.json,
            ])
        var response = Self.response(.accepted, json, at: attempt)
        response.fields["Retry-After"] = "2"
        return RequestAnswer(response, .open)
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

extension PaymentProblemCode {
    /// Whether the answer stays what it is when the same request is made again.
    var finality: RequestAnswer.Finality {
        switch self {
        case .declined, .pinRequired, .pinIncorrect, .pinLocked, .partiallyApproved,
            .authorizationCancelled, .alreadyPaid, .paymentVoided, .operationDeclined,
            .operationMismatched, .processorUnreachable:
            .final
        case .cancellationRefused, .serverFault: .open
        default: .notDone
        }
    }

    /// Whether the refusal is an outcome of the payment of the token that was sent.
    var isAboutThePayment: Bool {
        switch self {
        case .declined, .pinRequired, .pinIncorrect, .pinLocked, .partiallyApproved,
            .authorizationCancelled, .processorUnreachable, .paymentVoided, .cancellationRefused:
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
