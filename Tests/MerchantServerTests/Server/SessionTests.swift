import Bytes
import Certificates
import Foundation
import HTTPMessages
import HTTPServer
import MerchantServer
import Sockets
import TestSupport
import Testing
import World

@Suite("Sessions and the hosts that are asked for them")
struct SessionTests {
    /// A listener that counts who connects.
    private final class Watched: Sendable {
        let listener: TCPListener
        let count = AwaitableValue(0)
        private let task: Task<Void, Never>

        init() throws {
            let listener = try TCPListener()
            let count = count
            task = Task {
                while let stream = try? await listener.accept() {
                    stream.close()
                    count.change { $0 += 1 }
                }
            }
            self.listener = listener
        }

        var port: UInt16 { listener.address.port }

        /// How many connected before this call, which connects once itself to prove that it is counted.
        func connections() async throws -> Int {
            let before = count.read { $0 }
            let stream = try await TCPDialer().connect(to: listener.address, within: .seconds(120))
            defer { stream.close() }
            await count.wait { $0 > before }
            return count.read { $0 } - 1
        }
    }

    /// Spellings of a host that is not the gateway's; `PORT` stands for the port of a listener.
    private static let hostile = [
        "https://127.0.0.1:PORT/paymentservices/paymentSession",
        "https://127.1:PORT/paymentservices/paymentSession",
        "https://2130706433:PORT/paymentservices/paymentSession",
        "https://0x7f000001:PORT/paymentservices/paymentSession",
        "https://0177.0.0.1:PORT/paymentservices/paymentSession",
        "https://0x7f.0.0.1:PORT/paymentservices/paymentSession",
        "https://127.0.0.1.:PORT/paymentservices/paymentSession",
        "https://0:PORT/paymentservices/paymentSession",
        "https://0.0.0.0:PORT/paymentservices/paymentSession",
        "https://[::1]:PORT/paymentservices/paymentSession",
        "https://[::ffff:127.0.0.1]:PORT/paymentservices/paymentSession",
        "https://[::ffff:7f00:1]:PORT/paymentservices/paymentSession",
        "https://[0:0:0:0:0:0:0:1]:PORT/paymentservices/paymentSession",
        "https://localhost:PORT/paymentservices/paymentSession",
        "https://localhost.:PORT/paymentservices/paymentSession",
        "https://①②⑦.⓪.⓪.①:PORT/paymentservices/paymentSession",
        "https://127。0。0。1:PORT/paymentservices/paymentSession",
        "https://127.0.0.1.nip.io:PORT/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com@127.0.0.1:PORT/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com:443@127.0.0.1:PORT/paymentservices/paymentSession",
        "https://user:password@apple-pay-gateway.apple.com/paymentservices/paymentSession",
        "https://127.0.0.1:PORT#@apple-pay-gateway.apple.com/paymentservices/paymentSession",
        "https://127.0.0.1:PORT?@apple-pay-gateway.apple.com/paymentservices/paymentSession",
        "https://127.0.0.1:PORT\\@apple-pay-gateway.apple.com/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com\\@127.0.0.1:PORT/paymentservices/paymentSession",
        "https://127.0.0.1:PORT/https://apple-pay-gateway.apple.com/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com%2f@127.0.0.1:PORT/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com%00.example/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com:PORT/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com:0443/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com./paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com.localhost:PORT/paymentservices/paymentSession",
        "https://xapple-pay-gateway.apple.com/paymentservices/paymentSession",
        "https://evil.apple.com/paymentservices/paymentSession",
        "https://apple.com/paymentservices/paymentSession",
        "https://apple-pay-gateway-pr-pod6.apple.com/paymentservices/paymentSession",
        "https://аpple-pay-gateway.apple.com/paymentservices/paymentSession",
        "https://xn--pple-pay-gateway-ojk.apple.com/paymentservices/paymentSession",
        "https://apple-pay-gateway.apple.com/paymentservices/paymentSession?to=127.0.0.1",
        "https://apple-pay-gateway.apple.com/paymentservices/paymentSession#a",
        "https://apple-pay-gateway.apple.com/paymentservices/registerMerchant",
        "https://apple-pay-gateway.apple.com/paymentservices/../x/paymentSession",
        "https://apple-pay-gateway.apple.com//paymentservices/paymentSession",
        "http://apple-pay-gateway.apple.com/paymentservices/paymentSession",
        "http://127.0.0.1:PORT/paymentservices/paymentSession",
        "//127.0.0.1:PORT/paymentservices/paymentSession",
        "https:127.0.0.1:PORT/paymentservices/paymentSession",
        " https://127.0.0.1:PORT/paymentservices/paymentSession",
        "https://127.0.0.1:PORT\\r\\nHost: apple-pay-gateway.apple.com",
        "gopher://127.0.0.1:PORT/_GET", "ftp://127.0.0.1:PORT/a", "file:///etc/passwd",
        "dict://127.0.0.1:PORT/a", "jar:https://127.0.0.1:PORT!/",
    ]

