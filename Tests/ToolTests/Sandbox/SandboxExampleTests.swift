import Foundation
import TestSupport
import Testing

/// The programs that Documentation/Sandbox.md shows, run against a sandbox.
@Suite("The sandbox's examples in other languages")
struct SandboxExampleTests {
    let orders = SandboxOrders()

    /// The lines of an example on the page.
    func lines(_ name: String) throws -> [Substring] {
        let page = try String(
            contentsOf: Repository.root.appending(path: "Documentation/Sandbox.md"),
            encoding: .utf8
        )
        let rest = try #require(
            page.components(separatedBy: "<!-- example: \(name) -->\n").dropFirst().first
        )
        let lines = rest.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        return Array(lines.prefix { $0 != "```" })
    }

    /// Runs an example in a folder with `shop.pem`, and opens the token that it prints.
    func run(_ source: String, as file: String, by command: String) async throws {
        let sandbox = try orders.start()
        _ = try orders.ownCertificate("shop")
        let ready = try JSONSerialization.data(withJSONObject: sandbox.ready)
        try ready.write(to: URL(filePath: orders.folder.path("ready")))
        try source.write(toFile: orders.folder.path(file), atomically: true, encoding: .utf8)
        let root = try #require(sandbox.ready["root"])
        let run = try await ProcessRun.finished(
            """
            export QUINCE_READY=$PWD/ready HOME=$PWD
            \(command) >token.json &&
            $QUINCE token open token.json --key shop-key.pem --certificate shop.pem --root \(root)
            """,
            in: orders.folder.url
        )
        #expect(run.status == 0 && run.results.contains("10.75"), "\(run.results)\(run.remarks)")
    }

    static func isInstalled(_ program: String) -> Bool {
        ["/usr/bin", "/usr/local/bin", "/usr/local/go/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    @Test(arguments: ["python", "node", "go"])
    func `have at most 15 lines`(name: String) throws {
        let count = try lines(name).count { !$0.isEmpty }
        #expect((5...15).contains(count), "\(count)")
    }

    @Test func `work in Python`() async throws {
        let source = try lines("python").joined(separator: "\n")
        try await run(source, as: "test.py", by: "python3 test.py")
    }

    @Test(.enabled(if: isInstalled("node"), "Debian's package nodejs is not installed"))
    func `work in JavaScript`() async throws {
        let source = try lines("node").joined(separator: "\n")
        try await run(source, as: "test.js", by: "node test.js")
    }

    @Test(.enabled(if: isInstalled("go"), "Debian's package golang-go is not installed"))
    func `work in Go`() async throws {
        let order = """
            {"merchantIdentifier": "merchant.com.example", "certificate": CERTIFICATE,
            "request": {"countryCode": "US", "currencyCode": "USD",
            "merchantCapabilities": ["supports3DS"], "supportedNetworks": ["visa"],
            "total": {"label": "Shop", "amount": "10.75"}}}
            """
        let source = """
            package main

            import (
            	"bytes"
            	"encoding/json"
            	"fmt"
            	"log"
            	"net/http"
            	"os"
            )

            func main() {
            	var ready struct{ API, Token string }
            	text, _ := os.ReadFile(os.Getenv("QUINCE_READY"))
            	if json.Unmarshal(text, &ready) != nil {
            		log.Fatal("not ready")
            	}
            	certificate, _ := os.ReadFile("shop.pem")
            	quoted, _ := json.Marshal(string(certificate))
            	order := bytes.ReplaceAll([]byte(`\(order)`), []byte("CERTIFICATE"), quoted)
            \(try lines("go").map { "\t\($0)" }.joined(separator: "\n"))
            }
            """
        try await run(source, as: "main.go", by: "go run main.go")
    }
}
