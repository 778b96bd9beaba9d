import ApplePaySession
import Certificates
import HTTPMessages
import HTTPServer
import SandboxServer
import Sockets
import TestSupport
import Testing
import World

@Suite("The gateway refuses")
struct GatewayRefusalTests {
    private func expect(
        _ reply: GatewayReply,
        _ status: Int,
        _ message: String,
        _ reason: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(reply.status == status, "\(reply.text)", sourceLocation: location)
        #expect(reply.member("statusCode") == "\(status)", sourceLocation: location)
        #expect(reply.member("statusMessage") == message, sourceLocation: location)
        #expect(
            reply.reason?.contains(reason) == true,
            "\(reply.reason ?? "no reason")",
            sourceLocation: location
        )
    }

    private let unauthorized = "Payment Services Exception Unauthorized"

    @Test func `a client without a certificate`() async throws {
        let fixture = try await GatewayFixture()
        let reply = try await fixture.ask(as: nil)
        expect(reply, 401, unauthorized, "showed no certificate")
    }

    @Test func `a certificate of another root`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client { $0.isOfAnotherRoot = true }
        // The other sandbox's intermediate has the same name, so its signature decides.
        expect(try await fixture.ask(as: client), 401, unauthorized, "did not sign its leaf")
    }

    @Test func `a certificate of another authority`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client { $0.isOfApplicationIntegration = true }
        let reply = try await fixture.ask(as: client)
        expect(reply, 401, unauthorized, "Application Integration CA - G3\", which is not")
    }

    @Test func `a certificate that is over, or that is not valid yet`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client { $0.days = 30 }
        fixture.clock.advance(bySeconds: 29 * 86_400)
        #expect(try await fixture.ask(as: client).status == 200)
        fixture.clock.advance(bySeconds: 1)
        expect(try await fixture.ask(as: client), 401, unauthorized, "was valid until")
        fixture.clock.advance(bySeconds: -31 * 86_400)
        expect(try await fixture.ask(as: client), 401, unauthorized, "is not valid before")
    }

    @Test func `a certificate that was revoked, or that was never issued`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client()
        fixture.directory.revoke(client.certificate)
        expect(try await fixture.ask(as: client), 401, unauthorized, "was revoked")
        fixture.directory.forget(client.certificate)
        expect(try await fixture.ask(as: client), 401, unauthorized, "did not issue")
    }

    @Test func `the certificate for payment processing`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client { $0.keyUsage = [.keyEncipherment, .keyAgreement] }
        let reply = try await fixture.ask(as: client)
        expect(reply, 401, unauthorized, "is the one for payment processing")
    }

    @Test func `a certificate that names two merchants, or none`() async throws {
        let fixture = try await GatewayFixture()
        let two = try fixture.client { $0.digestOf = GatewayFixture.otherMerchant }
        expect(try await fixture.ask(as: two), 401, unauthorized, "names two merchants")
        let none = try fixture.client { $0.hasExtension = false }
        expect(try await fixture.ask(as: none), 401, unauthorized, "names no merchant")
    }

    @Test func `what is no certificate`() async throws {
        let fixture = try await GatewayFixture()
        let certificates: [[UInt8]] = [[0x30, 0]]
        let failure = await #expect(throws: (any Error).self) {
            try await fixture.identity(of: certificates)
        }
        #expect("\(try #require(failure))".contains("cannot be read"))
    }

    @Test func `the certificate of another merchant`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client(GatewayFixture.otherMerchant)
        let own = try await SessionIssuingTests.digest(of: GatewayFixture.otherMerchant)
            .uppercased()
        let asked = try await SessionIssuingTests.digest(of: GatewayFixture.merchant).uppercased()
        expect(
            try await fixture.ask(as: client),
            400,
            "Payment Services Exception merchantId=\(own) unauthorized to process transactions on"
                + " behalf of merchantId=\(asked) reason=\(asked) never authorized mass enablement"
                + " transactions to occur via \(own)",
            "belongs to another merchant"
        )
    }

    @Test func `a merchant that is not registered`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client()
        let own = try await SessionIssuingTests.digest(of: GatewayFixture.merchant).uppercased()
        let asked = try await SessionIssuingTests.digest(of: "merchant.com.nobody").uppercased()
        expect(
            try await fixture.ask(body: GatewayFixture.body("merchant.com.nobody"), as: client),
            417,
            "Payment Services Exception merchantId=\(own) unauthorized to process transactions on"
                + " behalf of merchantId=\(asked) reason=\(asked) is not a registered merchant in"
                + " WWDR and isn't properly authorized via Mass Enablement, either.",
            "is not registered"
        )
        fixture.directory.remove(GatewayFixture.merchant)
        let reply = try await fixture.ask(as: client)
        #expect(reply.status == 417 && reply.reason?.contains("of the client's") == true)
    }

    @Test(arguments: ["other.example.com", "example.com", "www.shop.example.com"])
    func `a domain that is not registered`(domain: String) async throws {
        let fixture = try await GatewayFixture()
        let own = try await SessionIssuingTests.digest(of: GatewayFixture.merchant).uppercased()
        let body = GatewayFixture.body(context: domain)
        expect(
            try await fixture.ask(body: body, as: fixture.client()),
            400,
            "Payment Services Exception merchantId=\(own) not registered for domain=\(domain)",
            "\(domain) is not registered"
        )
    }

    @Test func `a domain of another merchant`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client(GatewayFixture.otherMerchant)
        let body = GatewayFixture.body(GatewayFixture.otherMerchant)
        let reply = try await fixture.ask(body: body, as: client)
        #expect(reply.status == 400 && reply.text.contains("not registered for domain="))
    }

    @Test(arguments: [
        ("", "it is empty"), ("{", "breaks off"), ("[]", "not a JSON object"),
        (#"{"merchantIdentifier":"m"}"#, "\"displayName\" is missing"),
        (GatewayFixture.body("", name: "x"), "\"merchantIdentifier\" is empty"),
        (GatewayFixture.body(name: String(repeating: "é", count: 33)), "longer than 64 bytes"),
        (GatewayFixture.body(initiative: "app"), "initiative is not"),
        (GatewayFixture.body(context: "https://shop.example.com"), "it has a scheme"),
        (GatewayFixture.body(context: "localhost"), "localhost cannot be registered"),
        (GatewayFixture.body(context: "127.0.0.1"), "is an IP address"),
        (GatewayFixture.body(initiative: "messaging"), "not an https URL"),
        (
            #"{"merchantIdentifier":"m","displayName":"d","domainName":"shop.example.com"}"#,
            "\"initiative\" is missing"
        ),
    ])
    func `a body that is not a request for a session`(body: String, reason: String) async throws {
        let fixture = try await GatewayFixture()
        let reply = try await fixture.ask(body: body, as: fixture.client())
        expect(reply, 400, "invalid or Malformed Json Received", reason)
    }

    @Test func `every request without a certificate alike, whatever it names`() async throws {
        let fixture = try await GatewayFixture()
        var texts: Set<String> = []
        for body in [GatewayFixture.body(), GatewayFixture.body("merchant.com.nobody"), "{"] {
            let reply = try await fixture.ask(body: body, as: nil)
            texts.insert("\(reply.status) \(reply.text) \(reply.reason ?? "")")
        }
        #expect(texts.count == 1)
    }

    @Test func `and its log says why, without the request`() async throws {
        let fixture = try await GatewayFixture()
        let body = GatewayFixture.body(name: "SECRET NAME", context: "other.example.com")
        _ = try await fixture.ask(body: body, as: fixture.client())
        _ = try await fixture.ask(as: nil)
        let log = fixture.answers.withLock { $0.map(\.description) }
        #expect(log.count == 2)
        #expect(log[0].contains("400 merchant ") && log[0].contains("other.example.com is not"))
        #expect(log[1].contains("401: the client showed no certificate"))
        #expect(!log.joined().contains("SECRET"))
    }

    @Test func `another method and another path`() async throws {
        let fixture = try await GatewayFixture()
        let path = SessionPath.paymentSession.rawValue
        let get = try await fixture.ask(path, as: fixture.client(), method: .get)
        #expect(get.status == 405)
        #expect(try await fixture.ask("/paymentservices/other", as: nil).status == 404)
    }
}

extension GatewayFixture {
    /// Asks with certificates that are none of a ``TestClient``.
    func identity(of certificates: [[UInt8]]) async throws {
        let request = HTTPServerRequest(
            try HTTPRequestHead(testing: .post, SessionPath.paymentSession.rawValue),
            client: HTTPClientConnection(address: .loopback(), certificates: certificates)
        )
        guard let response = await gateway.handler(request).whole else { return }
        throw RefusedReply(reason: GatewayReply(response).reason ?? "")
    }

    struct RefusedReply: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }
}
