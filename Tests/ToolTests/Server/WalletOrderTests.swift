import Foundation
import TestSupport
import Testing

@Suite("Orders of a shop's server in Apple's Wallet")
struct WalletOrderTests {
    /// The root of the sandbox's Order Type ID certificates.
    private static func root(of shop: ShopProcess) throws -> String {
        let run = try ProcessRun(
            "\"$QUINCE\" merchant authorities --out authorities --state sandbox",
            in: shop.folder.url
        )
        try #require(run.status == 0, "\(run.remarks)")
        return shop.folder.path("authorities/root-g2.pem")
    }

    /// Sends pushes to another address from the next start on.
    private static func push(to address: String, _ shop: ShopProcess) throws {
        let run = try ProcessRun(
            """
            python3 - <<'END'
            import json
            configuration = json.load(open("shop/server.json"))
            configuration["orders"]["wallet"]["testPush"]["address"] = "\(address)"
            json.dump(configuration, open("shop/server.json", "w"))
            END
            """,
            in: shop.folder.url
        )
        try #require(run.status == 0, "\(run.remarks)")
    }

    /// How many pushes a device of the sandbox got.
    static func pushes(to token: String, _ shop: ShopProcess) throws -> Int {
        let pushes = try shop.sandbox.call("GET", "/pushes").json["pushes"] as? [[String: Any]]
        return try #require(pushes).count { $0["token"] as? String == token }
    }