    @Test(arguments: [true, false])
    func `connect to no host outside of the list, however it is written`(
        _ hasTestGateway: Bool
    ) async throws {
        let watched = try Watched()
        let gateway =
            #","testGateway":{"address":"127.0.0.1:1","authority":"authority.pem"}"#
        let fixture = try await ServerFixture(.sqlite, hasTestGateway ? gateway : "")
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        for url in Self.hostile {
            let text = url.replacing("PORT", with: "\(watched.port)").replacing(
                "\\@",
                with: "\\\\@"
            )
            let answer = try await fixture.send(
                .post,
                "/apple-pay/session",
                key: key,
                body: #"{"domain":"shop.example","validationURL":"\#(text)"}"#
            )
            #expect(answer.code == "validationURLNotAllowed", "\(text): \(answer.text)")
        }
        #expect(try await watched.connections() == 0)
        await fixture.stop()
    }

    /// A server that stands for a gateway.
    static func gateway(
        _ folder: ScratchFolder,
        _ count: AwaitableValue<Int>,
        answering response: HTTPResponse,
        after isOpen: AwaitableValue<Bool> = AwaitableValue(true)
    ) throws -> HTTPServer {
        let pem = try String(contentsOfFile: folder.path("gateway.pem"), encoding: .utf8)
        let key = try Data(contentsOf: URL(filePath: folder.path("gateway.key")))
        var configuration = HTTPServerConfiguration()
        configuration.tls = TLSServerIdentity(
            chain: [try Certificate(pem: pem).der],
            privateKey: Secret(copying: [UInt8](key)),
            clientCertificates: .unverified
        )
        return try HTTPServer(configuration, world: .system) { request in
            count.change { $0 += request.client.certificates.isEmpty ? 1_000 : 1 }
            await isOpen.wait { $0 }
            return .complete(response)
        }
    }

