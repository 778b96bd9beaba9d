internal import ApplePaySession
internal import Bytes
internal import Certificates
internal import HTTPClient
internal import HTTPMessages
internal import JSON
internal import Sockets

/// Asks the gateway for merchant sessions over mutual TLS.
///
/// A validation URL comes from a page, so it may come from an attacker. It is compared as a whole with the
/// list of Apple's gateways before anything is resolved or connected, and redirects are not followed.
///
/// - Source: Apple, *Requesting an Apple Pay payment session*.
struct SessionClient: Sendable {
    /// Why there is no session.
    enum Failure: Error, Hashable {
        /// The URL is none of the gateway's.
        case urlNotAllowed
        /// The gateway could not be asked, or did not answer.
        case unreachable(HTTPClientFailure)
        /// The gateway refused, with this status.
        case refused(status: Int)
        /// The gateway's answer is not a session.
        case answerMalformed
    }

    /// The sheet waits 30 s for its session, and the page's call to this server is a part of that.
    private static let timeLimit = Duration.seconds(25)
    private static let responseLimit = 65_536

    private let client: HTTPClient
    private let testAddress: SocketAddress?
    /// The URL that is asked where a caller names none.
    private let standardURL: String

    /// A client.
    ///
    /// - Parameters:
    ///   - configuration: The gateway, and Apple's environment.
    ///   - identity: The Merchant Identity certificate.
    ///   - authority: The authority above a sandbox's gateway, in DER.
    /// - Throws: ``HTTPClient/HTTPClientFailure``.
    init(
        _ configuration: ServerConfiguration,
        _ identity: HTTPClientConfiguration.Identity,
        authority: [UInt8]?
    ) throws(HTTPClientFailure) {
        var settings = HTTPClientConfiguration()
        settings.identity = identity
        let path = SessionPath.paymentSession.rawValue
        switch configuration.gateway {
        case .apple:
            testAddress = nil
            let host =
                configuration.isSandboxEnvironment
                ? GatewayAddress.sandbox : GatewayAddress.production
            standardURL = "https://\(host)\(path)"
        case .test(let address, _):
            testAddress = address
            standardURL = "https://\(address)\(path)"
            settings.roots = authority.map { [$0] }
            // A page of the sandbox may name Apple's hosts: the sandbox's gateway has their names.
            for host in GatewayAddress.hosts {
                settings.addresses[SocketAddress(host: host, port: 443)] = address
            }
        }
        client = try HTTPClient(settings)
    }

    /// Whether a session may be asked for at a URL.
    func allows(_ url: String) -> Bool {
        if GatewayAddress.allows(validationURL: url) { return true }
        guard let testAddress else { return false }
        return SessionPath.allCases.contains { url == "https://\(testAddress)\($0.rawValue)" }
    }

    /// Asks for a session.
    ///
    /// - Returns: The session, to be passed to the page as it is.
    func session(
        _ request: SessionRequest,
        at url: String?
    ) async throws(Failure) -> JSONOutput {
        let url = url ?? standardURL
        guard allows(url) else { throw .urlNotAllowed }
        var call = HTTPClientRequest(
            .post,
            url,
            fields: [.contentType: .json],
            body: request.json.compactBytes
        )
        call.timeLimit = Self.timeLimit
        call.responseLimit = Self.responseLimit
        let response: HTTPResponse
        do throws(HTTPClientFailure) { response = try await client.send(call) } catch {
            throw .unreachable(error)
        }
        guard response.status == .ok else { throw .refused(status: response.status.code) }
        guard let root = try? JSONDocument(response.body).root, root.isObject,
            root.member("merchantSessionIdentifier")?.string != nil
        else { throw .answerMalformed }
        return JSONOutput(root)
    }
}
