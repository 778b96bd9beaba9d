import Foundation
import TestSupport
import Testing

@Suite("Later payments at a shop's server", .enabled(if: PythonOracle.isInstalled))
struct LaterPaymentTests {
    private func opened(_ way: PlatformShopTests.Way? = nil) throws -> SearchedShop {
        let options = way.map { "--platform \($0.platform) --token-form \($0.form)" }
        let searched = SearchedShop(try ShopProcess(through: options))
        try searched.shop.becomeReady()
        return searched
    }

    private func charge(
        _ searched: SearchedShop,
        _ credential: String,
        _ amount: String,
        _ reference: String,
        by key: String? = nil
    ) throws -> SandboxProcess.Answer {
        let body: [String: Any] = [
            "credential": credential, "initiator": "merchant", "amount": amount,
            "currency": "USD", "reference": reference,
        ]
        return try searched.call("POST", "/payments", body, idempotencyKey: reference, key: key)
    }

    private func key(_ shop: ShopProcess, _ role: String) throws -> String {
        let run = try ProcessRun(
            "\"$QUINCE\" server key add --role \(role) --config shop/server.json",
            in: shop.folder.url
        )
        return run.results.trimmingCharacters(in: .newlines)
    }

    private func restart(_ shop: ShopProcess) throws {
        try shop.restart()
        try shop.becomeReady()
    }

    /// Starts the server with other keys of stored credentials.
    private func restart(_ shop: ShopProcess, _ credentials: [String: [String]]) throws {
        #expect(shop.server.terminate() == 0)
        let url = URL(filePath: shop.config)
        let read = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        var object = try #require(read as? [String: Any])
        object["credentials"] = credentials
        try JSONSerialization.data(withJSONObject: object).write(to: url)
        try restart(shop)
    }

    private func run(_ line: String, _ shop: ShopProcess) throws -> String {
        let run = try ProcessRun("set -e; umask 077; cd shop; \(line)", in: shop.folder.url)
        #expect(run.status == 0, "\(run.remarks)")
        return run.results.trimmingCharacters(in: .newlines)
    }

    private static let makeKey =
        "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out new.key"

    /// The digest of the public key of a file, by openssl.
    private func digest(of key: String, _ shop: ShopProcess) throws -> String {
        let line = "openssl pkey -in \(key) -pubout -outform DER | sha256sum | cut -d' ' -f1"
        return try run(line, shop)
    }

    /// Waits until what is stored is sealed to the key of a file.
    private func waitUntilSealed(to key: String, _ shop: ShopProcess) throws {
        let digest = try digest(of: key, shop)
        let query = """
            import sqlite3, sys, time
            for _ in range(600):
                rows = sqlite3.connect("payments.sqlite").execute(
                    "SELECT DISTINCT lower(hex(key_digest)) FROM stored_credential").fetchall()
                if rows == [("\(digest)",)]: sys.exit()
                time.sleep(0.1)
            sys.exit(str(rows))
            """
        _ = try run("python3 -c '\(query)'", shop)
    }

    private func wait(_ shop: ShopProcess, for text: String) throws {
        _ = try run(
            "timeout 60 sh -c 'until grep -q \"$0\" ../log; do sleep 0.1; done' '\(text)'",
            shop
        )
    }