    /// Asks for a session where a gateway answers.
    private func ask(
        _ response: HTTPResponse,
        trusting authority: String = "authority.pem",
        at url: String? = nil
    ) async throws -> (answer: HTTPResponse, asked: Int) {
        let count = AwaitableValue(0)
        let server = LockedValue<HTTPServer?>(nil)
        let folder = ScratchFolder()
        // The gateway's port has to be known before the configuration is read.
        try await ServerFixture.makeKeys(in: folder)
        let started = try Self.gateway(folder, count, answering: response)
        server.withLock { $0 = started }
        let member = #"{"address":"\#(started.address)","authority":"\#(folder.path(authority))"}"#
        let fixture = try await ServerFixture(.sqlite, #","testGateway":\#(member)"#)
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        let given = url.map { #","validationURL":"\#($0)""# } ?? ""
        let answer = try await fixture.send(
            .post,
            "/apple-pay/session",
            key: key,
            body: #"{"domain":"shop.example"\#(given)}"#
        )
        await fixture.stop()
        await started.stop()
        return (answer, count.read { $0 })
    }

    static let session = HTTPResponse(
        .ok,
        type: "application/json",
        text: #"{"merchantSessionIdentifier":"SSH1"}"#
    )

    @Test func `pass a session on as it came, and show the certificate once`() async throws {
        let (answer, asked) = try await ask(Self.session)
        #expect(answer.status == .ok && answer.text == #"{"merchantSessionIdentifier":"SSH1"}"#)
        #expect(asked == 1)
    }

    @Test func `are asked for at Apple's hosts where the page names them`() async throws {
        let url = "https://apple-pay-gateway.apple.com/paymentservices/startSession"
        let (answer, asked) = try await ask(Self.session, at: url)
        #expect(answer.status == .ok && asked == 1)
    }

    @Test func `follow no redirect`() async throws {
        let watched = try Watched()
        var redirect = HTTPResponse(.seeOther)
        redirect.fields[.location] = HTTPFieldValue("https://127.0.0.1:\(watched.port)/")
        let (answer, asked) = try await ask(redirect)
        #expect(answer.status == .badGateway && answer.code == "gatewayRefused" && asked == 1)
        #expect(try await watched.connections() == 0)
    }

    @Test func `send nothing where a name of Apple's leads to a server with another authority`()
        async throws
    {
        let url = "https://apple-pay-gateway.apple.com/paymentservices/paymentSession"
        let (answer, asked) = try await ask(Self.session, trusting: "identity.pem", at: url)
        #expect(answer.code == "gatewayUnreachable" && asked == 0)
        #expect(answer.text.contains("TLS was refused; nothing was sent"))
    }

    @Test(arguments: ["<html>", "[]", "{}", #"{"merchantSessionIdentifier":1}"#])
    func `are not what else a gateway answers`(_ text: String) async throws {
        let response = HTTPResponse(.ok, type: "application/json", text: text)
        #expect(try await ask(response).answer.code == "gatewayAnswerMalformed")
    }

    @Test func `are only for the shop's domains`() async throws {
        let fixture = try await ServerFixture()
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        for domain in ["evil.example", "shop.example.", "sub.shop.example", "https://shop.example"]
        {
            let answer = try await fixture.send(
                .post,
                "/apple-pay/session",
                key: key,
                body: #"{"domain":"\#(domain)"}"#
            )
            #expect(answer.code == "domainNotAllowed", "\(domain)")
        }
        await fixture.stop()
    }

    @Test func `are given to pages of the shop's origins without a key`() async throws {
        let fixture = try await ServerFixture()
        func ask(_ origin: HTTPFieldValue, _ domain: String) async throws -> HTTPResponse {
            try await fixture.send(
                .post,
                "/apple-pay/session",
                ["Origin": origin],
                body: #"{"domain":"\#(domain)","validationURL":"https://a.example/"}"#
            )
        }
        let own = try await ask("https://shop.example", "shop.example")
        #expect(own.code == "validationURLNotAllowed")
        #expect(own.fields["Access-Control-Allow-Origin"]?.text == "https://shop.example")
        #expect(own.fields["Vary"]?.text == "Origin")
        for origin: HTTPFieldValue in [
            "https://evil.example", "http://shop.example", "https://shop.example:8443", "null",
            "https://shop.example.evil.example",
        ] {
            let other = try await ask(origin, "shop.example")
            #expect(other.status == .unauthorized, "\(origin)")
            #expect(other.fields["Access-Control-Allow-Origin"] == nil)
        }
        await fixture.stop()
    }

    /// Behind a proxy all pages come from one address.
    @Test func `are limited for the pages of each domain`() async throws {
        let fixture = try await ServerFixture(.sqlite, #","limits":{"requestsPerMinutePerKey":2}"#)
        let body = #"{"domain":"shop.example","validationURL":"https://a.example/"}"#
        for code in ["validationURLNotAllowed", "validationURLNotAllowed", "tooManyRequests"] {
            let answer = try await fixture.send(
                .post,
                "/apple-pay/session",
                ["Origin": "https://shop.example"],
                body: body
            )
            #expect(answer.code == code)
        }
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        let shop = try await fixture.send(.post, "/apple-pay/session", key: key, body: body)
        #expect(shop.code == "validationURLNotAllowed")
        await fixture.stop()
    }

    @Test func `are for a page's own domain only, and for a key's every one`() async throws {
        let fixture = try await ServerFixture()
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        let body = #"{"domain":"other.example","validationURL":"https://a.example/"}"#
        let path = "/apple-pay/session"
        let page = try await fixture.send(
            .post,
            path,
            ["Origin": "https://shop.example"],
            body: body
        )
        #expect(page.status == .unprocessableContent && page.code == "domainNotAllowed")
        let shop = try await fixture.send(.post, path, key: key, body: body)
        #expect(shop.code == "validationURLNotAllowed")
        await fixture.stop()
    }

    @Test func `are announced to browsers that ask first`() async throws {
        let fixture = try await ServerFixture()
        func ask(_ path: String, _ origin: HTTPFieldValue) async throws -> HTTPResponse {
            try await fixture.send(
                .options,
                path,
                ["Origin": origin, "Access-Control-Request-Method": "POST"]
            )
        }
        let answer = try await ask("/apple-pay/session", "https://shop.example")
        #expect(answer.status == .noContent)
        #expect(answer.fields["Access-Control-Allow-Methods"]?.text == "POST")
        #expect(answer.fields["Access-Control-Allow-Origin"]?.text == "https://shop.example")
        #expect(try await ask("/apple-pay/session", "https://a.example").status == .unauthorized)
        #expect(try await ask("/payments", "https://shop.example").status == .unauthorized)
        await fixture.stop()
    }

    @Test func `need a domain's file, which is public`() async throws {
        let fixture = try await ServerFixture(.sqlite, #","domainAssociation":"association""#) {
            try Data("7B22".utf8).write(to: $0.url.appending(path: "association"))
        }
        let path = "/.well-known/apple-developer-merchantid-domain-association"
        let answer = try await fixture.send(.get, path)
        #expect(answer.status == .ok && answer.text == "7B22")
        await fixture.stop()
    }
}
