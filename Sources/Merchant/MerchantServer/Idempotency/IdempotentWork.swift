internal import HTTPMessages
internal import HTTPServer
internal import Payments
internal import Storage
internal import World

extension IdempotencyRecords {
    /// When what is known of a request is looked for.
    enum Looking: Sendable {
        /// Before the work, which goes on with what an earlier request recorded.
        case first
        /// After work that did not take the lease. The lease of a request whose key is known cannot be
        /// taken, so that the work stops where it would record something. Most keys are new: for them
        /// nothing is read.
        case last
    }

    /// Answers a request once. What is done for it and its answer are recorded before the answer is
    /// given.
    ///
    /// The work goes on where the client is gone, and where the answer takes too long: the request made
    /// again gets its answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - operation: What is asked for, of which payment.
    ///   - looking: When what is known of it is looked for.
    ///   - beginning: Runs in the transaction that records a new request.
    ///   - given: Is told of the answer, where the work's answer is the one that is given.
    ///   - sheet: What the sheet that waits is completed with where nothing is done; nil where none waits.
    ///   - overdue: The answer where the work's takes too long.
    ///   - work: Does what is asked for; it takes the lease in the transaction that records that. It may
    ///     run again with the lease of a request that a server left.
    /// - Returns: The answer.
    /// - Throws: ``HTTPServer/HTTPProblem`` where the key cannot be used.
    func answer(
        _ request: APIRequest,
        for operation: String,
        looking: Looking,
        beginning: @escaping RequestLease.Beginning = { _ throws(StorageFailure) in },
        given: @escaping @Sendable (RequestAnswer) -> Void,
        sheet: SheetResult? = nil,
        overdue: @escaping @Sendable () async -> HTTPResponse,
        work: @escaping @Sendable (RequestLease) async -> RequestAnswer
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        let new = newLease(for: try IdempotentRequest(request, for: operation), beginning)
        // A task of its own is not cancelled with the client's connection.
        Task {
            let answer: Result<HTTPResponse, HTTPProblem>
            do throws(HTTPProblem) {
                try await join(sheet)
                answer = .success(try await self.answer(new, looking, sheet, given, work))
            } catch { answer = .failure(error) }
            new.progress.change { $0.answer = answer }
        }
        if let answer = await answer(to: new) { return .complete(try answer.get()) }
        guard new.abandon() else { return .complete(await overdue()) }
        throw Self.abandoned(sheet)
    }

    private static func abandoned(_ sheet: SheetResult?) -> HTTPProblem {
        PaymentProblemCode.deadlinePassed.problem(
            "the answer took too long, and nothing was done",
            sheet: sheet,
            retryAfterSeconds: 1
        )
    }

    private func join(_ sheet: SheetResult?) async throws(HTTPProblem) {
        do throws(DeskFailure) { try await workers.join() } catch {
            throw PaymentProblemCode.databaseUnavailable.problem(
                "the database failed, and nothing was done: \(error)",
                sheet: sheet,
                retryAfterSeconds: 1
            )
        }
    }

    /// Waits for the answer of the work, as long as the request may take.
    private func answer(
        to lease: RequestLease
    ) async -> Result<HTTPResponse, HTTPProblem>? {
        let progress = lease.progress
        let first = min(answerLimit, repetitionLimit)
        let isThere = await progress.wait(within: first) { $0.answer != nil }
        if !isThere, !progress.read(\.isRepetition) {
            _ = await progress.wait(within: answerLimit - first) { $0.answer != nil }
        }
        return progress.read(\.answer)
    }

    private func answer(
        _ new: RequestLease,
        _ looking: Looking,
        _ sheet: SheetResult?,
        _ given: @Sendable (RequestAnswer) -> Void,
        _ work: @Sendable (RequestLease) async -> RequestAnswer
    ) async throws(HTTPProblem) -> HTTPResponse {
        var lease = new
        var answered = looking == .last ? await work(lease) : nil
        if !lease.isTaken {
            switch try await known(of: lease, sheet) {
            case .earlier(let earlier): return try Self.response(to: earlier)
            case .leased(let found) where found.isContinued:
                found.progress.change { $0.isRepetition = true }
                lease = found
                answered = new.begin() ? nil : RequestAnswer(Self.abandoned(sheet).response, .open)
            case .leased: break
            }
        }
        let answer: RequestAnswer
        if let answered { answer = answered } else { answer = await work(lease) }
        let recorded = lease.recordedAnswer
        // What the answer says is on the disk already; where its record fails, the same request is
        // answered from there.
        if recorded == nil, let other = try? await end(lease, answer) {
            return try Self.response(to: other)
        }
        given(answer)
        return recorded ?? answer.response
    }

    private func known(
        of lease: RequestLease,
        _ sheet: SheetResult?
    ) async throws(HTTPProblem) -> Finding {
        do throws(StorageFailure) {
            return try await find(lease)
        } catch { throw PaymentProblemCode.problem(error, sheet: sheet) }
    }

    /// The answer to a request on which this server does not work.
    private static func response(to earlier: EarlierRequest) throws(HTTPProblem) -> HTTPResponse {
        switch earlier {
        case .answered(let response): return response
        case .otherBody:
            throw PaymentProblemCode.idempotencyKeyReused.problem(
                "the Idempotency-Key was used for another body of this operation"
            )
        case .inProgress(let seconds):
            throw PaymentProblemCode.requestInProgress.problem(
                "the same request is being worked on",
                retryAfterSeconds: min(seconds, 5)
            )
        }
    }
}
