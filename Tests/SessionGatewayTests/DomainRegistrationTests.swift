import ApplePaySession
import AppleServers
import Certificates
import Foundation
import HTTPClient
import HTTPMessages
import SandboxServer
import Sockets
import TestSupport
import Testing
import World

@Suite("A domain of a merchant", .timeLimit(.minutes(30)))
struct DomainRegistrationTests {
    private static let name = "new.example.com"

    private func domain() throws -> DomainName { try DomainName(Self.name) }

    /// Why a domain is not registered, or nil.
    private func refusal(
        _ fixture: GatewayFixture,
        _ merchant: String = GatewayFixture.merchant
    ) async throws -> GatewayRefusal? {
        let domain = try domain()
        do throws(GatewayRefusal) {
            _ = try await fixture.gateway.register(domain, for: merchant)
            return nil
        } catch { return error }
    }

    private func cause(_ fixture: GatewayFixture) async throws -> DomainRefusal.Cause? {
        guard case .domain(let refusal) = try await refusal(fixture) else { return nil }
        #expect(refusal.domain.text == Self.name)
        return refusal.cause
    }

    @Test func `is registered when it serves the merchant's file, and then has sessions`()
        async throws
    {
        let fixture = try await GatewayFixture()
        let server = try await DomainServer()
        let client = try fixture.client()
        let body = GatewayFixture.body(context: Self.name)
        #expect(try await fixture.ask(body: body, as: client).status == 400)
        try await fixture.gateway.set(try server.place, of: domain())
        server.serve(try await fixture.gateway.associationFile(of: GatewayFixture.merchant))
        #expect(try await refusal(fixture) == nil)
        #expect(server.hosts.withLock { $0 } == [Self.name])
        #expect(try await fixture.ask(body: body, as: client).status == 200)
        let listed = try await fixture.gateway.domains(of: GatewayFixture.merchant)
        #expect(listed.map(\.name.text) == [Self.name, GatewayFixture.domain])
        #expect(listed.map { $0.verifiedAt != nil } == [true, false])
        // The same name in other letters is the same domain.
        let shouted = GatewayFixture.body(context: Self.name.uppercased())
        #expect(try await fixture.ask(body: shouted, as: client).status == 200)
        let removed = try await fixture.gateway.unregister(domain(), of: GatewayFixture.merchant)
        #expect(removed)
        #expect(try await fixture.ask(body: body, as: client).status == 400)
    }

    @Test func `may serve the file with a line end`() async throws {
        let fixture = try await GatewayFixture()
        let server = try await DomainServer()
        try await fixture.gateway.set(try server.place, of: domain())
        let file = try await fixture.gateway.associationFile(of: GatewayFixture.merchant)
        server.serve(file + Array("\r\n".utf8))
        #expect(try await refusal(fixture) == nil)
    }

    @Test func `has to serve the file with status 200, without a redirect`() async throws {
        let fixture = try await GatewayFixture()
        let server = try await DomainServer()
        try await fixture.gateway.set(try server.place, of: domain())
        let file = try await fixture.gateway.associationFile(of: GatewayFixture.merchant)
        for status: HTTPStatus in [.notFound, .seeOther, .internalServerError, .noContent] {
            server.serve(file, status)
            #expect(try await cause(fixture) == .status(status.code))
        }
        var redirect = HTTPResponse(.seeOther)
        redirect.fields[.location] = "https://new.example.com/file"
        server.answer.withLock { [redirect] in $0 = redirect }
        #expect(try await cause(fixture) == .status(303))
        #expect(server.hosts.withLock(\.count) == 5)
    }

    @Test func `has to serve its own merchant's file`() async throws {
        let fixture = try await GatewayFixture()
        let server = try await DomainServer()
        try await fixture.gateway.set(try server.place, of: domain())
        let own = try await fixture.gateway.associationFile(of: GatewayFixture.merchant)
        let other = try await fixture.gateway.associationFile(of: GatewayFixture.otherMerchant)
        server.serve(other)
        #expect(
            try await cause(fixture)
                == .fileDiffers(
                    .association(of: MerchantReference(identifier: GatewayFixture.otherMerchant))
                )
        )
        let count = own.count
        let text = SessionIssuingTests.bytes(String(decoding: own, as: UTF8.self))
        let served: [(bytes: [UInt8], said: String)] = [
            (Array("<!doctype html>".utf8), "a page of HTML or XML"), ([], "nothing;"),
            (Array("undefined".utf8), #"the text "undefined";"#), ([0x1f, 0x8b, 8], "by gzip"),
            ([0xef, 0xbb, 0xbf] + own, "behind a byte order mark"),
            (
                own + Array("<!-- cached by plugin -->".utf8.prefix(24)),
                "24 more than the merchant's file, and other ones from byte \(count) on"
            ),
            (
                own.dropLast(),
                "\(count - 1) bytes, 1 fewer than the merchant's file, and other ones from byte \(count - 1) on"
            ),
            (
                [0x22] + own + [0x22],
                "2 more than the merchant's file, and other ones from byte 0 on"
            ),
            // As others' tools show it: the JSON text in place of its hexadecimal form.
            (Array(text), "and other ones from byte 0 on"),
        ]
        for (bytes, said) in served {
            server.serve(bytes)
            let refusal = try await refusal(fixture)
            #expect(refusal?.description.contains(said) == true, "\(refusal?.description ?? "")")
        }
        server.serve(Array(repeating: 0x41, count: DomainAssociation.longest + 1))
        #expect(try await cause(fixture) == .notFetched(.responseTooLarge))
        server.serve(own)
        #expect(try await refusal(fixture, GatewayFixture.otherMerchant) != nil)
        #expect(try await refusal(fixture) == nil)
    }

