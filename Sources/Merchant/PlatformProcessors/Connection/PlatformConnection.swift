internal import Bytes
internal import HTTPClient
internal import HTTPMessages
internal import Payments
internal import World

/// Asks a platform over HTTP, and says of each request without an answer whether it may have had an effect.
///
/// It repeats nothing: a request without an answer is asked again by the desk, with the same key. After
/// an answer that a moment's pause is likely to change, that pause is made here.
struct PlatformConnection: Sendable {
    /// How long one request may take.
    let timeLimit: Duration
    let exchange: any PlatformExchange
    let randomness: any Randomness
    let pause: @Sendable (Duration) async -> Void

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - status: A further status of answers that are returned.
    /// - Returns: The answer; another one of status 401, 403, 408, 409, 429 or 500 and more is thrown.
    /// - Throws: ``Payments/ProcessorFailure``. That the platform counts too many requests is
    ///   `notSent`; a conflict, or a failure of the platform, leaves the outcome unknown.
    func send(
        _ request: HTTPClientRequest,
        returning status: HTTPStatus? = nil
    ) async throws(ProcessorFailure) -> HTTPResponse {
        var request = request
        request.timeLimit = timeLimit
        let response: HTTPResponse
        do throws(HTTPClientFailure) {
            response = try await exchange.send(request)
        } catch {
            let failure = ProcessorFailure(error)
            // A platform, or the way to it, that is back in a moment is asked again.
            if failure == .notSent(.unreachable) { await passAMoment() }
            throw failure
        }
        switch response.status.code {
        case status?.code: return response
        case 429:
            await pass(asToldIn: response)
            throw .notSent(.overloaded)
        case 401, 403: throw .notSent(.notSignedOn)
        case 408, 409, 500...:
            await pass(asToldIn: response)
            throw .outcomeUnknown(.processorInDoubt)
        default: return response
        }
    }

    /// A quarter to half a second, or what the platform asks for, two seconds at most.
    private func pass(asToldIn response: HTTPResponse) async {
        if let seconds = response.fields["Retry-After"].flatMap({ Int64($0.text) }) {
            await pause(.seconds(min(max(seconds, 0), 2)))
        } else {
            await passAMoment()
        }
    }

    private func passAMoment() async {
        await pause(.milliseconds(250 + Int64(randomness.bytes(1)[0])))
    }
}

extension HTTPFieldValue {
    /// The value that shows a platform the account's key.
    init?(_ prefix: String, _ key: Secret) {
        self.init("\(prefix)\(key.revealedText())")
    }
}

extension ProcessorFailure {
    /// Does what follows a request that may have had its effect: what is not sent now says nothing of that.
    static func inDoubt<Value>(
        _ work: () async throws(ProcessorFailure) -> Value
    ) async throws(ProcessorFailure) -> Value {
        do throws(ProcessorFailure) { return try await work() } catch {
            guard case .notSent(let cause) = error else { throw error }
            throw .outcomeUnknown(cause == .cancelled ? .cancelled : .processorInDoubt)
        }
    }

    /// Does what has no effect that counts: an outcome that is not known is as good as none.
    static func withoutEffect<Value>(
        _ work: () async throws(ProcessorFailure) -> Value
    ) async throws(ProcessorFailure) -> Value {
        do throws(ProcessorFailure) { return try await work() } catch {
            guard case .outcomeUnknown(let cause) = error else { throw error }
            throw .notSent(cause == .cancelled ? .cancelled : .unreachable)
        }
    }

    fileprivate init(_ failure: HTTPClientFailure) {
        switch failure {
        case .notSent(.requestMalformed): self = .notSent(.requestInvalid)
        case .notSent(.cancelled): self = .notSent(.cancelled)
        case .notSent: self = .notSent(.unreachable)
        case .mayHaveBeenSent(.timedOut): self = .outcomeUnknown(.timedOut)
        case .mayHaveBeenSent(.cancelled): self = .outcomeUnknown(.cancelled)
        case .mayHaveBeenSent(.responseTooLarge), .mayHaveBeenSent(.responseMalformed):
            self = .outcomeUnknown(.answerUnreadable)
        case .mayHaveBeenSent: self = .outcomeUnknown(.connectionLost)
        }
    }
}
