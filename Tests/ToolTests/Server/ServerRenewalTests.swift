import Foundation
import TestSupport
import Testing

/// Certificates that are renewed while the server runs.
@Suite("A shop's server whose certificates are renewed", .enabled(if: PythonOracle.isInstalled))
struct ServerRenewalTests {
    /// Waits until the log has a text this often.
    func wait(_ shop: ShopProcess, for text: String, times: Int = 1) throws {
        for _ in 0..<300 {
            let log = try String(contentsOf: shop.log, encoding: .utf8)
            if log.ranges(of: text).count >= times { return }
            _ = try ProcessRun("sleep 0.1", in: shop.folder.url)
        }
        Issue.record("the log does not say \(text)")
    }

    /// Waits until a device of the sandbox got so many pushes.
    func wait(for token: String, times: Int, _ shop: ShopProcess) throws {
        for _ in 0..<300 {
            if try WalletOrderTests.pushes(to: token, shop) >= times { return }
            _ = try ProcessRun("sleep 0.1", in: shop.folder.url)
        }
        Issue.record("the device did not get \(times) pushes")
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
    func isRefused(_ shop: ShopProcess, _ purpose: String) throws -> Bool {
        let metrics = String(decoding: try shop.call("GET", "/metrics").body, as: UTF8.self)
        let name = "quince_certificate_refused{purpose=\"\(purpose)\"}"
        let line = try #require(metrics.split(separator: "\n").first { $0.hasPrefix(name) })
        return line.hasSuffix(" 1")
    }

    func isReady(_ shop: ShopProcess) throws -> Bool {
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
        let new = try renew("merchantIdentity", of: "merchants/\(shop.merchant)", shop)
        // No signal: the files changed.
        try run("mv new.pem identity.pem; mv new.key identity.key", in: shop.folder)
        try wait(shop, for: #""event":"certificate.loaded","purpose":"identity""#)
        #expect(try !isRefused(shop, "identity") && isReady(shop))
        // The gateway knows the certificates that it is shown by their serial numbers.
        let old = try #require(
            try certificates(shop).first { $0 != new }
        )
        #expect(try shop.sandbox.call("POST", "/certificates/\(old)/revoke").status == 200)
        #expect(try gateway(shop, "old") != 200, "the old one is refused")
        #expect(try session(shop) == 200, "the new one is shown")
        let log = try String(contentsOf: shop.log, encoding: .utf8)
        #expect(!log.contains("SECRET-IN-A-BAD-FILE"))
        #expect(shop.server.terminate() == 0)
    }

    /// Makes `new.key` and `new.pem` as an operator would; the sandbox's member center issues the certificate.
    ///
    /// - Returns: Its serial number.
    func renew(_ kind: String, of holder: String, _ shop: ShopProcess) throws -> String {
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
            "/\(holder)/certificates",
            ["kind": kind, "request": request]
        )
        try #require(issued.text("certificate"), "\(issued.json)")
            .write(toFile: shop.folder.path("shop/new.pem"), atomically: true, encoding: .utf8)
        return try #require(issued.text("serialNumber"))
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

/// An Order Type ID certificate that is renewed while the server runs.
@Suite("A shop's server whose orders are signed by a renewed certificate")
struct OrderSignerRenewalTests {
    private let renewal = ServerRenewalTests()
    private let shop: ShopProcess
    private let order: String
    /// The members of `PKPaymentOrderDetails`.
    private let details: [String: String]

    init() throws {
        shop = try ShopProcess()
        try shop.becomeReady()
        let body: [String: Any] = [
            "token": try shop.paid()["token"] ?? "", "amount": "10.75", "currency": "USD",
            "reference": "order-1",
        ]
        let paid = try shop.call("POST", "/payments", body, idempotencyKey: "1").json
        order = try #require((paid["order"] as? [String: Any])?["id"] as? String, "\(paid)")
        let sheet = try #require(paid["applePay"] as? [String: Any])
        details = try #require(sheet["orderDetails"] as? [String: String])
    }

    private var type: String { details["orderTypeIdentifier"] ?? "" }

    private func run(_ line: String) throws -> String {
        let run = try ProcessRun("set -e; umask 077; cd shop; \(line)", in: shop.folder.url)
        try #require(run.status == 0, "\(run.remarks)")
        return run.results.trimmingCharacters(in: .newlines)
    }

    private func device(_ method: String, _ path: String, _ body: Any? = nil) throws -> Int {
        let token = details["authenticationToken"] ?? ""
        return try SandboxProcess.call(
            method,
            "\(shop.url)/wallet/v1/\(path)",
            body,
            fields: ["Authorization: AppleOrder \(token)"]
        ).status
    }

    /// The serial number of the certificate that signed the order's package, by openssl.
    private func signer() throws -> String {
        try run(
            """
            curl -sSf -o new.order -H 'Authorization: AppleOrder \(details["authenticationToken"] ?? "")' \
                \(shop.url)/wallet/v1/orders/\(type)/\(details["orderIdentifier"] ?? "")
            python3 -m zipfile -e new.order package
            openssl cms -verify -noverify -binary -inform DER -in package/signature \
                -content package/manifest.json -signer signer.pem -out /dev/null 2>openssl
            openssl x509 -in signer.pem -noout -serial | cut -d= -f2
            """
        )
    }

    @Test func `has packages of the new one, and shows it where it pushes`() throws {
        let old = try signer()
        // A device that follows the order from now on.
        let registration = "devices/d/registrations/\(type)/\(details["orderIdentifier"] ?? "")"
        #expect(try device("POST", registration, ["pushToken": "aa01"]) == 201)
        try renewal.wait(for: "aa01", times: 1, shop)
        // A certificate of another order type.
        let other = ["identifier": "order.com.example.other", "description": "Other"]
        #expect(try shop.sandbox.call("POST", "/order-types", other).status == 201)
        _ = try renewal.renew("orderType", of: "order-types/order.com.example.other", shop)
        _ = try run(
            """
            cp order-type.key old.key; cp order-type.pem old.pem
            mv new.pem order-type.pem; mv new.key order-type.key
            """
        )
        kill(shop.server.identifier, SIGHUP)
        try renewal.wait(shop, for: #""event":"certificate.refused","purpose":"orders""#)
        #expect(try renewal.isRefused(shop, "orders") && renewal.isReady(shop))
        #expect(try signer() == old, "the old one signs")
        let new = try renewal.renew("orderType", of: "order-types/\(type)", shop)
        // No signal: the files changed.
        _ = try run("mv new.pem order-type.pem; mv new.key order-type.key")
        try renewal.wait(shop, for: #""event":"certificate.loaded","purpose":"orders""#)
        #expect(try !renewal.isRefused(shop, "orders"))
        #expect(try signer() == new && new != old)
        // The sandbox takes no push of a client whose certificate was revoked.
        #expect(try shop.sandbox.call("POST", "/certificates/\(old)/revoke").status == 200)
        let changed = try SandboxProcess.call(
            "PATCH",
            "\(shop.url)/orders/\(order)",
            ["metadata": ["cart": "7"]],
            fields: ["Authorization: Bearer \(shop.apiKey)", "If-Match: \"1\""]
        )
        #expect(changed.status == 200, "\(changed.json)")
        try renewal.wait(for: "aa01", times: 2, shop)
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
