internal import HTTPAPI
internal import HTTPMessages
internal import HTTPServer
internal import Storage

extension IdempotencyRecords {
    /// Answers a request once: it is recorded, worked on and its answer recorded before it is given.
    ///
    /// The work goes on where the client is gone: the request made again gets its answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - beginning: Runs in the transaction that records a new request.
    ///   - work: Does what is asked for.
    /// - Returns: The answer.
    /// - Throws: ``HTTPServer/HTTPProblem`` where the key cannot be used.
    func answer(
        _ request: APIRequest,
        beginning: @escaping Recording = { _ throws(StorageFailure) in },
        work: @escaping @Sendable (Lease) async -> RequestAnswer
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
        _ beginning: @escaping Recording,
        _ work: @Sendable (Lease) async -> RequestAnswer
    ) async throws(HTTPProblem) -> HTTPResponse {
        let finding: Finding
        do throws(StorageFailure) {
            finding = try await begin(request, beginning)
        } catch { throw PaymentProblemCode.problem(error) }
        switch finding {
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
        case .leased(let lease):
            let answer = await work(lease)
            // What the answer says is on the disk already; where its record fails, the same request is
            // answered from there.
            let recorded = try? await end(lease, answer)
            return recorded ?? answer.response
        }
    }
}
