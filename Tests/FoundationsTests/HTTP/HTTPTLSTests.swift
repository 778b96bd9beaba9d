import Foundation
import HTTPMessages
import HTTPServer
import Sockets
import TestSupport
import Testing
import World

/// Asked with the command lines of openssl and curl.
@Suite("The HTTP server over TLS", .timeLimit(.minutes(30)))
struct HTTPTLSTests {
    /// The names that the handler sees. curl sends the chain that it can build from the root that it trusts.
    private static let client = "TEST client,TEST root"

    private func server(
        asking clients: TLSServerIdentity.ClientCertificates,
        _ certificates: HTTPTestCertificates,
        clock: any WallClock = SystemClock()
    ) throws -> HTTPTestServer {
        var configuration = HTTPServerConfiguration()
        configuration.tls = try certificates.identity(asking: clients)
        return try HTTPTestServer(configuration, clock: clock)
    }

    private func sClient(
        _ test: HTTPTestServer,
        _ arguments: [String],
        input: String = HTTPServerTests.last
    ) async throws -> Program.Answer {
        try await Program.openSSL.runAside(
            ["s_client", "-connect", test.server.address.description, "-ign_eof"] + arguments,
            input: Array(input.utf8)
        )
    }

    /// Whether a client's certificate is accepted, and which name the handler sees.
    private func accepts(
        _ test: HTTPTestServer,
        _ certificates: HTTPTestCertificates,
        _ client: String?
    ) async throws -> String? {
        let answer = try await curl(test, certificates, as: client)
        // 56: the server ended the connection, which in TLS 1.3 comes after the client's handshake.
        #expect(answer.isSuccess || [35, 55, 56].contains(answer.status), "\(answer.complaint)")
        return answer.isSuccess ? answer.text : nil
    }

    private func curl(
        _ test: HTTPTestServer,
        _ certificates: HTTPTestCertificates,
        as client: String?,
        _ path: String = "/client"
    ) async throws -> Program.Answer {
        var arguments = ["--cacert", certificates.path("root.pem")]
        if let client {
            arguments += ["--cert", certificates.path("\(client).pem")]
            arguments += ["--key", certificates.path("\(client).key")]
        }
        return try await Program(at: URL(filePath: "/usr/bin/curl"))
            .runAside(
                ["--disable", "--silent", "--show-error", "--max-time", "120"] + arguments
                    + ["https://localhost:\(test.server.address.port)\(path)"]
            )
    }