    @Test func `are made with what a recurring payment stored, until it is ended`() throws {
        let searched = try opened()
        let shop = searched.shop
        let first = try searched.pay("10.75", "first", storing: "recurring")
        let credential = try #require(first.credential)
        let (billing, page) = (try key(shop, "billing"), try key(shop, "shop"))
        #expect(
            try charge(searched, credential, "5.00", "bill 1", by: page).text("code")
                == "roleInsufficient"
        )
        let paid = try charge(searched, credential, "5.00", "bill 1", by: billing)
        #expect(paid.status == 201 && paid.text("credential") == credential)
        #expect(paid.text("transactionId") == nil)
        shop.server.kill()
        try restart(shop)
        #expect(try charge(searched, credential, "5.00", "bill 1", by: billing).body == paid.body)
        let second = try charge(searched, credential, "6.00", "bill 2", by: billing)
        #expect(second.status == 201)
        // The account has a million.
        let declined = try charge(searched, credential, "1000000.00", "bill 3", by: billing)
        #expect(declined.status == 402 && declined.text("declineReason") == "insufficientFunds")
        let identifier = try #require(second.text("id"))
        let captured = try searched.call(
            "POST",
            "/payments/\(identifier)/capture",
            [:] as [String: Any],
            idempotencyKey: "capture"
        )
        #expect(captured.text("captured") == "6.00")
        try expectEvents(searched)
        let kept = try searched.call("GET", "/credentials/\(credential)", key: billing)
        #expect(kept.text("status") == "active" && kept.text("payment") == first.payment)
        #expect(kept.text("merchantTokenIdentifier")?.isEmpty == false)
        let another = try #require(try searched.pay("1.00", "a", storing: "recurring").credential)
        #expect(try listed(searched, by: billing) == [another, credential])
        #expect(try searched.call("GET", "/credentials", key: page).status == 403)
        let strange = try searched.call("GET", "/credentials?cursor=1.\(first.payment ?? "")")
        #expect(strange.text("code") == "queryInvalid")
        let ended = try searched.call("DELETE", "/credentials/\(credential)", key: billing)
        #expect(ended.text("status") == "ended")
        #expect(
            try charge(searched, credential, "5.00", "bill 4", by: billing).text("code")
                == "credentialEnded"
        )
        try expectNoSecret(searched)
        let audit = try audit(searched)
        for action in ["store", "charge", "end"] {
            #expect(audit.contains("\"credential.\(action)\""), "\(action)")
        }
        let own = try self.audit(searched, of: identifier).split(separator: "\n")
        #expect(own.count == 2 && own[0].contains("\(credential) for bill 2"), "\(own)")
        #expect(own.last?.contains("\"payment.capture\"") == true, "\(own)")
    }

    private func audit(_ searched: SearchedShop, of payment: String? = nil) throws -> String {
        let choice = payment.map { " --payment \($0)" } ?? ""
        return try ProcessRun(
            "\"$QUINCE\" server audit --config shop/server.json --json\(choice)",
            in: searched.shop.folder.url
        ).results
    }

    /// The identifiers of all credentials, read page after page.
    private func listed(_ searched: SearchedShop, by key: String) throws -> [String?] {
        var (seen, place): ([String?], String?) = ([], "")
        while let cursor = place, seen.count < 4 {
            let page = try searched.call("GET", "/credentials?limit=1\(cursor)", key: key)
            seen += (page.json["credentials"] as? [[String: Any]] ?? []).map { $0["id"] as? String }
            place = page.text("next").map { "&cursor=\($0)" }
        }
        return seen
    }

    /// The shop is told of each change, and finds the payments by it.
    private func expectEvents(_ searched: SearchedShop) throws {
        let events = try JSONSerialization.jsonObject(
            with: searched.call("GET", "/events?after=0").body
        )
        let types = ((events as? [String: Any])?["events"] as? [[String: Any]])?
            .compactMap { $0["type"] as? String }
            .filter { !$0.hasPrefix("key.") }
        #expect(
            types == [
                "payment.authorized", "credential.stored", "order.placed", "payment.authorized",
                "order.placed", "payment.authorized", "order.placed", "payment.declined",
                "payment.captured", "order.changed",
            ]
        )
        let changed = try JSONSerialization.jsonObject(
            with: searched.call("GET", "/payments?changedSince=0").body
        )
        let payments = (changed as? [String: Any])?["payments"] as? [[String: Any]]
        #expect(
            payments?.compactMap { $0["status"] as? String }
                == ["authorized", "authorized", "captured", "declined"]
        )
    }

    /// Neither account number nor cryptogram is in an answer, the log or a file of the database.
    private func expectNoSecret(_ searched: SearchedShop) throws {
        let shop = searched.shop
        var places = ["log": try Data(contentsOf: shop.log)]
        for (place, answer) in searched.answers.enumerated() { places["answer \(place)"] = answer }
        for name in ["payments.sqlite", "payments.sqlite-wal"] {
            places[name] = try Data(contentsOf: URL(filePath: shop.folder.path("shop/\(name)")))
        }
        let files = Array(places.values)
        #expect(files.contains { $0.range(of: Data("bill 1".utf8)) != nil })
        for (name, secret) in try searched.ofPayments() {
            for (place, content) in places where content.range(of: secret) != nil {
                Issue.record("the \(name) is in \(place)")
            }
        }
    }

    @Test func `go on while the key is replaced, without a restart`() throws {
        let searched = try opened()
        let shop = searched.shop
        _ = try run("mkdir keys; mv credentials.key keys/2.key", shop)
        try restart(shop, ["files": ["keys"]])
        let first = try searched.pay("10.75", "first", storing: "unscheduled")
        let credential = try #require(first.credential)
        try waitUntilSealed(to: "keys/2.key", shop)
        _ = try run("cp keys/2.key old.key; \(Self.makeKey); mv new.key keys/1.key", shop)
        kill(shop.server.identifier, SIGHUP)
        try waitUntilSealed(to: "keys/1.key", shop)
        // No signal: the folder has changed.
        _ = try run("rm keys/2.key", shop)
        try wait(shop, for: "\"keys.loaded\",\"added\":0,\"removed\":1")
        #expect(try charge(searched, credential, "5.00", "bill 1").status == 201)
        _ = try run("echo SECRET-IN-A-BAD-FILE >bad.key; mv bad.key keys/1.key", shop)
        kill(shop.server.identifier, SIGHUP)
        try wait(shop, for: "\"keys.refused\"")
        #expect(try charge(searched, credential, "5.00", "bill 2").status == 201)
        let metrics = String(decoding: try shop.call("GET", "/metrics").body, as: UTF8.self)
        #expect(metrics.contains("quince_certificate_refused{purpose=\"credentials\"} 1"))
        try restart(shop, ["files": ["old.key"]])
        let refused = try charge(searched, credential, "5.00", "bill 3")
        #expect(refused.status == 503 && refused.text("code") == "keyUnavailable")
    }

    @Test(.enabled(if: SoftwareToken.isInstalled, "softhsm2 is not installed"))
    func `are sealed to a key that never leaves its security module`() throws {
        let searched = try opened()
        let shop = searched.shop
        _ = try run("\(Self.makeKey); umask 077; echo \(SoftwareToken.pin) >pin", shop)
        let token = SoftwareToken(.credentials)
        let key = shop.folder.path("shop/new.key")
        try token.importKey(
            String(contentsOfFile: key, encoding: .utf8),
            object: "credentials",
            id: "01"
        )
        let uri = token.uri("credentials") + "&pin-source=" + shop.folder.path("shop/pin")
        try restart(shop, ["modules": [uri], "files": ["credentials.key"]])
        let first = try searched.pay("10.75", "first", storing: "unscheduled")
        let credential = try #require(first.credential)
        try waitUntilSealed(to: "new.key", shop)
        _ = try run("rm new.key", shop)
        shop.server.kill()
        try restart(shop)
        #expect(try charge(searched, credential, "5.00", "bill 1").status == 201)
        try restart(shop, ["files": ["credentials.key"]])
        #expect(try charge(searched, credential, "5.00", "bill 2").text("code") == "keyUnavailable")
        let log = try String(contentsOf: shop.log, encoding: .utf8)
        #expect(!log.contains(SoftwareToken.pin))
        try expectNoSecret(searched)
    }

    @Test(arguments: PlatformShopTests.Way.all)
    func `are made by a platform that stores the card itself`(
        way: PlatformShopTests.Way
    ) throws {
        let searched = try opened(way)
        let first = try searched.pay("10.75", "first", storing: "unscheduled")
        let credential = try #require(first.credential, "\(first)")
        let paid = try charge(searched, credential, "5.00", "bill 1")
        #expect(paid.text("status") == "authorized", "\(paid.json)")
        #expect(paid.text("processor") == way.platform)
        #expect(paid.text("cardSuffix") == nil)
        // The account has a million.
        let declined = try charge(searched, credential, "999999.00", "bill 2")
        #expect(declined.text("declineReason") == "insufficientFunds", "\(declined.json)")
        let ended = try searched.call("DELETE", "/credentials/\(credential)")
        #expect(ended.text("status") == "ended")
        let code = try charge(searched, credential, "5.00", "bill 3").text("code")
        #expect(code == "credentialEnded")
        if way.form == "networkToken" { try expectNoSecret(searched) }
    }
}
