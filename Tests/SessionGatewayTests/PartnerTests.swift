import ApplePaySession
import Foundation
import HTTPMessages
import SandboxServer
import Testing

/// The Web Merchant Registration API; bodies as Apple's pages show them.
@Suite("A platform's merchant")
struct PartnerTests {
    private static let register = "/paymentservices/registerMerchant"
    private static let unregister = "/paymentservices/unregisterMerchant"
    private static let details = "/paymentservices/merchantDetails"

    private func body(
        _ domains: [String] = ["one.example.com", "two.example.com"],
        encryptTo: String = GatewayFixture.merchant,
        identifier: String = "ABC-123456"
    ) -> String {
        let names = domains.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"domainNames":[\(names)],"partnerMerchantName":"Example Merchant",\
            "partnerInternalMerchantIdentifier":"\(identifier)","encryptTo":"\(encryptTo)",\
            "merchantUrl":"https://example.com"}
            """
    }

    private func fixture() async throws -> (GatewayFixture, TestClient) {
        let fixture = try await GatewayFixture()
        for name in ["one.example.com", "two.example.com", "three.example.com"] {
            try await fixture.gateway.set(.notFetched, of: DomainName(name))
        }
        return (fixture, try fixture.client())
    }

    @Test func `has sessions through the platform's certificate`() async throws {
        let (fixture, client) = try await fixture()
        let reply = try await fixture.ask(Self.register, body(), as: client)
        #expect(reply.status == 200 && reply.text.isEmpty, "\(reply.text)")
        let ask = GatewayFixture.body("ABC-123456", context: "two.example.com")
        let session = try await fixture.ask(body: ask, as: client)
        #expect(session.status == 200)
        let merchant = try await SessionIssuingTests.digest(of: "ABC-123456").uppercased()
        let platform = try await SessionIssuingTests.digest(of: GatewayFixture.merchant)
            .uppercased()
        #expect(session.member("merchantIdentifier") == merchant)
        #expect(session.member("pspId") == platform)
        let accepted = try await fixture.gateway.redeem(
            Array(session.text.utf8),
            onPageAt: "two.example.com"
        )
        #expect(accepted.recipient == GatewayFixture.merchant)
        // Its domains are not the platform's, and the platform's are not its.
        let own = GatewayFixture.body(context: "two.example.com")
        #expect(try await fixture.ask(body: own, as: client).status == 400)
        let others = GatewayFixture.body("ABC-123456", context: GatewayFixture.domain)
        #expect(try await fixture.ask(body: others, as: client).status == 400)
        // Another platform does not have it.
        let other = try fixture.client(GatewayFixture.otherMerchant)
        #expect(try await fixture.ask(body: ask, as: other).status == 417)
    }

    @Test func `has details in Apple's form`() async throws {
        let (fixture, client) = try await fixture()
        _ = try await fixture.ask(Self.register, body(), as: client)
        let digest = try await SessionIssuingTests.digest(of: GatewayFixture.merchant).uppercased()
        let expected = """
            {"domainNames":["one.example.com","two.example.com"],\
            "partnerMerchantName":"Example Merchant",\
            "partnerInternalMerchantIdentifier":"ABC-123456",\
            "partnerMerchantValidationURI":\
            "/.well-known/apple-developer-merchantid-domain-association",\
            "encryptTo":"\(digest)"}
            """
        let asked = #"{"partnerInternalMerchantIdentifier":"ABC-123456"}"#
        #expect(try await fixture.ask(Self.details, asked, as: client).text == expected)
        let path = "/paymentservices/merchant/ABC-123456"
        #expect(try await fixture.ask(path, "", as: client, method: .get).text == expected)
        let other = try fixture.client(GatewayFixture.otherMerchant)
        #expect(try await fixture.ask(path, "", as: other, method: .get).status == 400)
        #expect(try await fixture.ask(path, "", as: nil, method: .get).status == 401)
    }

    @Test func `takes more domains, and ends with the last one`() async throws {
        let (fixture, client) = try await fixture()
        _ = try await fixture.ask(Self.register, body(), as: client)
        _ = try await fixture.ask(Self.register, body(["three.example.com"]), as: client)
        let path = "/paymentservices/merchant/ABC-123456"
        func domains() async throws -> String {
            let reply = try await fixture.ask(path, "", as: client, method: .get)
            guard reply.status == 200 else { return "\(reply.status)" }
            let object = try JSONSerialization.jsonObject(with: Data(reply.text.utf8))
            return ((object as? [String: Any])?["domainNames"] as? [String] ?? [])
                .joined(separator: " ")
        }
        #expect(try await domains() == "one.example.com three.example.com two.example.com")
        func end(_ domains: String) -> String {
            """
            {"domainNames":[\(domains)],"partnerInternalMerchantIdentifier":"ABC-123456",\
            "reason":"closed"}
            """
        }
        let first = try await fixture.ask(
            Self.unregister,
            end(#""one.example.com","two.example.com""#),
            as: client
        )
        #expect(first.status == 200 && first.text.isEmpty)
        let ask = GatewayFixture.body("ABC-123456", context: "three.example.com")
        let session = try await fixture.session(client, ask)
        #expect(try await domains() == "three.example.com")
        _ = try await fixture.ask(Self.unregister, end(#""three.example.com""#), as: client)
        #expect(try await domains() == "400")
        let refusal = await fixture.refusal(of: session, onPageAt: "three.example.com")
        #expect(refusal?.code == "merchantUnknown")
        let again = try await fixture.ask(Self.unregister, end(#""a.example.com""#), as: client)
        #expect(again.status == 400 && again.reason?.contains("registered no merchant") == true)
    }

    @Test func `is registered with all of its domains or not at all`() async throws {
        let (fixture, client) = try await fixture()
        let names = ["one.example.com", "elsewhere.example.com"]
        let reply = try await fixture.ask(Self.register, body(names), as: client)
        #expect(reply.status == 400 && reply.reason?.contains("no address is set") == true)
        let path = "/paymentservices/merchant/ABC-123456"
        #expect(try await fixture.ask(path, "", as: client, method: .get).status == 400)
    }

    @Test func `has domains that serve the platform's file`() async throws {
        let (fixture, client) = try await fixture()
        let server = try await DomainServer()
        try await fixture.gateway.set(try server.place, of: DomainName("new.example.com"))
        server.serve(try await fixture.gateway.associationFile(of: GatewayFixture.otherMerchant))
        let ask = body(["new.example.com"])
        let reply = try await fixture.ask(Self.register, ask, as: client)
        #expect(reply.status == 400 && reply.reason?.contains("another file") == true)
        server.serve(try await fixture.gateway.associationFile(of: GatewayFixture.merchant))
        #expect(try await fixture.ask(Self.register, ask, as: client).status == 200)
    }

    @Test func `is refused in a body that is not Apple's`() async throws {
        let (fixture, client) = try await fixture()
        let many = (0...99).map { "d\($0).example.com" }
        let wrong: [(String, String)] = [
            ("[]", "not a JSON object"), ("{}", "\"domainNames\" is missing"),
            (body([]), "\"domainNames\" is of another type"),
            (body(["one.example.com", "ONE.example.com"]), "stands twice"),
            (body(["localhost"]), "localhost"), (body(many), "at most 99"),
            (body(identifier: "a b"), "characters other than"),
            (body(identifier: String(repeating: "a", count: 1_025)), "longer than 1024"),
            (body(encryptTo: "merchant.com.nobody"), "encryptTo is neither"),
        ]
        for (body, reason) in wrong {
            let reply = try await fixture.ask(Self.register, body, as: client)
            #expect(reply.status == 400 && reply.reason?.contains(reason) == true, "\(reason)")
        }
        let unregister =
            #"{"domainNames":["one.example.com"],"partnerInternalMerchantIdentifier":"A"}"#
        let reply = try await fixture.ask(Self.unregister, unregister, as: client)
        #expect(reply.reason?.contains("\"reason\" is missing") == true)
        let other = body(encryptTo: GatewayFixture.otherMerchant)
        #expect(try await fixture.ask(Self.register, other, as: client).status == 200)
    }
}
