import Foundation
import TestSupport
import Testing

/// Certificates that are renewed while the server runs.
@Suite("A shop's server whose certificates are renewed", .enabled(if: PythonOracle.isInstalled))
struct ServerRenewalTests {
    /// Waits until the log has a text this often.
    private func wait(_ shop: ShopProcess, for text: String, times: Int = 1) throws {
        for _ in 0..<300 {
            let log = try String(contentsOf: shop.log, encoding: .utf8)
            if log.ranges(of: text).count >= times { return }
            _ = try ProcessRun("sleep 0.1", in: shop.folder.url)
        }
        Issue.record("the log does not say \(text)")
    }

    private func run(_ line: String, in folder: ScratchFolder) throws {
        let run = try ProcessRun("set -e; umask 077; cd shop; \(line)", in: folder.url)
        #expect(run.status == 0, "\(run.remarks)")
    }

    /// The status of a session, from the shop's server.
    private func session(_ shop: ShopProcess) throws -> Int {
        try shop.call("POST", "/apple-pay/session", ["domain": "shop.example.com"]).status
    }

    /// Whether the metrics say that the files of a certificate are bad.
    private func isRefused(_ shop: ShopProcess, _ purpose: String) throws -> Bool {
        let metrics = String(decoding: try shop.call("GET", "/metrics").body, as: UTF8.self)
        let name = "quince_certificate_refused{purpose=\"\(purpose)\"}"
        let line = try #require(metrics.split(separator: "\n").first { $0.hasPrefix(name) })
        return line.hasSuffix(" 1")
    }

    private func isReady(_ shop: ShopProcess) throws -> Bool {
        try shop.call("GET", "/readyz").status == 200
    }

    @Test func `asks for sessions with the new Merchant Identity certificate`() throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        #expect(try session(shop) == 200)
        try run("cp identity.pem old.pem; cp identity.key old.key", in: shop.folder)
        try run("echo SECRET-IN-A-BAD-FILE >new.key; mv new.key identity.key", in: shop.folder)
        kill(shop.server.identifier, SIGHUP)
        try wait(shop, for: #""event":"certificate.refused","purpose":"identity""#)
        #expect(try isRefused(shop, "identity") && isReady(shop))
        #expect(try session(shop) == 200, "the old one serves")
        // Renewed as an operator would; the sandbox's member center issues the certificate.
        try run(
            "openssl req -new -newkey rsa:2048 -nodes -subj /CN=Shop -keyout new.key -out new.csr",
            in: shop.folder
        )
        let request = try String(
            contentsOfFile: shop.folder.path("shop/new.csr"),
            encoding: .utf8
        )
        let issued = try shop.sandbox.call(
            "POST",
            "/merchants/\(shop.merchant)/certificates",
            ["kind": "merchantIdentity", "request": request]
        )
        try #require(issued.text("certificate"), "\(issued.json)")
            .write(toFile: shop.folder.path("shop/new.pem"), atomically: true, encoding: .utf8)
        // No signal: the files changed.
        try run("mv new.pem identity.pem; mv new.key identity.key", in: shop.folder)
        try wait(shop, for: #""event":"certificate.loaded","purpose":"identity""#)
        #expect(try !isRefused(shop, "identity") && isReady(shop))
        // The gateway knows the certificates that it is shown by their serial numbers.
        let old = try #require(
            try certificates(shop).first { $0 != issued.text("serialNumber") }
        )
        #expect(try shop.sandbox.call("POST", "/certificates/\(old)/revoke").status == 200)
        #expect(try gateway(shop, "old") != 200, "the old one is refused")
        #expect(try session(shop) == 200, "the new one is shown")
        let log = try String(contentsOf: shop.log, encoding: .utf8)
        #expect(!log.contains("SECRET-IN-A-BAD-FILE"))
        #expect(shop.server.terminate() == 0)
    }

    /// The serial numbers of the merchant's identity certificates.
    private func certificates(_ shop: ShopProcess) throws -> [String] {
        let run = try ProcessRun(
            "for name in old identity; do openssl x509 -in shop/$name.pem -noout -serial; done",
            in: shop.folder.url
        )
        return run.results.split(separator: "\n")
            .map { String($0.dropFirst("serial=".count)) }
    }

