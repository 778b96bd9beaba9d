import AppleServers
import Bytes
import Certificates
import Foundation
import HTTPClient
import HTTPMessages
import JSON
import SandboxServer
import Sockets
import TestSupport
import Testing
import World

/// `/merchants/{identifier}/domains` and `/sessions/redeem`, over HTTP.
@Suite("The sandbox's API about sessions", .timeLimit(.minutes(30)))
struct GatewayRoutesTests {
    private static let merchant = "merchant.com.example.shop"

    /// A sandbox with a merchant, and a caller of its API.
    private final class Caller: Sendable {
        let sandbox: SandboxServer
        let folder: SandboxFolder
        private let scratch = ScratchFolder()
        private let client: HTTPClient

        init() async throws {
            folder = try await SandboxFolder(scratch.url.path, world: .system)
            sandbox = try SandboxServer(folder)
            client = try HTTPClient()
            _ = try await call(
                .post,
                "/merchants",
                #"{"identifier":"\#(GatewayRoutesTests.merchant)","description":"Shop"}"#
            )
        }

        func call(
            _ method: HTTPMethod,
            _ path: String,
            _ body: String = "",
            token: String? = nil
        ) async throws -> (status: Int, text: String) {
            var fields = HTTPFields()
            fields[.authorization] = HTTPFieldValue("Bearer \(token ?? sandbox.token)")
            fields[.contentType] = "application/json"
            var request = HTTPClientRequest(
                method,
                "http://\(sandbox.addresses.api)\(path)",
                fields: fields,
                body: Array(body.utf8)
            )
            // Tests that run beside these may occupy every thread on which handlers run.
            request.timeLimit = .seconds(240)
            let response = try await client.send(request)
            return (response.status.code, String(decoding: response.body, as: UTF8.self))
        }

        /// The status, and the code of the problem.
        func problem(
            _ method: HTTPMethod,
            _ path: String,
            _ body: String = ""
        ) async throws -> String {
            let (status, text) = try await call(method, path, body)
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return "\(status) \(object?["code"] ?? "-")"
        }
    }

    private static let domains = "/merchants/\(merchant)/domains"

