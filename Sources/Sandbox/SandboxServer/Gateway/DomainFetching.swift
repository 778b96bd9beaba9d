public import ApplePaySession
public import Certificates
public import HTTPClient
internal import HTTPMessages
public import Sockets

/// Where a domain's association file is fetched.
public enum DomainPlace: Sendable, Equatable {
    /// From an address, over TLS under the domain's name. The server's certificate must chain to the
    /// authority, or to one of the system's where there is none.
    case fetched(SocketAddress, authority: Certificate?)
    /// Nowhere: the domain is registered without its file, which Apple demands.
    case notFetched
}

/// Fetches the association files of domains, from the addresses that the operator gave and from
/// nowhere else.
///
/// A domain's name is never looked up. Otherwise a client that registers a domain could make the
/// sandbox connect to any server (server-side request forgery).
public struct DomainFetching: Sendable {
    /// Whether an address may be given for a domain. By default, addresses of this machine only.
    public var allows: @Sendable (SocketAddress) -> Bool
    /// The longest time for a file.
    public var timeLimit: Duration

    /// Rules for fetching.
    public init(
        timeLimit: Duration = .seconds(10),
        allows: @escaping @Sendable (SocketAddress) -> Bool = { isLoopback($0) }
    ) {
        self.timeLimit = timeLimit
        self.allows = allows
    }

    /// Whether an address is one of this machine's loopback interface.
    public static func isLoopback(_ address: SocketAddress) -> Bool {
        if address.host == "::1" { return true }
        let parts = address.host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Fetches a domain's file, and compares it.
    func verify(
        _ domain: DomainName,
        at place: DomainPlace,
        expecting expected: [UInt8]
    ) async throws(GatewayRefusal) {
        guard case .fetched(let address, let authority) = place else { return }
        guard allows(address) else {
            throw .domain(DomainRefusal(domain, .addressNotAllowed(address)))
        }
        var configuration = HTTPClientConfiguration()
        configuration.roots = authority.map { [$0.der] }
        configuration.addresses = [SocketAddress(host: domain.text, port: 443): address]
        var request = HTTPClientRequest(.get, "https://\(domain)\(DomainAssociation.path)")
        request.timeLimit = timeLimit
        request.connectionTimeLimit = timeLimit
        request.responseLimit = DomainAssociation.longest
        let response: HTTPResponse
        do throws(HTTPClientFailure) {
            response = try await HTTPClient(configuration).send(request)
        } catch { throw .domain(DomainRefusal(domain, .notFetched(error.reason))) }
        guard response.status == .ok else {
            throw .domain(DomainRefusal(domain, .status(response.status.code)))
        }
        if let difference = DomainAssociation.difference(of: response.body, from: expected) {
            throw .domain(DomainRefusal(domain, .fileDiffers(difference)))
        }
    }
}

/// Why a domain was not verified.
public struct DomainRefusal: Hashable, Sendable {
    /// The cause of a failure.
    public enum Cause: Hashable, Sendable {
        /// The operator gave no address for the domain.
        case noAddress
        /// The address given is not allowed.
        case addressNotAllowed(SocketAddress)
        /// No response came.
        case notFetched(HTTPClientFailure.Reason)
        /// The status was another than 200.
        case status(Int)
        /// The file is another than the merchant was given.
        case fileDiffers(DomainAssociation.Difference)
    }

    /// The domain.
    public let domain: DomainName
    /// The cause.
    public let cause: Cause

    /// A refusal.
    public init(_ domain: DomainName, _ cause: Cause) {
        (self.domain, self.cause) = (domain, cause)
    }
}

extension DomainRefusal: CustomStringConvertible {
    /// The cause, and what to do.
    public var description: String {
        let url = "https://\(domain)\(DomainAssociation.path)"
        return switch cause {
        case .noAddress:
            "no address is set for \(domain); give an address of this machine, or"
                + " register it without verification"
        case .addressNotAllowed(let address):
            "\(address) is not an address of this machine; the sandbox fetches from 127.0.0.1 and"
                + " [::1] only"
        case .notFetched(.tlsRefused):
            "\(url) was not fetched: TLS was refused; the certificate must be for \(domain) and"
                + " chain to the given authority"
        case .notFetched(.responseTooLarge):
            "\(url) answers with more than \(DomainAssociation.longest) bytes; serve the file alone"
        case .notFetched(let reason): "\(url) was not fetched: \(reason)"
        case .status(let code) where (300...399).contains(code):
            "\(url) answers with a redirect (\(code)); serve the file there itself"
        case .status(let code): "\(url) answers with status \(code); serve the file with 200"
        case .fileDiffers(let difference): "\(url) serves \(difference)"
        }
    }
}
