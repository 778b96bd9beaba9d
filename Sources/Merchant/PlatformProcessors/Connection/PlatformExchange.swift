public import HTTPClient
public import HTTPMessages

/// A connection that sends a platform's HTTP requests: an ``HTTPClient/HTTPClient``, or the simulation in the tests.
public protocol PlatformExchange: Sendable {
    /// Sends a request and waits for the whole response.
    ///
    /// - Throws: ``HTTPClient/HTTPClientFailure``, which says whether the request may have been sent.
    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPResponse
}

extension HTTPClient: PlatformExchange {}
