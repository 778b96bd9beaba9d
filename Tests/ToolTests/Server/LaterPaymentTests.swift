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

    /// The configuration's keys of stored credentials.
    private func configure(_ shop: ShopProcess, _ keys: [String]) throws {
        let url = URL(filePath: shop.config)
        let read = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        var object = try #require(read as? [String: Any])
        object["credentials"] = ["files": keys]
        try JSONSerialization.data(withJSONObject: object).write(to: url)
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
        let ended = try searched.call("DELETE", "/credentials/\(credential)", key: billing)
        #expect(ended.text("status") == "ended")
        #expect(
            try charge(searched, credential, "5.00", "bill 4", by: billing).text("code")
                == "credentialEnded"
        )
        try expectNoSecret(searched)
        let audit = try ProcessRun(
            "\"$QUINCE\" server audit --config shop/server.json --json",
            in: shop.folder.url
        )
        for action in ["store", "charge", "end"] {
            #expect(audit.results.contains("\"credential.\(action)\""), "\(action)")
        }
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
                "payment.captured",
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

    @Test func `go on while the key is replaced`() throws {
        let searched = try opened()
        let shop = searched.shop
        let first = try searched.pay("10.75", "first", storing: "unscheduled")
        let credential = try #require(first.credential)
        let made = try ProcessRun(
            """
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out shop/new.key
            chmod 600 shop/new.key
            """,
            in: shop.folder.url
        )
        #expect(made.status == 0, "\(made.remarks)")
        let query = """
            import sqlite3
            rows = sqlite3.connect("shop/payments.sqlite").execute(
                "SELECT hex(key_digest) FROM stored_credential").fetchall()
            print(rows)
            """
        func digest() throws -> String {
            try ProcessRun("python3 -c '\(query)'", in: shop.folder.url).results
        }
        let before = try digest()
        #expect(shop.server.terminate() == 0)
        try configure(shop, ["new.key", "credentials.key"])
        try restart(shop)
        #expect(try charge(searched, credential, "5.00", "bill 1").status == 201)
        var patience = 600
        while try digest() == before, patience > 0 {
            patience -= 1
            _ = try ProcessRun("sleep 0.1", in: shop.folder.url)
        }
        #expect(shop.server.terminate() == 0)
        try configure(shop, ["new.key"])
        try restart(shop)
        #expect(try charge(searched, credential, "5.00", "bill 2").status == 201)
        #expect(shop.server.terminate() == 0)
        try configure(shop, ["credentials.key"])
        try restart(shop)
        let refused = try charge(searched, credential, "5.00", "bill 3")
        #expect(refused.status == 503 && refused.text("code") == "keyUnavailable")
    }

    @Test(arguments: PlatformShopTests.Way.all.filter { $0.platform != "braintree" })
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
