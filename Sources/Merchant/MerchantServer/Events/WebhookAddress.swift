/// The address of a webhook.
struct WebhookAddress: Hashable, Sendable {
    /// The host, in small letters; of IPv6 in brackets.
    let host: String
    /// Whether messages go over TLS.
    let isEncrypted: Bool

    /// Reads a URL; nil where it is none that messages can be sent to: of `http` or `https`, without a name and
    /// a password, and without a fragment.
    init?(_ url: String) {
        guard url.utf8.count <= 2_000, url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !url.contains("#"), !url.contains("\\"),
            let scheme = ["https://", "http://"].first(where: url.lowercased().hasPrefix)
        else { return nil }
        let authority = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { return nil }
        let host: Substring
        let rest: Substring
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            (host, rest) = (authority[...end], authority[authority.index(after: end)...])
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority[host.endIndex...]
        }
        let isPort = rest.isEmpty || rest.first == ":" && UInt16(rest.dropFirst()) != nil
        guard !host.isEmpty, isPort else { return nil }
        (self.host, isEncrypted) = (host.lowercased(), scheme == "https://")
    }
}
