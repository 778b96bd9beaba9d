import ApplePaySession
import AppleServers
import Certificates
import Foundation
import Storage
import TestSupport
import Testing
import World

@Suite("A session of the gateway")
struct SessionIssuingTests {
    @Test(arguments: [
        (SessionPath.paymentSession, GatewayFixture.body()),
        (.startSession, GatewayFixture.body()),
        (
            .startSession,
            """
            {"merchantIdentifier":"merchant.com.example.shop","domainName":"shop.example.com",\
            "displayName":"Example Shop"}
            """
        ),
        // The merchant by its digest, as samples send it that read it out of their certificate.
        (
            .paymentSession,
            GatewayFixture.body("aef7a8a88c0e2c9c0f6d5b1a86b1ef5ee6b0b8ba0d4bc7d0d9f5c2d6a6b1a0c3")
        ),
    ])
    func `is given for each body on each path`(path: SessionPath, body: String) async throws {
        let fixture = try await GatewayFixture()
        // Hashed by the shell, not by the gateway's code.
        let digest = try await Self.digest(of: GatewayFixture.merchant)
        let body = body.replacing(/[0-9a-f]{64}/, with: digest)
        let reply = try await fixture.ask(path.rawValue, body, as: fixture.client())
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.contentType == "application/json" && reply.reason == nil)
        #expect(reply.member("domainName") == "shop.example.com")
    }

    @Test func `has every field in Apple's format`() async throws {
        let fixture = try await GatewayFixture()
        let reply = try await fixture.ask(body: GatewayFixture.body(), as: fixture.client())
        let digest = try await Self.digest(of: GatewayFixture.merchant).uppercased()
        let now = fixture.clock.now.seconds * 1_000
        let form = try Regex(
            """
            \\{"epochTimestamp":\(now),"expiresAt":\(now + 3_600_000),\
            "merchantSessionIdentifier":"SSH[0-9A-F]{32}_[0-9A-F]{64}","nonce":"[0-9a-f]{8}",\
            "merchantIdentifier":"\(digest)","domainName":"shop\\.example\\.com",\
            "displayName":"Example Shop","signature":"30800609[0-9a-f]{3000,5000}",\
            "operationalAnalyticsIdentifier":"Example Shop:\(digest)","retries":0,\
            "pspId":"\(digest)"\\}
            """
        )
        #expect(reply.text.wholeMatch(of: form) != nil, "\(reply.text)")
    }

    @Test func `differs from every other in its identifier and its nonce`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client()
        var (identifiers, nonces): (Set<String>, Set<String>) = ([], [])
        for _ in 0..<20 {
            let reply = try await fixture.ask(body: GatewayFixture.body(), as: client)
            identifiers.insert(try #require(reply.member("merchantSessionIdentifier")))
            nonces.insert(try #require(reply.member("nonce")))
        }
        #expect(identifiers.count == 20 && nonces.count == 20)
        // The second part is the gateway's.
        #expect(Set(identifiers.map { $0.suffix(64) }).count == 1)
    }

    @Test func `has a signature that openssl verifies under the TEST root`() async throws {
        let fixture = try await GatewayFixture()
        let name = "Café “Żabka”"
        let body = GatewayFixture.body(name: name)
        let reply = try await fixture.ask(body: body, as: fixture.client())
        let folder = ScratchFolder()
        try fixture.authorities.root.pem.write(
            toFile: folder.path("root.pem"),
            atomically: true,
            encoding: .utf8
        )
        // The content is put together here, of the fields as a page sees them.
        let fields = try ["merchantIdentifier", "merchantSessionIdentifier", "domainName"].map {
            try #require(reply.member($0))
        }
        let nonce = try Self.bytes(#require(reply.member("nonce")))
        let content = Data((fields.joined() + name).utf8) + nonce
        try content.write(to: folder.url.appending(path: "content"))
        try Self.bytes(#require(reply.member("signature")))
            .write(to: folder.url.appending(path: "signature"))
        func verify() async throws -> Program.Answer {
            try await Program.openSSL.runAside([
                "cms", "-verify", "-inform", "DER", "-in", folder.path("signature"), "-content",
                folder.path("content"), "-binary", "-purpose", "any", "-CAfile",
                folder.path("root.pem"), "-signer", folder.path("signer.pem"), "-out", "/dev/null",
            ])
        }
        let answer = try await verify()
        #expect(answer.isSuccess, "\(answer.complaint)")
        let signer = try await Program.openSSL.runAside([
            "x509", "-in", folder.path("signer.pem"), "-noout", "-subject", "-issuer",
        ])
        #expect(signer.text.contains("CN = ecc-smp-broker-sign_UC4-TEST"))
        #expect(signer.text.contains("CN = Quince TEST Application Integration CA - G3"))
        try (content + [0]).write(to: folder.url.appending(path: "content"))
        #expect(try await !verify().isSuccess)
    }

    @Test func `is given to a client with an RSA key`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client { $0.isRSA = true }
        let reply = try await fixture.ask(body: GatewayFixture.body(), as: client)
        #expect(reply.status == 200)
    }

    @Test func `for Messages is for the domain of the URL, which is kept whole`() async throws {
        let fixture = try await GatewayFixture()
        let url = "https://shop.example.com/pay?order=1"
        let body = GatewayFixture.body(initiative: "messaging", context: url)
        let reply = try await fixture.ask(body: body, as: fixture.client())
        #expect(reply.status == 200 && reply.member("domainName") == url)
    }

    @Test func `is forgotten after an hour, so that the table does not grow`() async throws {
        let folder = ScratchFolder()
        let fixture = try await GatewayFixture(path: folder.path("sandbox.sqlite"))
        let client = try fixture.client()
        for _ in 0..<5 {
            for _ in 0..<10 { _ = try await fixture.session(client) }
            fixture.clock.advance(bySeconds: 3_601)
        }
        _ = try await fixture.session(client)
        await fixture.database.close()
        let count = try await Program(at: URL(filePath: "/usr/bin/sqlite3"))
            .runAside([folder.path("sandbox.sqlite"), "SELECT count(*) FROM merchant_session"])
        #expect(count.text == "1\n")
    }

    static func digest(of text: String) async throws -> String {
        let answer = try await Program.openSSL.runAside(["sha256", "-r"], input: Array(text.utf8))
        return String(answer.text.prefix(64))
    }

    static func bytes(_ hexadecimal: String) -> Data {
        let digits = Array(hexadecimal)
        return Data(
            stride(from: 0, to: digits.count, by: 2)
                .compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
        )
    }
}
