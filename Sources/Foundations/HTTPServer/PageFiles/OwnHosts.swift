public import HTTPMessages
public import Sockets

/// The names by which browsers reach a server, and which requests are of its own pages.
///
/// A request must come from the same origin, which the browser says, and name this server as its host, so
/// that no other site can send one, nor read an answer by taking this server's address for its own name.
///
/// - Source: Fetch Metadata Request Headers, `Sec-Fetch-Site`.
public struct OwnHosts: Hashable, Sendable {
    private let port: UInt16
    private let names: Set<String>

    /// The names of a server at an address: the address itself, and this machine's names for itself.
    public init(_ address: SocketAddress) {
        port = address.port
        names = [address.host.lowercased(), "localhost", "127.0.0.1", "::1"]
    }

    /// The origins of this server's pages, by the name under which a request may reach it.
    public var origins: [String: String] {
        let suffix = port == 80 ? "" : ":\(port)"
        let pairs = names.map { name in
            (name, "http://\(name.contains(":") ? "[\(name)]" : name)\(suffix)")
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Whether a request names this server as its host.
    public func contains(_ host: HTTPHost?) -> Bool {
        guard let host else { return false }
        return names.contains(host.name) && (host.port ?? 80) == port
    }

    /// Why a request is not one of this server's own pages; nil where it is.
    public func problem(of request: HTTPServerRequest) -> HTTPProblem? {
        let head = request.head
        guard contains(head.host) else {
            return HTTPProblem(.forbidden, detail: "the request names another server as its host")
        }
        guard head.fields["Sec-Fetch-Site"]?.text == "same-origin" else {
            return HTTPProblem(.forbidden, detail: "only pages of this server may ask this")
        }
        let hasBody = head.method != .get && head.method != .head && head.method != .delete
        guard !hasBody || head.fields[.contentType]?.isJSON == true else {
            return HTTPProblem(.forbidden, detail: "the body is not of the type application/json")
        }
        return nil
    }
}

extension HTTPFieldValue {
    fileprivate var isJSON: Bool {
        let type = text.prefix { $0 != ";" }.lowercased()
        return type.split(separator: " ").joined() == "application/json"
    }
}
