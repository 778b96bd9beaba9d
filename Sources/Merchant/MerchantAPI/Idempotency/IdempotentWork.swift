internal import HTTPAPI
internal import HTTPMessages
internal import HTTPServer
internal import Storage

extension IdempotencyRecords {
    /// Answers a request once. What is done for it and its answer are recorded before the answer is
    /// given.
    ///
    /// The work goes on where the client is gone: the request made again gets its answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - beginning: Runs in the transaction that records a new request.
    ///   - work: Does what is asked for; it takes the lease in the transaction that records that.
    /// - Returns: The answer.
    /// - Throws: ``HTTPServer/HTTPProblem`` where the key cannot be used.
    func answer(
        _ request: APIRequest,
        beginning: @escaping RequestLease.Beginning = { _ throws(StorageFailure) in },
        work: @escaping @Sendable (RequestLease) async -> RequestAnswer
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        let request = try IdempotentRequest(request)
        // A task of its own is not cancelled with the client's connection.
        let answer = Task { () async -> Result<HTTPResponse, HTTPProblem> in
            do throws(HTTPProblem) {
                return .success(try await self.answer(request, beginning, work))
            } catch { return .failure(error) }
        }
        return .complete(try await answer.value.get())
    }

    private func answer(
        _ request: IdempotentRequest,
        _ beginning: @escaping RequestLease.Beginning,
        _ work: @Sendable (RequestLease) async -> RequestAnswer
    ) async throws(HTTPProblem) -> HTTPResponse {
        let finding: Finding
        do throws(StorageFailure) {
            finding = try await find(request, beginning)
        } catch { throw PaymentProblemCode.problem(error) }
        let lease: RequestLease
        switch finding {
        case .leased(let found): lease = found
        case .earlier(let earlier): return try Self.response(to: earlier)
        }
        let answer = await work(lease)
        if let recorded = lease.recordedAnswer { return recorded }
        // What the answer says is on the disk already; where its record fails, the same request is
        // answered from there.
        guard let other = try? await end(lease, answer) else { return answer.response }
        return try Self.response(to: other)
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