    /// Waits until every push of the server was sent.
    private static func settle(_ shop: ShopProcess, _ address: String?) async throws {
        let query = "SELECT COUNT(*) FROM wallet_registration WHERE due_at IS NOT NULL"
        for _ in 0..<600 {
            let left =
                if let address {
                    try PostgreSQLServer.shared().sql(query, in: address)
                } else {
                    try ProcessRun(
                        "python3 -c 'import sqlite3; print(*sqlite3.connect(\"shop/payments.sqlite\").execute(\"\(query)\").fetchone())'",
                        in: shop.folder.url
                    ).results
                }
            if left.trimmingCharacters(in: .newlines) == "0" { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("not every push was sent")
    }

    /// A push that could not be sent is sent by the server that takes the place of one that was killed.
    private static func survivesKill(_ shop: ShopProcess, _ address: String?) async throws {
        try await settle(shop, address)
        #expect(shop.server.terminate() == 0)
        let known = try pushes(to: "aa02", shop)
        let gateway = try #require(shop.sandbox.ready["gateway"]?.split(separator: "/").last)
        try push(to: "127.0.0.1:1", shop)
        try shop.restart()
        try shop.becomeReady()
        let orders = try shop.call("GET", "/orders").json["orders"] as? [[String: Any]]
        let order = try #require(orders?.first)
        let changed = try SandboxProcess.call(
            "PATCH",
            "\(shop.url)/orders/\(order["id"] ?? "")",
            ["metadata": ["cart": "7"]],
            fields: [
                "Authorization: Bearer \(shop.apiKey)", "If-Match: \"\(order["version"] ?? 0)\"",
            ]
        )
        #expect(changed.status == 200, "\(changed.json)")
        for _ in 0..<300 {
            if try String(contentsOf: shop.log, encoding: .utf8).contains("wallet.pushFailed") {
                break
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        shop.server.kill()
        try push(to: String(gateway), shop)
        try shop.restart()
        for _ in 0..<600 {
            if try pushes(to: "aa02", shop) > known { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try pushes(to: "aa02", shop) == known + 1)
    }

    /// A fault that every package would have is found before a payment is taken.
    private static func refusesWhatNoPackageHas(_ shop: ShopProcess) throws {
        let run = try ProcessRun(
            """
            printf 'GIF89a' >shop/logo.gif
            sed 's|"website": *"[^"]*"|"website":"https://a<b","logo":"logo.gif"|;
                s|"identifier": *"merchant[.]|"identifier":"shop.|' shop/server.json >shop/wrong.json
            "$QUINCE" server --check --config shop/wrong.json
            """,
            in: shop.folder.url
        )
        #expect(run.status == 1)
        for place in ["merchant.merchantIdentifier", "merchant.url", "logo@2x.jpg"] {
            #expect(run.results.contains(place), "\(place): \(run.results)\(run.remarks)")
        }
    }

    static var databases: [Bool] { PostgreSQLServer.isHere ? [false, true] : [false] }

    @Test(.enabled(if: PythonOracle.isInstalled), arguments: databases)
    func `are fetched and followed by a device from payment to return`(
        onPostgreSQL: Bool
    ) async throws {
        let address = onPostgreSQL ? try PostgreSQLServer.shared().newDatabase() : nil
        let shop = try ShopProcess(onPostgreSQL: address)
        try shop.becomeReady()
        let answer = try await PythonOracle.runAside(
            "wallet-orders.py",
            input: """
                \(shop.url)
                \(shop.apiKey)
                \(shop.sandbox.api)
                \(shop.sandbox.token)
                \(try Self.root(of: shop))

                """
        )
        #expect(answer.isSuccess, "\(answer.text.suffix(500))\(answer.complaint.suffix(1_500))")
        #expect(answer.text == "followed 6 packages\n")
        let log = try String(contentsOf: shop.log, encoding: .utf8)
        #expect(log.contains(#""event":"wallet.deviceMessage","text":"a message of a device""#))
        #expect(!log.contains("AppleOrder"))
        if onPostgreSQL == Self.databases.last { try await Self.survivesKill(shop, address) }
        #expect(shop.server.terminate() == 0)
    }

    /// A change with every member, and with texts at the edges of their forms.
    private static let wholeChange = #"""
        {"statusDescription":"\u0001","fulfillments":{
        "a":{"fulfillmentType":"shipping","status":"shipped","statusDescription":"b","carrier":"Post",
        "trackingNumber":"RR1","trackingURL":"https://[::1]:1/%20~!$&()*+,;=:@?/#?","shippingType":"delivery",
        "shippedAt":"0001-01-01T00:00:00Z","estimatedDeliveryAt":"9999-12-31T23:59:59.9+00:00",
        "deliveredAt":"2026-02-28T00:00:00-23:59","notes":"c","lineItems":[{"line":1,"quantity":1}]},
        "b":{"fulfillmentType":"pickup","status":"pickedUp","displayName":"d","pickupAt":"2026-03-01T00:00:00Z",
        "pickedUpAt":"2026-03-01T00:00:00Z","address":{"addressLines":["e"],"locality":"f","postalCode":"g",
        "administrativeArea":"h","countryCode":"ZZ"}}},
        "returns":{"r":{"status":"issue","returnNumber":"1","carrier":"i","dropOffBy":"2026-03-01T00:00:00Z",
        "initiatedAt":"2026-03-01T00:00:00Z","returnedAt":"2026-03-01T00:00:00Z",
        "returnManagementURL":"http://a","lineItems":[{"line":1}]}},
        "returnInfo":{"returnPolicyURL":"http://a?","returnManagementURL":"http://a#",
        "returnPolicyDescription":"j","returnDeadline":"2026-03-01T00:00:00Z","displayCountdown":true},
        "metadata":{"k":"l"}}
        """#

    private static let serviceFaults = [
        "unreachable", "packageStatus", "packageOlder", "lastModifiedMissing", "notModified",
        "packageWithoutToken", "packageWithAnotherToken", "registerStatus", "registerAgainStatus",
        "registerWithoutToken", "listStatus", "listForm", "listWithoutOrder", "listRepeated",
        "listOfStranger", "unregisterWithoutToken", "unregisterStatus", "listAfterUnregistering",
        "logStatus",
    ]

    @Test(.enabled(if: PythonOracle.isInstalled))
    func `are asked for by the check of a web service, which names each fault`() async throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        let payment = try shop.paid()
        let body: [String: Any] = [
            "token": try #require(payment["token"]), "amount": "10.75", "currency": "USD",
            "reference": "order-1",
            "lines": [["title": "\u{1}\"\\", "amount": "10.75", "quantity": 1_000_000]],
        ]
        let paid = try shop.call("POST", "/payments", body, idempotencyKey: "1")
        let sheet = try #require(paid.json["applePay"] as? [String: Any])
        let details = try #require(sheet["orderDetails"] as? [String: String])
        let order = try #require(details["orderIdentifier"])
        let token = try #require(details["authenticationToken"])
        let run = try ProcessRun(
            """
            set -e
            get() { curl -sSf -o "$1" -H "Authorization: AppleOrder \(token)" \(shop.url)/wallet/v1/orders/order.com.example/\(order); }
            get older.order
            curl -sSf -o changed -X PATCH -H "Authorization: Bearer \(shop.apiKey)" -H 'If-Match: "1"' \\
                \(shop.url)/orders/\(order) --json '\(Self.wholeChange)'
            get given.order
            echo "$QUINCE"
            """,
            in: shop.folder.url
        )
        try #require(run.status == 0, "\(run.remarks)")
        let lines = [
            "\(shop.url)/wallet", run.results.trimmingCharacters(in: .newlines),
            shop.folder.path("given.order"), shop.folder.path("older.order"),
            try Self.root(of: shop),
        ]
        try Self.refusesWhatNoPackageHas(shop)
        let answer = try await PythonOracle.runAside(
            "wallet-service.py",
            input: (lines + Self.serviceFaults).joined(separator: "\n") + "\n"
        )
        #expect(answer.isSuccess, "\(answer.complaint.suffix(1_500))")
        let expected =
            ["none"] + Self.serviceFaults.map { "\($0) \($0)" } + ["listUnanswered unreachable"]
        #expect(answer.text.split(separator: "\n").map(String.init) == expected)
    }
}