    /// The gateway's answer to curl with a certificate.
    private func gateway(_ shop: ShopProcess, _ name: String) throws -> Int {
        let body = """
            {"merchantIdentifier": "\(shop.merchant)", "displayName": "Shop", "initiative": "web",
            "initiativeContext": "shop.example.com"}
            """
        let folder = shop.folder.path("shop")
        let answer = try Program(at: URL(filePath: "/usr/bin/curl"))
            .run(
                [
                    "-sS", "--max-time", "60", "--cacert", shop.sandbox.ready["ca"] ?? "", "--cert",
                    "\(folder)/\(name).pem", "--key", "\(folder)/\(name).key", "--data", "@-", "-o",
                    "/dev/null", "-w", "%{http_code}",
                    "\(shop.sandbox.ready["gateway"] ?? "")/paymentservices/paymentSession",
                ],
                input: Array(body.utf8)
            )
        return Int(answer.text) ?? 0
    }

    /// Makes a certificate of the server's own, and returns its SHA-256 by openssl.
    private func make(_ name: String, days: Int = 30, in folder: ScratchFolder) throws -> String {
        try run(
            """
            openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name) \
                -keyout \(name).key -out \(name).csr
            openssl x509 -req -in \(name).csr -signkey \(name).key -days \(days) -out \(name).pem
            """,
            in: folder
        )
        let line = "openssl x509 -in shop/\(name).pem -outform DER | sha256sum"
        return String(try ProcessRun(line, in: folder.url).results.prefix(64))
    }

    @Test func `shows new clients its new certificate, and goes on with the others`() throws {
        var first = ""
        let shop = try ShopProcess { folder in
            first = try make("first", in: folder)
            try run(
                #"""
                cp first.pem tls.pem; cp first.key tls.key
                sed -i 's/^{/{"tls": {"certificate": "tls.pem", "key": "tls.key"},/' server.json
                """#,
                in: folder
            )
        }
        #expect(shop.url.hasPrefix("https://"))
        let clients = try TLSConnections(to: shop.url)
        #expect(try clients.open("early") == first)
        for _ in 0..<200 where try clients.ask("early", "/readyz") != "200" {
            _ = try ProcessRun("sleep 0.1", in: shop.folder.url)
        }
        // A key of another certificate, one that has ended, and no file.
        let second = try make("second", in: shop.folder)
        _ = try make("ended", days: -1, in: shop.folder)
        for (count, line) in [
            "cp second.key tls.key", "cp ended.key tls.key; cp ended.pem tls.pem", "rm tls.pem",
        ].enumerated() {
            try run(line, in: shop.folder)
            kill(shop.server.identifier, SIGHUP)
            let event = #""event":"certificate.refused","purpose":"tls""#
            try wait(shop, for: event, times: count + 1)
            #expect(try clients.open("during") == first, "\(line)")
            #expect(try clients.ask("during", "/readyz") == "200")
        }
        try run("cp second.key tls.key; cp second.pem tls.pem", in: shop.folder)
        kill(shop.server.identifier, SIGHUP)
        try wait(shop, for: #""event":"certificate.loaded","purpose":"tls""#)
        #expect(try clients.open("late") == second)
        for name in ["early", "during", "late"] {
            #expect(try clients.ask(name, "/healthz") == "200", "\(name)")
        }
        // And again, by the change of the files alone.
        let third = try make("third", in: shop.folder)
        try run("mv third.pem tls.pem; mv third.key tls.key", in: shop.folder)
        try wait(shop, for: #""event":"certificate.loaded","purpose":"tls""#, times: 2)
        #expect(try clients.open("last") == third)
        #expect(try clients.ask("early", "/healthz") == "200")
        #expect(shop.server.terminate() == 0)
    }
}

@Suite("A shop's server whose key file hangs")
struct ServerKeyHangTests {
    @Test func `ends at a signal while a key file does not answer`() throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        // A pipe stands for a file on a network drive: opening it blocks.
        let line = "cd shop; rm identity.key; mkfifo -m 600 identity.key"
        #expect(try ProcessRun(line, in: shop.folder.url).status == 0)
        let identifier = shop.server.identifier
        kill(identifier, SIGHUP)
        let limit = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: limit)
        #expect(shop.server.terminate() == 0)
        limit.cancel()
    }
}