    @Test func `is fetched over TLS under its own name`() async throws {
        let fixture = try await GatewayFixture()
        let server = try await DomainServer("another.example.com")
        server.serve(try await fixture.gateway.associationFile(of: GatewayFixture.merchant))
        try await fixture.gateway.set(try server.place, of: domain())
        #expect(try await cause(fixture) == .notFetched(.tlsRefused))
        // Its authority is not one of the system's.
        let right = try await DomainServer()
        right.serve(try await fixture.gateway.associationFile(of: GatewayFixture.merchant))
        try await fixture.gateway.set(.fetched(right.address, authority: nil), of: domain())
        #expect(try await cause(fixture) == .notFetched(.tlsRefused))
        await right.stop()
        try await fixture.gateway.set(try right.place, of: domain())
        #expect(try await cause(fixture) == .notFetched(.connectionFailed))
        #expect(server.hosts.withLock(\.isEmpty) && right.hosts.withLock(\.isEmpty))
    }

    @Test func `is fetched from nowhere until the operator says where it is`() async throws {
        let fixture = try await GatewayFixture()
        #expect(try await cause(fixture) == .noAddress)
    }

    @Test(arguments: [
        "169.254.169.254:80", "10.0.0.1:443", "[fe80::1]:443", "128.0.0.1:443", "127.0.0.1.:443",
        "0.0.0.0:443", "localhost:443", "metadata:80",
    ])
    func `is fetched from addresses of this machine only`(text: String) async throws {
        let fixture = try await GatewayFixture()
        let address = try #require(SocketAddress(text))
        let domain = try domain()
        await #expect(
            throws: GatewayRefusal.domain(
                DomainRefusal(domain, .addressNotAllowed(address))
            )
        ) {
            try await fixture.gateway.set(.fetched(address, authority: nil), of: domain)
        }
        #expect(try await cause(fixture) == .noAddress)
    }

    @Test func `belongs to a merchant that is registered`() async throws {
        let fixture = try await GatewayFixture()
        #expect(try await refusal(fixture, "merchant.com.nobody") == .merchantNotRegistered)
        let failure = await #expect(throws: GatewayRefusal.self) {
            try await fixture.gateway.associationFile(of: "merchant.com.nobody")
        }
        #expect(failure == .merchantNotRegistered)
    }

    @Test func `is one of at most 99`() async throws {
        let fixture = try await GatewayFixture()
        for number in 2...100 {
            let domain = try DomainName("d\(number).example.com")
            try await fixture.gateway.set(.notFetched, of: domain)
            do {
                _ = try await fixture.gateway.register(domain, for: GatewayFixture.merchant)
                #expect(number < 100)
            } catch {
                #expect(number == 100 && error == .tooManyDomains(limit: 99))
            }
        }
        #expect(try await fixture.gateway.domains(of: GatewayFixture.merchant).count == 99)
    }

    @Test func `serves a file that openssl verifies, and that stays the same`() async throws {
        let folder = ScratchFolder()
        let path = folder.path("sandbox.sqlite")
        var fixture = try await GatewayFixture(path: path)
        let file = try await fixture.gateway.associationFile(of: GatewayFixture.merchant)
        fixture.clock.advance(bySeconds: 1_000)
        fixture = try await fixture.reopened(path)
        #expect(try await fixture.gateway.associationFile(of: GatewayFixture.merchant) == file)
        let json = SessionIssuingTests.bytes(String(decoding: file, as: UTF8.self))
        let object = try #require(
            JSONSerialization.jsonObject(with: json) as? [String: Any]
        )
        #expect(Set(object.keys) == ["pspId", "version", "createdOn", "signature"])
        let (merchant, time) = (
            try #require(object["pspId"] as? String), try #require(object["createdOn"] as? Int)
        )
        #expect(
            try await SessionIssuingTests.digest(of: GatewayFixture.merchant)
                == merchant.lowercased()
        )
        let signature = SessionIssuingTests.bytes(try #require(object["signature"] as? String))
        try signature.write(to: folder.url.appending(path: "signature"))
        try Data("\(merchant)\(time)1".utf8).write(to: folder.url.appending(path: "content"))
        try fixture.authorities.root.pem.write(
            toFile: folder.path("root.pem"),
            atomically: true,
            encoding: .utf8
        )
        let answer = try await Program.openSSL.runAside([
            "cms", "-verify", "-inform", "DER", "-in", folder.path("signature"), "-content",
            folder.path("content"), "-binary", "-purpose", "any", "-CAfile",
            folder.path("root.pem"), "-out", "/dev/null",
        ])
        #expect(answer.isSuccess, "\(answer.complaint)")
    }
}
