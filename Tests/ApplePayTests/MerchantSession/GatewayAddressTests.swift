import ApplePaySession
import Testing

@Suite("The address of Apple's gateway")
struct GatewayAddressTests {
    /// Apple's list, written out.
    private static let published = """
        apple-pay-gateway cn-apple-pay-gateway apple-pay-gateway-cert cn-apple-pay-gateway-cert
        apple-pay-gateway-nc-pod1 apple-pay-gateway-nc-pod2 apple-pay-gateway-nc-pod3
        apple-pay-gateway-nc-pod4 apple-pay-gateway-nc-pod5 apple-pay-gateway-pr-pod1
        apple-pay-gateway-pr-pod2 apple-pay-gateway-pr-pod3 apple-pay-gateway-pr-pod4
        apple-pay-gateway-pr-pod5 apple-pay-gateway-nc-pod1-dr apple-pay-gateway-nc-pod2-dr
        apple-pay-gateway-nc-pod3-dr apple-pay-gateway-nc-pod4-dr apple-pay-gateway-nc-pod5-dr
        apple-pay-gateway-pr-pod1-dr apple-pay-gateway-pr-pod2-dr apple-pay-gateway-pr-pod3-dr
        apple-pay-gateway-pr-pod4-dr apple-pay-gateway-pr-pod5-dr cn-apple-pay-gateway-sh-pod1
        cn-apple-pay-gateway-sh-pod1-dr cn-apple-pay-gateway-sh-pod2
        cn-apple-pay-gateway-sh-pod2-dr cn-apple-pay-gateway-sh-pod3
        cn-apple-pay-gateway-sh-pod3-dr cn-apple-pay-gateway-tj-pod1
        cn-apple-pay-gateway-tj-pod1-dr cn-apple-pay-gateway-tj-pod2
        cn-apple-pay-gateway-tj-pod2-dr cn-apple-pay-gateway-tj-pod3
        cn-apple-pay-gateway-tj-pod3-dr
        """

    @Test func `is one of the published hosts`() {
        let names = Self.published.split { $0 == " " || $0 == "\n" }.map { "\($0).apple.com" }
        #expect(Set(names) == Set(GatewayAddress.hosts))
        #expect(GatewayAddress.hosts.count == 36)
        for host in names {
            for path in ["startSession", "paymentSession"] {
                let url = "https://\(host)/paymentservices/\(path)"
                #expect(GatewayAddress.allows(validationURL: url), "\(url)")
            }
        }
    }

    @Test(arguments: [
        "https://apple-pay-gateway.apple.com:443/paymentservices/startSession",
        "HTTPS://Apple-Pay-Gateway.APPLE.com/paymentservices/startSession",
    ])
    func `may be written differently`(url: String) {
        #expect(GatewayAddress.allows(validationURL: url))
    }

    @Test(arguments: [
        "", "apple-pay-gateway.apple.com/paymentservices/startSession",
        "http://apple-pay-gateway.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com", "https://apple-pay-gateway.apple.com/",
        "https://apple-pay-gateway.apple.com/paymentservices/startSession/",
        "https://apple-pay-gateway.apple.com/paymentservices/startSession?x=1",
        "https://apple-pay-gateway.apple.com/paymentservices/startSession#x",
        "https://apple-pay-gateway.apple.com/paymentservices/../paymentservices/startSession",
        "https://apple-pay-gateway.apple.com:8443/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com:443:443/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com./paymentservices/startSession",
        "https://attacker.example/paymentservices/startSession",
        "https://attacker.example/apple-pay-gateway.apple.com/paymentservices/startSession",
        "https://attacker.example#.apple.com/paymentservices/startSession",
        "https://attacker.example\\.apple.com/paymentservices/startSession",
        "https://attacker.example?.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com@attacker.example/paymentservices/startSession",
        "https://user@apple-pay-gateway.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com.attacker.example/paymentservices/startSession",
        "https://evil.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway-nc-pod6.apple.com/paymentservices/startSession",
        "https://169.254.169.254/paymentservices/startSession",
        "https://[::1]/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com /paymentservices/startSession",
        "https://apple-pay-gateway.apple.com/paymentservices/startSession\n",
        "https://apple-pay-gateway.apple.com/paymentservices/startSession\u{0}",
        "https:///paymentservices/startSession", "https://apple-pay-g\u{0430}teway.apple.com/x",
        "javascript://apple-pay-gateway.apple.com/paymentservices/startSession",
    ])
    func `is no URL that could reach another server`(url: String) {
        #expect(!GatewayAddress.allows(validationURL: url))
    }
}