    @Test func `TLS 1.2 and 1.3 are spoken, with and without a name, and nothing older`()
        async throws
    {
        let certificates = try await HTTPTestCertificates()
        let test = try server(asking: .notRequested, certificates)
        for version in ["-tls1_2", "-tls1_3"] {
            for name in [["-noservername"], ["-servername", "localhost"]] {
                let answer = try await sClient(test, [version, "-quiet"] + name)
                #expect(answer.text.hasSuffix("hello\n"), "\(answer.complaint)")
            }
        }
        let old = try await sClient(test, ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
        #expect(!old.isSuccess && !old.text.contains("HTTP/1.1"))
    }

    @Test func `renegotiation is refused`() async throws {
        let certificates = try await HTTPTestCertificates()
        let test = try server(asking: .notRequested, certificates)
        // Standard input stays open, because at its end s_client closes the connection. The letter R
        // is its command to renegotiate.
        let command = """
            mkfifo \(certificates.path("input"))
            exec 3<>\(certificates.path("input"))
            printf 'R\\n' >&3
            timeout 120 openssl s_client -tls1_2 -connect \(test.server.address) <&3 2>&1
            """
        let answer = try await Program(at: URL(filePath: "/bin/bash")).runAside(["-c", command])
        #expect(answer.text.contains("RENEGOTIATING"))
        #expect(answer.text.contains("no renegotiation"), "\(answer.text.suffix(600))")
    }

    @Test func `HTTP/1.1 is chosen where a client offers HTTP/2 too`() async throws {
        let certificates = try await HTTPTestCertificates()
        let test = try server(asking: .notRequested, certificates)
        let both = try await sClient(test, ["-alpn", "h2,http/1.1"])
        #expect(both.text.contains("ALPN protocol: http/1.1") && both.text.contains("hello\n"))
        let alone = try await sClient(test, ["-alpn", "h2"])
        #expect(alone.complaint.contains("no application protocol"))
    }

    @Test func `a session is not resumed`() async throws {
        let certificates = try await HTTPTestCertificates()
        let test = try server(asking: .notRequested, certificates)
        for version in ["-tls1_2", "-tls1_3"] {
            let saved = certificates.path("session")
            let first = try await sClient(test, [version, "-sess_out", saved])
            #expect(first.text.contains("New, TLSv1."))
            guard FileManager.default.fileExists(atPath: saved) else { continue }
            let second = try await sClient(test, [version, "-sess_in", saved])
            #expect(second.text.contains("New, TLSv1.") && !second.text.contains("Reused"))
        }
    }

    @Test func `a client without the required certificate is refused, and one of another root`()
        async throws
    {
        let certificates = try await HTTPTestCertificates()
        let test = try server(
            asking: .required(trusting: [certificates.der("root")]),
            certificates
        )
        let name = try await accepts(test, certificates, "client")
        #expect(name == Self.client)
        #expect(try await accepts(test, certificates, nil) == nil)
        #expect(try await accepts(test, certificates, "rogue") == nil)
    }

    @Test func `a certificate can be optional, but not a wrong one`() async throws {
        let certificates = try await HTTPTestCertificates()
        let test = try server(
            asking: .optional(trusting: [certificates.der("root")]),
            certificates
        )
        let name = try await accepts(test, certificates, "client")
        #expect(name == Self.client)
        #expect(try await accepts(test, certificates, nil) == "")
        #expect(try await accepts(test, certificates, "rogue") == nil)
    }

    @Test func `the handler can decide about any certificate`() async throws {
        let certificates = try await HTTPTestCertificates()
        let test = try server(asking: .unverified, certificates)
        #expect(try await accepts(test, certificates, "rogue") == "TEST rogue")
        #expect(try await accepts(test, certificates, nil) == "")
    }

    @Test func `a client's certificate has to be valid at the world's time`() async throws {
        let certificates = try await HTTPTestCertificates()
        let clock = SimulatedClock(startingAt: SystemClock().now)
        let roots = TLSServerIdentity.ClientCertificates.required(
            trusting: [try certificates.der("root")]
        )
        let test = try server(asking: roots, certificates, clock: clock)
        let name = try await accepts(test, certificates, "client")
        #expect(name == Self.client)
        clock.advance(bySeconds: 25 * 86_400)
        #expect(try await accepts(test, certificates, "client") == nil)
    }

    @Test func `a client that never ends its handshake is disconnected`() async throws {
        let certificates = try await HTTPTestCertificates()
        var configuration = HTTPServerConfiguration()
        configuration.tls = try certificates.identity()
        configuration.deadlines.header = .milliseconds(200)
        let test = try HTTPTestServer(configuration)
        for bytes in [[22, 3, 1], Array(HTTPServerTests.last.utf8)] {
            let answer = try? await test.exchange(bytes)
            #expect(answer?.contains("HTTP/1.1") != true)
        }
    }

    @Test func `a key of another certificate is refused, and what is no certificate`() async throws
    {
        let certificates = try await HTTPTestCertificates()
        let identity = try certificates.identity()
        let wrong: [(HTTPServerFailure, TLSServerIdentity)] = [
            (
                .privateKeyRefused,
                TLSServerIdentity(
                    chain: [try certificates.der("client")],
                    privateKey: identity.privateKey
                )
            ),
            (
                .certificateMalformed,
                TLSServerIdentity(chain: [[1]], privateKey: identity.privateKey)
            ),
            (
                .clientRootMalformed,
                TLSServerIdentity(
                    chain: identity.chain,
                    privateKey: identity.privateKey,
                    clientCertificates: .required(trusting: [[1]])
                )
            ),
        ]
        for (expected, identity) in wrong {
            var configuration = HTTPServerConfiguration()
            configuration.tls = identity
            let failure = #expect(throws: ServerStartFailure.self) {
                try HTTPTestServer(configuration)
            }
            #expect(failure?.cause == expected)
        }
    }

