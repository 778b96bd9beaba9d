import Foundation
import TestSupport
import Testing

/// `quince sandbox --as-apple` in a network namespace of its own, where Apple's host names lead to it:
/// a merchant's server is each program that a developer would write it with. Nothing in them names the
/// sandbox but the authority that they trust.
@Suite("A merchant's server that asks Apple's gateway", .timeLimit(.minutes(30)))
struct SandboxGatewayTests {
    private static let shell = Program(at: URL(filePath: "/bin/bash"))

    private static func succeeds(_ command: String) -> Bool {
        (try? shell.run(["-c", command]))?.isSuccess == true
    }

    private static let hasNamespaces = succeeds("unshare -rnm ip link set lo up")

    private static let url = "https://apple-pay-gateway.apple.com/paymentservices/paymentSession"

    /// A program of a merchant's server: prints the session that it gets. It reads the files
    /// `identity.pem`, `identity.key`, `ca.pem` and `request` beside it.
    struct Client: Sendable, CustomTestStringConvertible {
        let name: String
        let file: String
        let command: String
        let text: String
        var isHere = true
        var testDescription: String { name }
    }

    private static let clients = [
        Client(
            name: "curl",
            file: "ask.sh",
            command: "bash ask.sh",
            text: """
                curl -sS --cacert ca.pem --cert identity.pem --key identity.key --data @request \(url)
                """
        ),
        Client(
            name: "Python's requests",
            file: "ask.py",
            command: "\(Repository.root.appending(path: ".build/oracle/bin/python3").path) ask.py",
            text: """
                import requests
                answer = requests.post("\(url)", data=open("request", "rb").read(), verify="ca.pem",
                                       cert=("identity.pem", "identity.key"), timeout=240)
                print(answer.text)
                """,
            isHere: PythonOracle.isInstalled
        ),
        Client(
            name: "Node's https",
            file: "ask.js",
            command: "NODE_EXTRA_CA_CERTS=ca.pem node ask.js",
            text: """
                const fs = require('fs'), https = require('https')
                const options = { method: 'POST', cert: fs.readFileSync('identity.pem'),
                                  key: fs.readFileSync('identity.key') }
                https.request('\(url)', options, answer => answer.pipe(process.stdout))
                  .end(fs.readFileSync('request'))
                """,
            isHere: succeeds("command -v node")
        ),
        Client(
            name: "Go's net/http",
            file: "ask.go",
            command: "SSL_CERT_FILE=ca.pem HOME=$PWD GOCACHE=$PWD/cache go run ask.go",
            text: """
                package main

                import ("crypto/tls"; "io"; "net/http"; "os")

                func main() {
                    pair, err := tls.LoadX509KeyPair("identity.pem", "identity.key")
                    if err != nil { panic(err) }
                    settings := &tls.Config{Certificates: []tls.Certificate{pair}}
                    client := http.Client{Transport: &http.Transport{TLSClientConfig: settings}}
                    body, err := os.Open("request")
                    if err != nil { panic(err) }
                    answer, err := client.Post("\(url)", "application/json", body)
                    if err != nil { panic(err) }
                    io.Copy(os.Stdout, answer.Body)
                }
                """,
            isHere: succeeds("command -v go")
        ),
        Client(
            name: "Java's HttpClient",
            file: "Ask.java",
            command: """
                openssl pkcs12 -export -in identity.pem -inkey identity.key -passout pass:TEST \
                    -out identity.p12; keytool -importcert -noprompt -alias ca -file ca.pem \
                    -keystore trust.p12 -storepass TESTTEST 2>keytool; \
                java -Djavax.net.ssl.keyStore=identity.p12 -Djavax.net.ssl.keyStorePassword=TEST \
                    -Djavax.net.ssl.trustStore=trust.p12 \
                    -Djavax.net.ssl.trustStorePassword=TESTTEST Ask.java
                """,
            text: """
                import java.net.URI;
                import java.net.http.*;
                import java.nio.file.Path;

                class Ask {
                    public static void main(String[] arguments) throws Exception {
                        var body = HttpRequest.BodyPublishers.ofFile(Path.of("request"));
                        var request = HttpRequest.newBuilder(URI.create("\(url)")).POST(body).build();
                        var text = HttpResponse.BodyHandlers.ofString();
                        System.out.println(HttpClient.newHttpClient().send(request, text).body());
                    }
                }
                """,
            isHere: succeeds("command -v javac")
        ),
    ]

    /// The programs that are on this machine.
    private static let present = clients.filter(\.isHere)
    private static let absent = clients.filter { !$0.isHere }.map(\.name)

