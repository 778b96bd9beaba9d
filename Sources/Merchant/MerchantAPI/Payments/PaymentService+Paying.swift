internal import Charging
internal import HTTPAPI
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import MerchantServer
internal import Money
internal import Orders
internal import PaymentToken
internal import Storage
internal import World

extension PaymentService {
    /// Answers `POST /payments`.
    func pay(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let form = try PaymentForm(request.body, settings)
        let (audit, caller) = (audit, request.caller)
        let reference = form.submission.merchantReference
        return try await requests.answer(
            request,
            beginning: { transaction throws(StorageFailure) in
                guard let caller else { return }
                try audit.record(caller, "payment.ask", reference, in: transaction)
            },
            work: { _ in await pay(form) }
        )
    }

    /// What the desk did on the way to its answer.
    private struct Seen {
        /// The token's transaction; nil where it was not opened.
        var transaction: TransactionID?
        /// Whether the processor was asked for this request, and for none before it.
        var isNew = false
    }

    private func pay(_ form: PaymentForm) async -> RequestAnswer {
        let seen = LockedValue(Seen())
        do throws(PaymentRefusal) {
            let receipt = try await accept(form.submission, noting: seen)
            return await finished(
                receipt,
                captures: form.captures,
                isNew: seen.withLock { $0.isNew }
            )
        } catch {
            let attempt = await attempt(of: seen.withLock { $0.transaction })
            guard let code = PaymentProblemCode(error) else {
                return await unsettled(attempt ?? error.openAttempt)
            }
            return refused(error, code, attempt)
        }
    }

    /// Asks the desk. Where the outcome is not known, it is asked once more, which settles what can be
    /// settled now: a partial approval is released while the shopper waits.
    private func accept(
        _ submission: PaymentSubmission,
        noting seen: LockedValue<Seen>
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        let note: @Sendable (PaymentStep) -> Void = { [metrics] step in
            switch step {
            case .decrypted(let opened):
                seen.withLock { $0 = Seen(transaction: opened.transactionID, isNew: true) }
            case .recognized(let opened):
                seen.withLock { $0 = Seen(transaction: opened.transactionID) }
            case .recalled: seen.withLock { $0.isNew = false }
            case .submitted(let outcome): metrics.count(processorOutcome: outcome.metricName)
            case .received, .verified, .ordered, .refused: break
            }
        }
        do throws(PaymentRefusal) {
            return try await desk.accept(submission, observe: note)
        } catch .beingSettled {
            return try await desk.accept(submission, observe: note)
        }
    }

    /// The attempt that used a token; nil where none did, or that cannot be read now.
    private func attempt(of transaction: TransactionID?) async -> AttemptID? {
        guard let transaction else { return nil }
        return (try? await records.attempt(of: transaction)) ?? nil
    }

    /// The answer to an accepted payment, whose amount is collected where that is wanted.
    private func finished(
        _ receipt: PaymentReceipt,
        captures: Bool,
        isNew: Bool
    ) async -> RequestAnswer {
        let attempt = receipt.authorization.id
        if captures {
            do throws(DeskFailure) {
                let result = try await desk.capture(receipt.order.id, number: 1)
                guard result.operation.state.isSettled else {
                    return await unsettled(attempt, sheet: .success)
                }
            } catch {
                return await unsettled(attempt, sheet: .success)
            }
        }
        let payment =
            isNew && !captures
            ? try? await records.payment(justAccepted: receipt)
            : try? await records.payment(attempt)
        guard let payment = payment ?? nil else {
            return await unsettled(attempt, sheet: .success)
        }
        return RequestAnswer(
            Self.response(.created, PaymentJSON.json(payment, sheet: .success), at: attempt),
            .final
        )
    }

    private func refused(
        _ refusal: PaymentRefusal,
        _ code: PaymentProblemCode,
        _ attempt: AttemptID?
    ) -> RequestAnswer {
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
        metrics.count(refusal: code.rawValue)
        return RequestAnswer(problem.response, code.finality)
    }

    /// The answer while the outcome is not known: where to ask for it.
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
        var fields: HTTPFields = [
            .contentType: "application/json", .cacheControl: "no-store",
        ]
        fields[.location] = HTTPFieldValue(PaymentID(attempt).path)
        return HTTPResponse(status, fields: fields, body: Array(json.compact.utf8))
    }
}

extension PaymentProblemCode {
    /// Whether the answer stays what it is when the same request is made again.
    var finality: RequestAnswer.Finality {
        switch self {
        case .declined, .pinRequired, .pinIncorrect, .pinLocked, .partiallyApproved,
            .authorizationCancelled, .alreadyPaid, .paymentVoided, .operationDeclined,
            .processorUnreachable:
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
        case .beingSettled(let attempt), .charging(.intentOccupied(let attempt)): attempt
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