    @Test func `a long body travels both ways`() async throws {
        let certificates = try await HTTPTestCertificates()
        let test = try server(asking: .notRequested, certificates)
        let answer = try await curl(test, certificates, as: nil, "/bytes/3000000")
        #expect(answer.output.count == 3_000_000)
        let body = SeededRandomness(seed: 1).bytes(900_000)
        let file = certificates.path("body")
        try Data(body).write(to: URL(filePath: file))
        let echo = try await Program(at: URL(filePath: "/usr/bin/curl"))
            .runAside([
                "--disable", "--silent", "--show-error", "--max-time", "120", "--cacert",
                certificates.path("root.pem"), "--data-binary", "@\(file)",
                "https://localhost:\(test.server.address.port)/echo",
            ])
        #expect(Array(echo.output) == body, "\(echo.complaint)")
    }

    /// OpenSSL reads them from the socket together, and libevent asks it for one.
    @Test(arguments: ["1.2", "1.3"])
    func `requests in records that arrive together are all answered`(version: String) async throws {
        let certificates = try await HTTPTestCertificates()
        let test = try server(asking: .notRequested, certificates)
        let script = Repository.root.appending(path: "Tests/Oracles/tls-records.py").path
        let port = String(test.server.address.port)
        let answer = try await Program(at: URL(filePath: "/usr/bin/python3"))
            .runAside([script, version, port, certificates.path("root.pem")])
        #expect(
            answer.text == """
                at once: 40 open
                whole: 40 open
                part: 39 open and 40 open
                end: 40 closed
                changed: SSLV3_ALERT_BAD_RECORD_MAC

                """,
            "\(answer.complaint)"
        )
    }

    /// Each is encrypted at once, until the socket is full: then OpenSSL keeps a part of one.
    @Test func `a client that reads late gets every one of many short answers`() async throws {
        let certificates = try await HTTPTestCertificates()
        let test = try server(asking: .notRequested, certificates)
        let program = #"""
            import socket, ssl, sys, time
            sizes = [1000 + number * 37 % 2800 for number in range(3000)]
            plain = socket.socket()
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plain.connect(("127.0.0.1", int(sys.argv[1])))
            context = ssl.create_default_context(cafile=sys.argv[2])
            client = context.wrap_socket(plain, server_hostname="localhost")
            client.sendall(b"".join(b"GET /bytes/%d HTTP/1.1\r\nHost: a\r\n\r\n" % size for size in sizes))
            ends = [":%04X" % int(sys.argv[1]), ":%04X" % client.getsockname()[1]]
            def unread():
                rows = [row.split() for row in open("/proc/net/tcp")]
                return [row[4] for row in rows if [row[1][-5:], row[2][-5:]] == ends]
            seen, still = unread(), 0
            assert seen
            while still < 10:
                time.sleep(0.1)
                before, seen = seen, unread()
                still = still + 1 if seen == before else 0
            answers = client.makefile("rb")
            for size in sizes:
                assert answers.readline() == b"HTTP/1.1 200 OK\r\n"
                fields = {}
                while (line := answers.readline().strip()):
                    name, value = line.split(b":", 1)
                    fields[name.lower()] = value.strip()
                assert int(fields[b"content-length"]) == size
                assert answers.read(size) == b"x" * size
            print("all")
            """#
        let answer = try await Program(at: URL(filePath: "/usr/bin/python3"))
            .runAside(
                [
                    "-c", program, String(test.server.address.port),
                    certificates.path("root.pem"),
                ]
            )
        #expect(answer.text == "all\n", "\(answer.complaint)")
    }
}