    private static func json(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    @Test func `registers a domain whose server has the file, lists it and removes it`()
        async throws
    {
        let caller = try await Caller()
        let server = try await DomainServer()
        let (_, text) = try await caller.call(
            .get,
            "/merchants/\(Self.merchant)/domain-association"
        )
        let given = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
        )
        #expect(given["path"] == "/.well-known/apple-developer-merchantid-domain-association")
        let body = try Self.json([
            "domain": "New.example.com", "address": "\(server.address)",
            "certificateAuthority": server.authority.pem,
        ])
        #expect(try await caller.problem(.post, Self.domains, body) == "422 fileStatus")
        server.serve(Array(try #require(given["content"]).utf8))
        let made = try await caller.call(.post, Self.domains, body)
        #expect(made.status == 201 && made.text.contains("\"domain\":\"new.example.com\""))
        #expect(made.text.contains("\"verifiedAt\":\"20"))
        let listed = try await caller.call(.get, Self.domains)
        #expect(listed.status == 200 && listed.text.hasPrefix("{\"domains\":[{\"domain\":\"new."))
        let one = "\(Self.domains)/new.example.com"
        #expect(try await caller.call(.delete, one).status == 204)
        #expect(try await caller.problem(.delete, one) == "404 domainUnknown")
        #expect(try await caller.call(.get, Self.domains).text == "{\"domains\":[]}")
    }

    @Test(arguments: [
        (#"{"domain":"localhost"}"#, "422 domainInvalid"),
        (#"{"domain":"shop.example.com"}"#, "422 domainWithoutAddress"),
        (#"{"domain":"shop.example.com","address":"shop"}"#, "422 addressInvalid"),
        (#"{"domain":"shop.example.com","address":"10.0.0.1:443"}"#, "422 addressNotAllowed"),
        (#"{"domain":"shop.example.com","address":"127.0.0.1:1"}"#, "422 fileNotFetched"),
        (
            #"{"domain":"shop.example.com","address":"127.0.0.1:1","fetched":false}"#,
            "422 domainPlaceContradictory"
        ),
        (
            #"{"domain":"shop.example.com","certificateAuthority":"x"}"#,
            "422 domainWithoutAddress"
        ),
        (
            #"{"domain":"a.example.com","address":"127.0.0.1:1","certificateAuthority":"x"}"#,
            "422 authorityInvalid"
        ),
        (#"{"domain":"shop.example.com","adress":"127.0.0.1:1"}"#, "400 memberUnknown"),
        (#"{}"#, "400 memberMissing"),
    ])
    func `refuses a domain by a name of the cause`(body: String, expected: String) async throws {
        let caller = try await Caller()
        #expect(try await caller.problem(.post, Self.domains, body) == expected)
        #expect(try await caller.call(.get, Self.domains).text == "{\"domains\":[]}")
    }

    @Test func `knows no domain of a merchant that is not registered`() async throws {
        let caller = try await Caller()
        let path = "/merchants/merchant.com.nobody"
        #expect(try await caller.problem(.get, "\(path)/domains") == "404 merchantUnknown")
        #expect(
            try await caller.problem(
                .post,
                "\(path)/domains",
                #"{"domain":"a.example.com","fetched":false}"#
            ) == "404 merchantUnknown"
        )
        #expect(
            try await caller.problem(.get, "\(path)/domain-association") == "404 merchantUnknown"
        )
    }

    @Test func `is told where a platform's domain is`() async throws {
        let caller = try await Caller()
        let path = "/domains/shop.example.com"
        #expect(try await caller.call(.put, path, #"{"fetched":false}"#).status == 204)
        let made = try await caller.call(.post, Self.domains, #"{"domain":"shop.example.com"}"#)
        #expect(made.status == 201 && !made.text.contains("verifiedAt"))
        #expect(try await caller.problem(.put, path, "{}") == "422 domainWithoutAddress")
        #expect(
            try await caller.problem(.put, path, #"{"address":"192.0.2.1:443"}"#)
                == "422 addressNotAllowed"
        )
    }

    @Test(arguments: [
        ("{}", "sessionMalformed"), ("[]", "sessionMalformed"), ("\"{}\"", "sessionIsString"),
        ("null", "sessionMalformed"), (#"{"statusMessage":"x"}"#, "sessionMalformed"),
    ])
    func `refuses what is no session by a name of the cause`(
        session: String,
        code: String
    ) async throws {
        let caller = try await Caller()
        let body = #"{"domain":"shop.example.com","session":\#(session)}"#
        #expect(try await caller.problem(.post, "/sessions/redeem", body) == "422 \(code)")
    }

    @Test func `tells a caller without the token nothing`() async throws {
        let caller = try await Caller()
        var answers: Set<String> = []
        for path in [
            Self.domains, "/merchants/merchant.com.nobody/domains", "/sessions/redeem", "/nothing",
        ] {
            let (status, text) = try await caller.call(.post, path, "{", token: "TEST-wrong")
            answers.insert("\(status) \(text)")
        }
        #expect(answers.count == 1 && answers.first?.hasPrefix("401 ") == true)
    }

    @Test func `gives files with the authority and the root beside its records`() async throws {
        let caller = try await Caller()
        for path in [caller.folder.gatewayAuthorityPath, caller.folder.rootPath] {
            let answer = try await Program.openSSL.runAside(["x509", "-in", path, "-noout"])
            #expect(answer.isSuccess)
        }
        let answer = try await Program.openSSL.runAside(
            [
                "s_client", "-connect", caller.sandbox.addresses.gateway.description, "-CAfile",
                caller.folder.gatewayAuthorityPath, "-verify_return_error", "-verify_ip",
                "127.0.0.1",
            ]
        )
        // Without a certificate, openssl says that its verification is ok too.
        #expect(answer.text.contains("CN = Quince TEST session gateway"), "\(answer.complaint)")
        #expect(answer.text.contains("Verify return code: 0 (ok)"))
    }
}
