import ApplePaySession
import Bytes
import Foundation
import SandboxServer
import Storage
import TestSupport
import Testing
import World

@Suite("A device that uses a session")
struct RedemptionTests {
    @Test func `accepts it once`() async throws {
        let fixture = try await GatewayFixture()
        let session = try await fixture.session(try fixture.client())
        let accepted = try await fixture.gateway.redeem(
            Array(session.utf8),
            onPageAt: "SHOP.example.com"
        )
        #expect(accepted.displayName == "Example Shop" && accepted.domain == GatewayFixture.domain)
        #expect(accepted.merchant == MerchantReference(identifier: GatewayFixture.merchant))
        #expect(accepted.recipient == GatewayFixture.merchant)
        fixture.clock.advance(bySeconds: 1)
        guard case .used = await fixture.refusal(of: session) else {
            Issue.record("it was accepted twice")
            return
        }
    }

    @Test func `accepts an earlier one after others were made`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client()
        let first = try await fixture.session(client)
        fixture.clock.advance(bySeconds: 60)
        let second = try await fixture.session(client)
        #expect(await fixture.refusal(of: first) == nil)
        #expect(await fixture.refusal(of: second) == nil)
    }

    @Test func `accepts one of two uses at the same time`() async throws {
        let folder = ScratchFolder()
        let fixture = try await GatewayFixture(path: folder.path("sandbox.sqlite"))
        let client = try fixture.client()
        for _ in 0..<20 {
            let session = try await fixture.session(client)
            let refusals = await withTaskGroup(of: SessionRefusal?.self) { group in
                for _ in 0..<8 { group.addTask { await fixture.refusal(of: session) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(refusals.count { $0 == nil } == 1)
            let used = refusals.count { if case .used = $0 { true } else { false } }
            #expect(used == 7)
        }
    }

    @Test func `accepts one of two uses in two programs with the same records`() async throws {
        let folder = ScratchFolder()
        let path = folder.path("sandbox.sqlite")
        let fixture = try await GatewayFixture(path: path)
        let other = try await fixture.beside(path)
        let client = try fixture.client()
        for _ in 0..<20 {
            let session = try await fixture.session(client)
            async let first = fixture.refusal(of: session)
            async let second = other.refusal(of: session)
            let refusals = await [first, second].compactMap { $0?.code }
            #expect(refusals == ["sessionUsed"])
        }
    }

    @Test func `is told that the records failed`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client()
        let session = try await fixture.session(client)
        await fixture.database.close()
        #expect(await fixture.refusal(of: session)?.code == "storage")
        let reply = try await fixture.ask(body: GatewayFixture.body(), as: client)
        #expect(reply.status == 500)
        #expect(reply.member("statusMessage") == "Internal Server Error")
        #expect(reply.reason?.contains("records failed") == true)
    }

    @Test func `accepts it for five minutes`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client()
        let (first, second) = (try await fixture.session(client), try await fixture.session(client))
        fixture.clock.advance(bySeconds: 300)
        #expect(await fixture.refusal(of: first) == nil)
        fixture.clock.advance(bySeconds: 1)
        guard case .expired = await fixture.refusal(of: second) else {
            Issue.record("it was accepted after five minutes")
            return
        }
        // Long after its row was removed it is still told that it is over.
        fixture.clock.advance(bySeconds: 100_000)
        _ = try await fixture.session(client)
        #expect(await fixture.refusal(of: second)?.code == "sessionExpired")
    }

    @Test func `refuses it where the clock was put back`() async throws {
        let fixture = try await GatewayFixture()
        let session = try await fixture.session(try fixture.client())
        fixture.clock.advance(bySeconds: -1)
        #expect(await fixture.refusal(of: session)?.code == "sessionFromTheFuture")
    }

    @Test(arguments: [
        ("other.example.com", "sessionForAnotherDomain"), ("localhost", "pageOnLocalhost"),
        ("127.0.0.1", "pageWithoutDomain"), ("https://shop.example.com", "pageWithoutDomain"),
    ])
    func `refuses it on another page and does not use it up`(
        page: String,
        code: String
    ) async throws {
        let fixture = try await GatewayFixture()
        let session = try await fixture.session(try fixture.client())
        #expect(await fixture.refusal(of: session, onPageAt: page)?.code == code)
        #expect(await fixture.refusal(of: session) == nil)
    }

    @Test(arguments: [
        (
            "\"displayName\":\"Example Shop\"", "\"displayName\":\"Example Shot\"",
            "sessionSignature"
        ),
        ("\"domainName\":\"shop", "\"domainName\":\"shot", "sessionSignature"),
        ("\"nonce\":\"[0-9a-f]{8}", "\"nonce\":\"00000000", "sessionSignature"),
        ("SSH[0-9A-F]{32}", "SSH" + String(repeating: "0", count: 32), "sessionSignature"),
        (
            "\"merchantIdentifier\":\"[0-9A-F]{64}",
            "\"merchantIdentifier\":\"" + String(repeating: "0", count: 64), "sessionSignature"
        ),
        ("\"nonce\":\"[0-9a-f]{8}\",", "", "sessionMalformed"),
        ("\"signature\":\"30", "\"signature\":\"31", "sessionSignature"),
        ("\"retries\":0", "\"retries\":\"0\"", "sessionMalformed"),
        ("^.*$", "[]", "sessionMalformed"), ("^.*$", "", "sessionMalformed"),
    ])
    func `refuses a changed one`(part: String, other: String, code: String) async throws {
        let fixture = try await GatewayFixture()
        let session = try await fixture.session(try fixture.client())
        let changed = session.replacing(try Regex(part), with: other)
        #expect(changed != session)
        let page = changed.contains("shot.example.com") ? "shot.example.com" : GatewayFixture.domain
        #expect(await fixture.refusal(of: changed, onPageAt: page)?.code == code)
        #expect(await fixture.refusal(of: session) == nil)
    }

    @Test func `refuses one whose time was changed, which the signature does not cover`()
        async throws
    {
        let fixture = try await GatewayFixture()
        let session = try await fixture.session(try fixture.client())
        let now = fixture.clock.now.seconds * 1_000
        let changed = session.replacing("\(now)", with: "\(now + 60_000)")
            .replacing("\(now + 3_600_000)", with: "\(now + 3_660_000)")
        #expect(await fixture.refusal(of: changed)?.code == "sessionChanged")
    }

    @Test func `refuses its JSON text in a string, and the gateway's refusal`() async throws {
        let fixture = try await GatewayFixture()
        let session = try await fixture.session(try fixture.client())
        let data = try JSONSerialization.data(
            withJSONObject: session,
            options: .fragmentsAllowed
        )
        let refusal = await fixture.refusal(of: String(decoding: data, as: UTF8.self))
        #expect(refusal?.code == "sessionIsString")
        #expect(refusal?.description.contains("JSON.parse") == true)
        let reply = try await fixture.ask(as: nil)
        #expect(await fixture.refusal(of: reply.text) == .malformed(.refusal))
    }

    @Test func `refuses a session of another sandbox`() async throws {
        let (fixture, other) = (try await GatewayFixture(), try await GatewayFixture())
        let session = try await other.session(try other.client())
        #expect(await fixture.refusal(of: session)?.code == "sessionSignature")
    }

    @Test func `refuses a session whose row is gone`() async throws {
        let fixture = try await GatewayFixture()
        let session = try await fixture.session(try fixture.client())
        try await fixture.database.write { transaction throws(StorageFailure) in
            _ = try transaction.execute("DELETE FROM merchant_session")
        }
        #expect(await fixture.refusal(of: session) == .unknown)
    }

    @Test func `refuses a session of a certificate that was revoked since`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client()
        let session = try await fixture.session(client)
        fixture.directory.revoke(client.certificate)
        #expect(await fixture.refusal(of: session) == .certificateRevoked)
    }

    @Test func `accepts it after a restart, once`() async throws {
        let folder = ScratchFolder()
        let path = folder.path("sandbox.sqlite")
        let fixture = try await GatewayFixture(path: path)
        let session = try await fixture.session(try fixture.client())
        let again = try await fixture.reopened(path)
        #expect(await again.refusal(of: session) == nil)
        let third = try await fixture.reopened(path)
        #expect(await third.refusal(of: session)?.code == "sessionUsed")
    }

    @Test func `refuses text of every kind without an accident`() async throws {
        let fixture = try await GatewayFixture()
        let client = try fixture.client()
        var session = Array(try await fixture.session(client).utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var changed = session
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: changed.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: changed[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: changed.remove(at: place)
                default: changed.insert(UInt8(ascii: "0"), at: place)
                }
            }
            // What is not UTF-8 becomes a replacement character, which a name may have.
            let text = String(decoding: changed, as: UTF8.self)
            let refusal = await fixture.refusal(of: text)
            guard refusal == nil else { continue }
            // Only what the signature does not cover may differ unseen: statistics and certificates.
            let (parsed, original) = (
                try MerchantSession(Array(text.utf8)), try MerchantSession(session)
            )
            #expect(parsed.signedContent == original.signedContent)
            #expect(parsed.epochTimestamp == original.epochTimestamp)
            session = Array(try await fixture.session(client).utf8)
        }
    }
}
