internal import HTTPMessages
internal import HTTPServer
internal import Storage
internal import World

/// One platform's interface over HTTP.
protocol PlatformInterface: Sendable {
    /// A request as the platform's operations read it.
    associatedtype Request: Sendable

    /// The machinery behind it.
    var engine: PlatformEngine { get }

    /// The answer to a request above the limit of requests.
    var tooManyRequests: PlatformAnswer { get }

    /// A new identifier of a request.
    func requestIdentifier() -> String

    /// The fields that every answer to a request has.
    func fields(
        for request: HTTPServerRequest,
        _ identifier: String
    ) -> KeyValuePairs<HTTPFieldName, HTTPFieldValue?>

    /// Answers a request; it fails on purpose where that was asked for.
    func answer(
        to request: HTTPServerRequest,
        _ identifier: String,
        failing: Bool
    ) async throws(PlatformFailure) -> PlatformAnswer
}

extension PlatformInterface {
    /// Answers a request; it fails on purpose where that was asked for.
    func respond(to request: HTTPServerRequest, failing: Bool = false) async -> HTTPServerResponse {
        let identifier = requestIdentifier()
        do throws(PlatformFailure) {
            let answer = try await answer(to: request, identifier, failing: failing)
            return complete(answer, to: request, identifier)
        } catch {
            guard case .refused(let answer) = error else {
                return complete(engine.dialect.failure, to: request, identifier)
            }
            return complete(answer, to: request, identifier)
        }
    }

    /// Refuses a request above the limit of requests.
    func refuseRate(of request: HTTPServerRequest, retryAfter seconds: Int64) -> HTTPServerResponse
    {
        var answer = tooManyRequests
        answer.fields["Retry-After"] = HTTPFieldValue(Int(seconds))
        return complete(answer, to: request, requestIdentifier())
    }

    private func complete(
        _ answer: PlatformAnswer,
        to request: HTTPServerRequest,
        _ identifier: String
    ) -> HTTPServerResponse {
        var fields = answer.fields
        for (name, value) in self.fields(for: request, identifier) { fields[name] = value }
        if !answer.body.isEmpty, fields[.contentType] == nil { fields[.contentType] = .json }
        return .complete(HTTPResponse(answer.status, fields: fields, body: answer.body))
    }

    /// Does a request. One whose idempotency key was used is not read again, since what it has may be valid no more,
    /// such as a token of Apple Pay.
    func perform(
        _ action: PlatformRoute<Self>.Action,
        _ request: Request,
        _ call: PlatformCall
    ) async throws(PlatformFailure) -> PlatformResult {
        switch action {
        case .read(let read):
            guard !call.fails else { return .failed }
            return try await engine.database.read { snapshot throws(PlatformFailure) in
                .done(try read(self, request, snapshot))
            }
        case .write(let write):
            if let known = try await engine.known(call) { return known }
            return await engine.perform(call, try await write(self, request))
        }
    }

    /// Does a request after those that its payment has in progress: they take milliseconds.
    func perform(
        _ action: PlatformRoute<Self>.Action,
        _ request: Request,
        _ call: PlatformCall,
        unless busy: PlatformAnswer
    ) async throws(PlatformFailure) -> PlatformResult {
        for _ in 0..<100 {
            let result = try await perform(action, request, call)
            guard case .done(busy) = result else { return result }
            await RealTime.pass(.milliseconds(20))
        }
        return .done(busy)
    }
}