    @Test(
        .enabled(if: hasNamespaces, "skipped: network namespaces are not permitted here"),
        arguments: present
    )
    func `gets a session, which a device accepts once`(client: Client) async throws {
        let lines = try await Self.run(client, before: "true")
        let session = try #require(lines.first)
        #expect(session.hasPrefix("{\"epochTimestamp\":"), "\(lines)")
        #expect(
            lines.dropFirst().map { $0.prefix(21) } == [
                "{\"merchantIdentifier\"", "{\"title\":\"Unprocessab",
            ],
            "\(lines)"
        )
        #expect(lines.last?.contains("\"code\":\"sessionUsed\"") == true)
    }

    @Test(
        .enabled(
            if: absent.isEmpty,
            "skipped: not on this machine: \(absent.joined(separator: ", "))"
        )
    )
    func `is tried with every program`() { #expect(Self.present.count == 5) }

    @Test(
        .enabled(if: hasNamespaces, "skipped: network namespaces are not permitted here"),
        arguments: [
            (
                "curl -sS -H \"$token\" -X POST $api/certificates/$serial/revoke", "401",
                "Payment Services Exception Unauthorized"
            ),
            (
                "api /clock '{\"advanceSeconds\":66000000}'", "401",
                "Payment Services Exception Unauthorized"
            ),
            (
                "curl -sS -H \"$token\" -X DELETE $api/merchants/$id/domains/shop.example.com",
                "400",
                "not registered for domain=shop.example.com"
            ),
        ]
    )
    func `is refused as Apple refuses it`(
        before: String,
        status: String,
        message: String
    ) async throws {
        let lines = try await Self.run(try #require(Self.present.first), before: before)
        let refusal = try #require(lines.first { $0.hasPrefix("{\"statusMessage\"") }, "\(lines)")
        #expect(refusal.contains(message) && refusal.contains("\"statusCode\":\"\(status)\""))
    }

    @Test(
        .enabled(if: hasNamespaces, "skipped: network namespaces are not permitted here")
    )
    func `has five minutes until a device uses the session`() async throws {
        let client = try #require(Self.present.first)
        let lines = try await Self.run(
            client,
            before: "true",
            after: "api /clock '{\"advanceSeconds\":301}' >clock"
        )
        #expect(lines.last?.contains("\"code\":\"sessionExpired\"") == true, "\(lines)")
    }

    /// Runs a sandbox, registers a merchant, runs a program, and uses what it printed twice.
    private static func run(
        _ client: Client,
        before: String,
        after: String = "true"
    ) async throws -> [String] {
        let folder = ScratchFolder()
        try client.text.write(
            toFile: folder.path(client.file),
            atomically: true,
            encoding: .utf8
        )
        let script = """
            cd \(folder.url.path)
            ip link set lo up
            \(ProcessRun.quince) sandbox --state state --as-apple --json >ready 2>log </dev/null &
            trap 'kill $!; wait' EXIT
            for round in $(seq 300); do [ -s ready ] && break; sleep 0.1; done
            member() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p" "$2"; }
            printf "$(member hosts ready)" >hosts
            mount --bind hosts /etc/hosts
            api=$(member api ready) token="Authorization: Bearer $(member token ready)"
            id=merchant.com.example.shop
            api() { curl -sS -H "$token" -H Content-Type:application/json --data "$2" "$api$1"; echo; }
            api /merchants "{\\"identifier\\":\\"$id\\",\\"description\\":\\"Shop\\"}" >merchant
            openssl req -new -newkey rsa:2048 -nodes -keyout identity.key -subj /CN=shop \\
                -out identity.csr 2>openssl
            request=$(awk '{printf "%s\\\\n",$0}' identity.csr)
            api "/merchants/$id/certificates" \\
                "{\\"kind\\":\\"merchantIdentity\\",\\"request\\":\\"$request\\"}" >issued
            printf -- "$(member certificate issued)" >identity.pem
            serial=$(member serialNumber issued)
            api "/merchants/$id/domains" '{"domain":"shop.example.com","fetched":false}' >domain
            echo "{\\"merchantIdentifier\\":\\"$id\\",\\"displayName\\":\\"Shop\\"," \\
                '"initiative":"web","initiativeContext":"shop.example.com"}' >request
            cp state/ca.pem .
            \(before) >before
            \(client.command) | tee session
            echo
            \(after)
            api /sessions/redeem "{\\"domain\\":\\"shop.example.com\\",\\"session\\":$(cat session)}"
            api /sessions/redeem "{\\"domain\\":\\"shop.example.com\\",\\"session\\":$(cat session)}"
            """
        let answer = try await Program(at: URL(filePath: "/usr/bin/unshare"))
            .runAside(["-rnm", "/bin/bash", "-c", script])
        #expect(answer.complaint.isEmpty, "\(answer.complaint)")
        return answer.text.split(separator: "\n").map(String.init)
    }
}
