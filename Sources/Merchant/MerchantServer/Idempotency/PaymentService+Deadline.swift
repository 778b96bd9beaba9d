internal import HTTPMessages
internal import HTTPServer
internal import Payments
internal import Storage
internal import World

extension PaymentService {
    /// The answer to a request, once it is there. The work on it goes on where the client is gone, and where
    /// the answer takes too long: the request made again gets its answer.
    typealias Work = AwaitableValue<Result<HTTPResponse, HTTPProblem>?>

    /// Waits for the answer to a request, as long as the request may take.
    ///
    /// - Parameters:
    ///   - work: The answer.
    ///   - key: The request. Where nothing is recorded for it in time, nothing will be.
    ///   - sheet: What the sheet that waits is completed with where nothing is done; nil where none waits.
    /// - Returns: The answer, or that the outcome is not known yet.
    /// - Throws: The problem of the answer, or that nothing was done.
    func answer(
        of work: Work,
        to key: RequestKey,
        sheet: SheetResult? = nil
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        let (limit, repetitionLimit) = (settings.answerLimit, settings.repetitionLimit)
        let first = min(limit, repetitionLimit)
        let isThere = await work.wait(within: first) { $0 != nil }
        if !isThere, !key.isRepetition {
            _ = await work.wait(within: limit - first) { $0 != nil }
        }
        if let answer = work.read(\.self) { return .complete(try answer.get()) }
        guard key.abandon() else { return .complete(await overdue(key)) }
        throw Self.abandoned(sheet)
    }

    private static func abandoned(_ sheet: SheetResult?) -> HTTPProblem {
        MerchantProblemCode.deadlinePassed.problem(
            "the answer took too long, and nothing was done",
            sheet: sheet,
            retryAfterSeconds: 1
        )
    }

    /// The answer to a request whose work takes too long and goes on.
    private func overdue(_ key: RequestKey) async -> HTTPResponse {
        // The database may be what takes long.
        let payment = await RealTime.result(within: .seconds(1)) { () async -> PaymentRecord? in
            guard let attempt = key.attempt else { return nil }
            return (try? await records.payment(attempt)) ?? nil
        }
        guard let payment = payment ?? nil else { return Self.unrecorded(.failure) }
        return unsettled(payment, .failure)
    }

    /// Says that this server is there, before it takes a request.
    func join(_ sheet: SheetResult?) async throws(HTTPProblem) {
        do throws(RecordFailure) { try await desk.workers.join() } catch {
            throw MerchantProblemCode.problem(error, sheet: sheet)
        }
    }

    /// The answer to a request on which this server does not work.
    static func response(
        to earlier: EarlierRequest,
        _ sheet: SheetResult?
    ) throws(HTTPProblem) -> HTTPResponse {
        switch earlier {
        case .answered(let answer): return HTTPResponse(answer, isReplay: true)
        case .otherBody:
            throw MerchantProblemCode.idempotencyKeyReused.problem(
                "the Idempotency-Key was used for another body of this operation"
            )
        case .inProgress(let seconds):
            throw MerchantProblemCode.requestInProgress.problem(
                "the same request is being worked on",
                retryAfterSeconds: min(seconds, 5)
            )
        case .abandoned: throw abandoned(sheet)
        }
    }

    /// Logs that the answer to a request is not recorded.
    ///
    /// - Throws: That the database failed, where it is not known whether the request was made before.
    func report(
        unrecorded failure: RecordFailure?,
        _ key: RequestKey,
        _ sheet: SheetResult?
    ) throws(HTTPProblem) {
        guard let failure else { return }
        logUnrecorded(answer: failure, key.attempt)
        guard key.attempt == nil, case .storage(let storage) = failure else { return }
        throw MerchantProblemCode.problem(storage, sheet: sheet)
    }
}
