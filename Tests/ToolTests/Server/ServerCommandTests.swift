import Foundation
import TestSupport
import Testing

@Suite("A shop's server as a program")
struct ServerCommandTests {
    /// The body of `POST /payments` for what a page got.
    private func body(_ payment: [String: Any], _ reference: String) throws -> [String: Any] {
        [
            "token": try #require(payment["token"]), "amount": "10.75", "currency": "USD",
            "reference": reference,
        ]
    }

    @Test func `takes, captures and partly refunds a payment from an empty folder`() throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        let payment = try body(try shop.paid(), "order-1")
        let taken = try shop.call("POST", "/payments", payment, idempotencyKey: "a")
        #expect(taken.status == 201, "\(taken.json)")
        let identifier = try #require(taken.text("id"))
        let captured = try shop.call(
            "POST",
            "/payments/\(identifier)/capture",
            [String: String](),
            idempotencyKey: "b"
        )
        #expect(captured.json["captured"] as? String == "10.75", "\(captured.json)")
        let refunded = try shop.call(
            "POST",
            "/payments/\(identifier)/refund",
            ["amount": "1.25"],
            idempotencyKey: "c"
        )
        #expect(refunded.json["refunded"] as? String == "1.25", "\(refunded.json)")
        #expect(shop.server.terminate() == 0)
        let audit = try ProcessRun(
            #"sqlite3 shop/payments.sqlite "SELECT caller, role, action FROM audit_entry ORDER BY number""#,
            in: shop.folder.url
        ).results
        let caller = shop.apiKey.split(separator: "_")[1]
        #expect(
            audit == """
                operator|operator|key.add
                \(caller)|back-office|payment.ask
                \(caller)|back-office|payment.capture
                \(caller)|back-office|payment.refund

                """
        )
        // What was answered is there after a restart.
        try shop.restart()
        let again = try shop.call("GET", "/payments/\(identifier)")
        #expect(again.json["refunded"] as? String == "1.25", "\(again.json)")
    }

    @Test func `gets the API key that a set-up without its database could not make`() throws {
        let shop = try ShopProcess()
        let failed = try ProcessRun(
            """
            QUINCE_SERVER_DATABASE_POSTGRESQL=postgresql://quince@127.0.0.1:1/none \
                "$QUINCE" server --init later --sandbox ready --merchant merchant.com.later --json
            """,
            in: shop.folder.url
        )
        #expect(failed.status == 2 && failed.results.isEmpty, "\(failed.results)")
        let made = try ProcessRun(
            "\"$QUINCE\" server --init later --sandbox ready --json",
            in: shop.folder.url
        )
        #expect(made.status == 0 && made.results.contains(#""apiKey":"quince_"#), "\(made.remarks)")
        let again = try ProcessRun(
            "\"$QUINCE\" server --init later --sandbox ready --json",
            in: shop.folder.url
        )
        #expect(again.status == 0 && !again.results.contains("apiKey"), "\(again.remarks)")
    }

    @Test func `is set up once, and told where the sandbox is now`() throws {
        let shop = try ShopProcess()
        let before = try Data(
            contentsOf: URL(filePath: shop.folder.path("shop/processing/first.key"))
        )
        let second = try ShopProcess.initialize(shop.folder)
        #expect(second["apiKey"] == nil && second["merchantIdentifier"] == shop.merchant)
        shop.sandbox.kill()
        let sandbox = try SandboxProcess(["--state", shop.folder.path("sandbox")])
        try ShopProcess.write(sandbox, to: shop.folder)
        _ = try ShopProcess.initialize(shop.folder)
        let config = try String(contentsOfFile: shop.config, encoding: .utf8)
        #expect(config.contains(try #require(sandbox.ready["network"])))
        #expect(
            try Data(contentsOf: URL(filePath: shop.folder.path("shop/processing/first.key")))
                == before
        )
        #expect(shop.server.terminate() == 0)
        try shop.restart()
        try shop.becomeReady()
    }

    @Test func `leaves a configuration alone that is not for a sandbox`() throws {
        let shop = try ShopProcess()
        let production = try String(contentsOfFile: shop.config, encoding: .utf8)
            .replacing("testGateway", with: "gateway")
        try Data(production.utf8).write(to: URL(filePath: shop.config))
        let run = try ProcessRun(
            "\"$QUINCE\" server --init shop --sandbox ready",
            in: shop.folder.url
        )
        #expect(run.status == 2 && run.remarks.contains("it has no \"testGateway\""))
        #expect(try String(contentsOfFile: shop.config, encoding: .utf8) == production)
    }

    @Test func `leaves a folder alone whose certificates are of another sandbox`() throws {
        let shop = try ShopProcess()
        let config = try String(contentsOfFile: shop.config, encoding: .utf8)
        try ShopProcess.write(SandboxProcess(["--ephemeral"]), to: shop.folder)
        let run = try ProcessRun(
            "\"$QUINCE\" server --init shop --sandbox ready",
            in: shop.folder.url
        )
        #expect(run.status == 2 && run.remarks.contains("are of another sandbox"), "\(run.remarks)")
        #expect(try String(contentsOfFile: shop.config, encoding: .utf8) == config)
    }

    @Test func `gives a second folder a merchant of its own`() throws {
        let shop = try ShopProcess()
        let run = try ProcessRun(
            "\"$QUINCE\" server --init other --sandbox ready --json",
            in: shop.folder.url
        )
        #expect(run.status == 0 && !run.results.contains("\"\(shop.merchant)\""), "\(run.remarks)")
        let given = try ProcessRun(
            "\"$QUINCE\" server --init third --sandbox ready --merchant \(shop.merchant)",
            in: shop.folder.url
        )
        #expect(given.status == 2 && given.remarks.contains("has a merchant of this identifier"))
    }

    @Test func `has files that only their owner may read, and no key in them`() throws {
        let shop = try ShopProcess()
        let folder = shop.folder.path("shop")
        for name in ["processing/first.key", "identity.key", "server.json", "payments.sqlite"] {
            let mode =
                try FileManager.default
                .attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
        let secret = String(try #require(shop.apiKey.split(separator: "_").last))
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
        where name != "processing" {
            let content = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            #expect(content.range(of: Data(secret.utf8)) == nil, "\(name)")
        }
    }

    @Test func `loads its keys again by SIGHUP, and keeps the old ones where the new are bad`()
        throws
    {
        let shop = try ShopProcess()
        try shop.becomeReady()
        let file = URL(filePath: shop.folder.path("shop/processing/first.key"))
        try Data("not a key".utf8).write(to: file)
        kill(shop.server.identifier, SIGHUP)
        var text = ""
        for _ in 0..<200 where !text.contains("keys.refused") {
            _ = try ProcessRun("sleep 0.1", in: shop.folder.url)
            text = try String(contentsOf: shop.log, encoding: .utf8)
        }
        #expect(text.contains(#""event":"keys.refused""#) && !text.contains("not a key"), "\(text)")
        let payment = try body(try shop.paid(), "order-1")
        let taken = try shop.call("POST", "/payments", payment, idempotencyKey: "a")
        #expect(taken.status == 201, "\(taken.json)")
        #expect(shop.server.terminate() == 0)
    }

    @Test func `says everything that is wrong with its configuration, and when certificates end`()
        throws
    {
        let shop = try ShopProcess()
        let good = try ProcessRun(
            "\"$QUINCE\" server --config shop/server.json --check --json",
            in: shop.folder.url
        )
        #expect(good.status == 0)
        let object = try JSONSerialization.jsonObject(with: Data(good.results.utf8))
        let report = try #require(object as? [String: [Any]])
        let certificates = try #require(report["certificates"] as? [[String: Any]])
        let purposes = certificates.compactMap { $0["purpose"] as? String }
        #expect(purposes == ["processing", "identity", "orders"])
        // The sandbox's certificates end after 760 days, of which one is before they were issued.
        let days = certificates.compactMap { $0["daysLeft"] as? Int }
        #expect(days.count == 3 && days.allSatisfy { (758...759).contains($0) }, "\(days)")
        _ = try ProcessRun(
            "chmod 644 shop/processing/first.key; rm shop/gateway-ca.pem; cp shop/identity.pem shop/root.pem",
            in: shop.folder.url
        )
        let bad = try ProcessRun(
            "\"$QUINCE\" server --config shop/server.json --check",
            in: shop.folder.url
        )
        #expect(bad.status == 1)
        for member in ["processing.files: ", "testGateway.authority: ", "testRoot: "] {
            #expect(bad.results.contains("wrong: \(member)"), "\(bad.results)")
        }
        let serving = try ProcessRun(
            "\"$QUINCE\" server --config shop/server.json --listen 127.0.0.1:0",
            in: shop.folder.url
        )
        #expect(serving.status == 2 && serving.remarks.contains("(and 3 more)"))
    }

    @Test func `has keys that are made, listed and revoked`() throws {
        let shop = try ShopProcess()
        func key(_ words: String) throws -> ProcessRun {
            try ProcessRun(
                "\"$QUINCE\" server key \(words) --config shop/server.json",
                in: shop.folder.url
            )
        }
        let made = try key("add --role read-only --name books")
        let text = made.results.trimmingCharacters(in: .newlines)
        let identifier = String(try #require(text.split(separator: "_").dropFirst().first))
        #expect(try shop.call("GET", "/metrics", key: text).status == 200)
        let refund = try shop.call(
            "POST",
            "/payments/payment-0/refund",
            [String: String](),
            idempotencyKey: "a",
            key: text
        )
        #expect(refund.status == 403)
        let listed = try key("list").results
        #expect(listed.contains("\(identifier)  read-only  valid  books"))
        #expect(!listed.contains(String(text.split(separator: "_")[2])))
        let revoked = try key("revoke \(identifier) --json")
        #expect(revoked.status == 0 && revoked.results == "{\"revoked\":\"\(identifier)\"}\n")
        #expect(try key("revoke \(identifier)").status == 1)
        #expect(try key("list").results.contains("\(identifier)  read-only  revoked "))
        var status = 200
        for _ in 0..<100 where status == 200 {
            _ = try ProcessRun("sleep 0.1", in: shop.folder.url)
            status = try shop.call("GET", "/metrics", key: text).status
        }
        #expect(status == 401)
        for words in ["", "remove", "add x", "revoke", "revoke a b"] {
            #expect(try key(words).status == 2, "\(words)")
        }
    }

    @Test func `dumps no core, and its log has nothing of a payment`() throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        let limits = try String(
            contentsOfFile: "/proc/\(shop.server.identifier)/limits",
            encoding: .utf8
        )
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(core?.split(separator: " ").filter { $0 == "0" }.count == 2, "\(limits)")
        let payment = try shop.paid()
        let token = try #require(payment["token"] as? [String: Any])
        let data = try #require((token["paymentData"] as? [String: Any])?["data"] as? String)
        _ = try shop.call(
            "POST",
            "/payments",
            try body(payment, "order-77"),
            idempotencyKey: "key-77"
        )
        _ = try shop.call("POST", "/payments?card=4111111111111111", ["number": "4111111111111111"])
        #expect(shop.server.terminate() == 0)
        let log = try String(contentsOf: shop.log, encoding: .utf8)
        #expect(log.contains(#""route":"/payments","status":201"#), "\(log)")
        let secret = String(try #require(shop.apiKey.split(separator: "_").last))
        for text in [data, secret, "4111111111111111", "key-77", "order-77", shop.sandbox.token] {
            #expect(!log.contains(text), "\(text)")
        }
    }

    @Test(.enabled(if: PythonOracle.isInstalled))
    func `answers as its description says, whatever is sent`() async throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        let answer = try await PythonOracle.runAside(
            "describe-api.py",
            input: "\(shop.url)\n\(shop.apiKey)\n"
        )
        #expect(answer.isSuccess, "\(answer.text.suffix(6_000))\(answer.complaint.suffix(1_000))")
        let tested = answer.text.split(separator: "\n").first { $0.contains("Tested:") }
        let count = tested?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        #expect(count >= 10, "\(answer.text.suffix(1_000))")
    }
}
