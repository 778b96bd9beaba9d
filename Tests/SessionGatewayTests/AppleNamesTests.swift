import ApplePaySession
import Bytes
import Certificates
import Foundation
import Sockets
import TestSupport
import Testing
import World

@testable import SandboxServer

/// Programs of others reach the gateway under Apple's host names: in a mount namespace of theirs,
/// `/etc/hosts` has the lines of ``AppleHostNames``.
@Suite("Under Apple's host names", .timeLimit(.minutes(30)))
struct AppleNamesTests {
    private static let shell = Program(at: URL(filePath: "/bin/bash"))
    static let mayUnshare: Bool = {
        let answer = try? shell.run(["-c", "unshare -rm mount --bind /etc/hosts /etc/hosts"])
        return answer?.isSuccess == true
    }()

    static func has(_ program: String) -> Bool {
        (try? shell.run(["-c", "command -v \(program)"]))?.isSuccess == true
    }

    @Test(
        arguments: [
            (443, true, "apple-pay-gateway.apple.com"), (8443, true, "localhost:8443"),
            (443, false, "127.0.0.1:443"),
        ] as [(UInt16, Bool, String)]
    )
    func `pages get a name that the gateway answers under`(
        _ port: UInt16,
        _ asApple: Bool,
        _ host: String
    ) throws {
        let address = try #require(SocketAddress("127.0.0.1:\(port)"))
        #expect(
            SandboxServer.validationURL(address, asApple)
                == "https://\(host)/paymentservices/startSession"
        )
    }

    /// A gateway over TLS, and the files that a merchant's server has.
    private struct Setup {
        let fixture: GatewayFixture
        let server: GatewayServer
        let client: TestClient
        let folder = ScratchFolder()

        init(requiresServerName: Bool = true) async throws {
            fixture = try await GatewayFixture()
            client = try fixture.client { $0.isRSA = true }
            let certificate = try await GatewayCertificate(
                in: fixture.database,
                world: .system
            )
            server = try GatewayServer(
                fixture.gateway,
                identity: certificate.identity(requiresServerName: requiresServerName),
                world: fixture.world
            )
            try certificate.authority.pem.write(
                toFile: folder.path("ca.pem"),
                atomically: true,
                encoding: .utf8
            )
            try AppleHostNames.hostsLines().write(
                toFile: folder.path("hosts"),
                atomically: true,
                encoding: .utf8
            )
        }

        /// Runs a command where Apple's names are this machine's. `$CA`, `$CERT` and `$KEY` name
        /// files, `$PORT` the gateway's port, and `$BODY` is a request's.
        func run(_ command: String) async throws -> Program.Answer {
            let script = """
                mount --bind '\(folder.path("hosts"))' /etc/hosts
                export CA='\(folder.path("ca.pem"))' CERT='\(client.certificateFile)'
                export KEY='\(client.keyFile)' PORT=\(server.address.port)
                export BODY='\(GatewayFixture.body())'
                \(command)
                """
            return try await Program(at: URL(filePath: "/usr/bin/unshare"))
                .runAside(["-rm", "/bin/bash", "-ec", script])
        }

        func write(_ text: String, to name: String) throws -> String {
            let path = folder.path(name)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        /// A program's output is a session, which a device accepts.
        func accept(_ answer: Program.Answer) async {
            #expect(answer.isSuccess, "\(answer.complaint)")
            let refusal = await fixture.refusal(of: answer.text)
            #expect(refusal == nil, "\(answer.text) \(answer.complaint)")
        }
    }

    @Test(
        .enabled(if: mayUnshare, "namespaces are not permitted here"),
        arguments: GatewayAddress.hosts
    )
    func `curl gets a session`(host: String) async throws {
        let setup = try await Setup()
        let answer = try await setup.run(
            """
            curl --disable --silent --show-error --fail --cacert "$CA" --cert "$CERT" --key "$KEY" \
                --data "$BODY" "https://\(host):$PORT/paymentservices/paymentSession"
            """
        )
        await setup.accept(answer)
    }

    @Test(.enabled(if: mayUnshare, "namespaces are not permitted here"))
    func `curl sees why it is refused`() async throws {
        let setup = try await Setup()
        let url = "https://apple-pay-gateway.apple.com:$PORT/paymentservices/startSession"
        let answer = try await setup.run(
            "curl --disable --silent --include --cacert \"$CA\" --data \"$BODY\" \(url)"
        )
        #expect(answer.text.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
        #expect(answer.text.contains("Quince-Reason: the client showed no certificate"))
        #expect(
            answer.text.hasSuffix(
                #"{"statusMessage":"Payment Services Exception Unauthorized","statusCode":"401"}"#
            )
        )
        let untrusting = try await setup.run(
            "curl --disable --silent --cert \"$CERT\" --key \"$KEY\" --data \"$BODY\" \(url)"
        )
        // curl's status for a server's certificate that it does not trust.
        #expect(untrusting.status == 60)
    }

    @Test(
        .enabled(if: mayUnshare, "namespaces are not permitted here"),
        .enabled(if: has("python3"), "there is no Python")
    )
    func `Python's http client gets a session`() async throws {
        let setup = try await Setup()
        let script = try setup.write(
            """
            import http.client, os, ssl
            context = ssl.create_default_context(cafile=os.environ["CA"])
            context.load_cert_chain(os.environ["CERT"], os.environ["KEY"])
            gateway = http.client.HTTPSConnection(
                "apple-pay-gateway-cert.apple.com", int(os.environ["PORT"]), context=context)
            gateway.request("POST", "/paymentservices/startSession", os.environ["BODY"])
            print(gateway.getresponse().read().decode(), end="")
            """,
            to: "ask.py"
        )
        await setup.accept(try await setup.run("python3 \(script)"))
    }

    @Test(
        .enabled(if: mayUnshare, "namespaces are not permitted here"),
        .enabled(if: PythonOracle.isInstalled, "Tests/Oracles/install was not run")
    )
    func `Python's requests gets a session`() async throws {
        let setup = try await Setup()
        let script = try setup.write(
            """
            import json, os, requests
            answer = requests.post(
                "https://apple-pay-gateway.apple.com:%s/paymentservices/paymentSession"
                % os.environ["PORT"], json=json.loads(os.environ["BODY"]), timeout=240,
                cert=(os.environ["CERT"], os.environ["KEY"]), verify=os.environ["CA"])
            answer.raise_for_status()
            print(answer.text, end="")
            """,
            to: "ask.py"
        )
        let python = Repository.root.appending(path: ".build/oracle/bin/python3").path
        await setup.accept(try await setup.run("'\(python)' \(script)"))
    }

    @Test(
        .enabled(if: mayUnshare, "namespaces are not permitted here"),
        .enabled(if: has("node"), "there is no Node")
    )
    func `Node's https gets a session`() async throws {
        let setup = try await Setup()
        let script = try setup.write(
            """
            const fs = require('fs'), https = require('https'), env = process.env
            const request = https.request({
              hostname: 'cn-apple-pay-gateway.apple.com', port: env.PORT, method: 'POST',
              path: '/paymentservices/paymentSession', ca: fs.readFileSync(env.CA),
              cert: fs.readFileSync(env.CERT), key: fs.readFileSync(env.KEY),
            }, answer => answer.pipe(process.stdout))
            request.end(env.BODY)
            """,
            to: "ask.js"
        )
        await setup.accept(try await setup.run("node \(script)"))
    }

    @Test(
        .enabled(if: mayUnshare, "namespaces are not permitted here"),
        .enabled(if: has("go"), "there is no Go")
    )
    func `Go's net/http gets a session`() async throws {
        let setup = try await Setup()
        let script = try setup.write(
            """
            package main

            import (
                "crypto/tls"
                "crypto/x509"
                "io"
                "net/http"
                "os"
                "strings"
            )

            func main() {
                pair, _ := tls.LoadX509KeyPair(os.Getenv("CERT"), os.Getenv("KEY"))
                roots, authority := x509.NewCertPool(), []byte{}
                authority, _ = os.ReadFile(os.Getenv("CA"))
                roots.AppendCertsFromPEM(authority)
                settings := &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}}
                client := http.Client{Transport: &http.Transport{TLSClientConfig: settings}}
                url := "https://apple-pay-gateway.apple.com:" + os.Getenv("PORT") +
                    "/paymentservices/paymentSession"
                answer, err := client.Post(url, "application/json", strings.NewReader(os.Getenv("BODY")))
                if err != nil { panic(err) }
                io.Copy(os.Stdout, answer.Body)
            }
            """,
            to: "ask.go"
        )
        let cache = setup.folder.path("cache")
        await setup.accept(
            try await setup.run("HOME='\(cache)' GOCACHE='\(cache)' go run \(script)")
        )
    }

    @Test func `a client has to name the server, where Apple's rules hold`() async throws {
        for isRequired in [true, false] {
            let setup = try await Setup(requiresServerName: isRequired)
            let answer = try await Program.openSSL.runAside(
                [
                    "s_client", "-connect", setup.server.address.description, "-noservername",
                    "-ign_eof", "-quiet",
                ],
                input: Array("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
            )
            #expect(answer.text.contains("HTTP/1.1 404") != isRequired)
            #expect(answer.complaint.contains("missing extension") == isRequired)
        }
    }

    @Test func `TLS before 1.2 is refused, and renegotiation`() async throws {
        let setup = try await Setup()
        let command = """
            timeout 240 openssl s_client -connect \(setup.server.address) -servername localhost
            """
        let old = try await Self.shell.runAside([
            "-c", "\(command) -tls1_1 -cipher DEFAULT@SECLEVEL=0 </dev/null",
        ])
        #expect(!old.isSuccess && old.complaint.contains("protocol version"))
        let again = """
            mkfifo \(setup.folder.path("input")); exec 3<>\(setup.folder.path("input"))
            printf 'R\\n' >&3; \(command) -tls1_2 <&3 2>&1
            """
        let answer = try await Self.shell.runAside(["-c", again])
        #expect(answer.text.contains("RENEGOTIATING") && answer.text.contains("no renegotiation"))
    }
}
