/// The host names of Apple's gateways, and the URLs at which a merchant's server may ask for a
/// session.
///
/// The page gets the URL from the browser and passes it on, so it may come from an attacker. A
/// server that connects to any URL, with its client certificate, can be made to attack others
/// (server-side request forgery). So only these hosts are allowed, compared as a whole.
///
/// - Source: Apple, *Setting up your server*, the list of gateway host names.
public enum GatewayAddress {
    /// The gateway for production, from everywhere but China mainland.
    public static let production = "apple-pay-gateway.apple.com"
    /// The gateway of Apple's sandbox.
    public static let sandbox = "apple-pay-gateway-cert.apple.com"
    /// The gateway for production in China mainland.
    public static let chinaProduction = "cn-apple-pay-gateway.apple.com"
    /// The gateway of Apple's sandbox in China mainland.
    public static let chinaSandbox = "cn-apple-pay-gateway-cert.apple.com"

    /// Every host name, 36 in all.
    public static let hosts: [String] = {
        var names = ["apple-pay-gateway", "cn-apple-pay-gateway"]
        for (prefix, count) in [
            ("apple-pay-gateway-nc", 5), ("apple-pay-gateway-pr", 5),
            ("cn-apple-pay-gateway-sh", 3), ("cn-apple-pay-gateway-tj", 3),
        ] {
            for suffix in ["", "-dr"] {
                names += (1...count).map { "\(prefix)-pod\($0)\(suffix)" }
            }
        }
        names += ["apple-pay-gateway-cert", "cn-apple-pay-gateway-cert"]
        return names.map { "\($0).apple.com" }
    }()

    /// Whether a merchant's server may send its request to a URL: `https`, one of ``hosts`` in any
    /// case, no port but 443, no user, query or fragment, and a path of ``SessionPath``.
    public static func allows(validationURL url: String) -> Bool {
        guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let scheme = url.firstRange(of: "://"),
            url[..<scheme.lowerBound].lowercased() == "https"
        else { return false }
        let rest = url[scheme.upperBound...]
        guard let slash = rest.firstIndex(of: "/") else { return false }
        var host = rest[..<slash].lowercased()
        if host.hasSuffix(":443") { host.removeLast(4) }
        return hosts.contains(host) && SessionPath(rawValue: String(rest[slash...])) != nil
    }
}

/// The two paths at which a session is asked for.
///
/// - Source: Apple, *Requesting an Apple Pay payment session*; `startSession` is the older one, which
///   many servers still use, with the older body or with the newer one.
public enum SessionPath: String, Hashable, Sendable, CaseIterable {
    /// The present path.
    case paymentSession = "/paymentservices/paymentSession"
    /// The older path.
    case startSession = "/paymentservices/startSession"
}
