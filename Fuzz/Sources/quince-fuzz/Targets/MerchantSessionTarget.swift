internal import ApplePaySession
internal import JSON

extension FuzzTarget {
    /// Requests, sessions, domain association files, domain names and URLs of the gateway: what is read
    /// is read the same after it was written, and no URL leads elsewhere than to Apple.
    static let merchantSession = FuzzTarget(
        "merchantSession",
        seeds: { seeds.map { Array($0.utf8) } }
    ) { input in
        for path in SessionPath.allCases {
            guard let request = try? SessionRequest(input, at: path) else { continue }
            let again = try? SessionRequest(Array(request.json.compact.utf8), at: path)
            require(again == request, "a request is read differently after it was written")
            require(request.displayName.utf8.count <= 64, "a name is longer than the limit")
            if let domain = try? request.domain { check(domain) }
        }
        if let session = try? MerchantSession(input) {
            let again = try? MerchantSession(Array(session.json.compact.utf8))
            require(again == session, "a session is read differently after it was written")
            require(session.nonce.utf8.count == 8, "a nonce is not four bytes")
            require(session.expiresAt > session.epochTimestamp, "a session ends before it begins")
        }
        if let file = DomainAssociation(file: input) {
            require(DomainAssociation(file: file.file) == file, "a file is read differently")
        }
        let text = String(decoding: input, as: UTF8.self)
        if let domain = try? DomainName(text) { check(domain) }
        guard GatewayAddress.allows(validationURL: text) else { return }
        let rest = text.lowercased().dropFirst("https://".count)
        let host = rest.prefix { $0 != "/" && $0 != ":" }
        require(GatewayAddress.hosts.contains(String(host)), "a URL leads to another host")
    }

    private static func check(_ domain: DomainName) {
        require(domain.text == domain.text.lowercased(), "a name has capital letters")
        require((try? DomainName(domain.text)) == domain, "a name is not one of its own")
        require(!domain.text.contains("localhost") || domain.text.contains("."), "it is localhost")
        require(domain.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "it has other characters")
    }

    private static let digest = String(repeating: "0A", count: 32)

    private static let seeds = [
        #"{"merchantIdentifier":"m","displayName":"é","initiative":"web","initiativeContext":"a.b"}"#,
        #"{"merchantIdentifier":"m","displayName":"d","domainName":"shop.example.com"}"#,
        """
        {"merchantIdentifier":"m","displayName":"d","initiative":"messaging",\
        "initiativeContext":"https://shop.example.com:443/a"}
        """,
        """
        {"epochTimestamp":1646040487087,"expiresAt":1646044087087,"merchantSessionIdentifier":\
        "SSH\(digest.prefix(32))_\(digest)","nonce":"0206b8db","merchantIdentifier":"\(digest)",\
        "domainName":"a.b","displayName":"d","signature":"3080","operationalAnalyticsIdentifier":"d",\
        "retries":0,"pspId":"\(digest)"}
        """,
        "7B7D\n", "https://apple-pay-gateway.apple.com:443/paymentservices/startSession",
        "shop.example.com", "xn--caf-dma.example", #""{}""#,
    ]
}
