import Foundation
import TestSupport
import Testing

/// A shop's server that charges through a platform of the sandbox, over HTTP on both sides (mission 1.10 (a), 3.13,
/// 12.8, 12.9).
@Suite("A shop that charges through a payment platform")
struct PlatformShopTests {
    /// A platform, and the form of the tokens that it is given.
    struct Way: CustomTestStringConvertible, Sendable {
        let platform: String
        let form: String

        var testDescription: String { "\(platform), \(form)" }

        static let all = ["stripe", "adyen", "checkout", "braintree"].flatMap { platform in
            ["networkToken", "passThrough"].map { Way(platform: platform, form: $0) }
        }
    }

    private func shop(_ way: Way) throws -> ShopProcess {
        let shop = try ShopProcess(
            through: "--platform \(way.platform) --token-form \(way.form)"
        ) { folder in
            guard way.platform == "braintree" else { return }
            // On one machine nothing is on its way for long.
            let edit = #"s/"merchantId"/"arrivalSeconds": "3", "merchantId"/"#
            _ = try ProcessRun("sed -i '\(edit)' shop/server.json", in: folder.url)
        }
        try shop.becomeReady()
        try sendWebhooks(to: shop, way)
        return shop
    }

    private func sendWebhooks(to shop: ShopProcess, _ way: Way) throws {
        let endpoint = try shop.sandbox.call(
            "POST",
            "/platforms/endpoints",
            ["platform": way.platform, "url": "\(shop.url)/webhooks/\(way.platform)"]
        )
        #expect(endpoint.status == 200, "\(endpoint.json)")
    }

    private func pay(
        _ shop: ShopProcess,
        _ reference: String,
        capture: Bool = false
    ) throws -> SandboxProcess.Answer {
        let token = try #require(try shop.paid()["token"])
        let body: [String: Any] = [
            "token": token, "amount": "10.75", "currency": "USD", "reference": reference,
            "capture": capture,
        ]
        return try shop.call("POST", "/payments", body, idempotencyKey: reference)
    }

    private func change(
        _ shop: ShopProcess,
        _ payment: String,
        _ step: String,
        _ amount: String? = nil,
        _ number: Int = 1,
        isFinal: Bool = false
    ) throws -> SandboxProcess.Answer {
        var body: [String: Any] = amount.map { ["amount": $0, "currency": "USD"] } ?? [:]
        if isFinal { body["final"] = true }
        return try shop.call(
            "POST",
            "/payments/\(payment)/\(step)",
            body,
            idempotencyKey: "\(payment)-\(step)-\(number)"
        )
    }

    /// The payment once it is as a platform's message says; as it is after ten seconds otherwise.
    private func payment(
        _ shop: ShopProcess,
        _ payment: String,
        when isThere: ([String: Any]) -> Bool
    ) throws -> [String: Any] {
        var found: [String: Any] = [:]
        for _ in 0..<100 {
            found = try shop.call("GET", "/payments/\(payment)").json
            if isThere(found) { break }
            _ = try ProcessRun("sleep 0.1", in: shop.folder.url)
        }
        return found
    }

    /// A void after a capture releases the rest where the platform has not done so.
    private func voidRest(_ shop: ShopProcess, _ id: String, _ way: Way) throws {
        let rest = ["stripe": "0.00", "adyen": "0.00", "checkout": "0.75", "braintree": "0.00"]
        #expect(try payment(shop, id) { _ in true }["capturable"] as? String == rest[way.platform])
        let void = try change(shop, id, "void")
        if way.platform == "checkout" {
            #expect(void.status < 300)
            let kinds = ["capture completed", "void completed"]
            let closed = try payment(shop, id) { Self.kinds($0) == kinds }
            #expect(Self.kinds(closed) == kinds && closed["status"] as? String == "captured")
            #expect(closed["capturable"] as? String == "0.00")
        } else {
            #expect(void.code == "notVoidable")
        }
    }

    @Test(arguments: Way.all)
    func `pays, captures, refunds and voids`(way: Way) throws {
        let shop = try shop(way)
        let paid = try pay(shop, "cart-1")
        #expect(paid.status == 201, "\(paid.json)")
        #expect(paid.text("processor") == way.platform)
        #expect(paid.text("status") == "authorized")
        #expect((paid.json["cardSuffix"] != nil) == (way.form == "networkToken"))
        // Adyen does not say when an authorization ends.
        #expect((paid.json["holdEndsAt"] != nil) == (way.platform != "adyen"))
        let again = try pay(shop, "cart-2")
        // Who is killed between two requests goes on with the records.
        shop.server.kill()
        try shop.restart()
        try sendWebhooks(to: shop, way)
        let id = try #require(paid.text("id"))
        #expect(try change(shop, id, "capture", "10.00").status < 300)
        #expect(
            try payment(shop, id) { $0["captured"] as? String == "10.00" }["status"] as? String
                == "captured"
        )
        try voidRest(shop, id, way)
        // What is not settled is not refunded in part.
        if way.platform == "braintree" {
            #expect(try change(shop, id, "refund", "4.00", 0).status == 402)
            try shop.settleAtBraintree(try #require(paid.text("processorReference")))
        }
        #expect(try change(shop, id, "refund", "4.00").status < 300)
        let refunded = try payment(shop, id) { $0["refunded"] as? String == "4.00" }
        #expect(refunded["refunded"] as? String == "4.00")
        #expect(refunded["refundable"] as? String == "6.00")
        #expect(try change(shop, id, "refund", "6.01", 2).code == "exceedsCaptured")
        let other = try #require(again.text("id"))
        #expect(try change(shop, other, "void").status < 300)
        #expect(
            try payment(shop, other) { $0["status"] as? String == "voided" }["status"] as? String
                == "voided"
        )
        let last = try #require(try pay(shop, "cart-4").text("id"))
        #expect(try change(shop, last, "capture", "4.00", isFinal: true).status < 300)
        let final = try payment(shop, last) { Self.kinds($0).contains("release completed") }
        #expect(Self.kinds(final) == ["capture completed", "release completed"])
        #expect(final["capturable"] as? String == "0.00" && final["holdEndsAt"] == nil)
        let captured = try pay(shop, "cart-3", capture: true)
        #expect([201, 202].contains(captured.status), "\(captured.json)")
        let third = try #require(captured.text("id"))
        #expect(
            try payment(shop, third) { $0["captured"] as? String == "10.75" }["captured"] as? String
                == "10.75"
        )
    }

    private static func kinds(_ payment: [String: Any]) -> [String] {
        let operations = payment["operations"] as? [[String: Any]] ?? []
        return operations.map { "\($0["kind"] ?? "") \($0["status"] ?? "")" }
    }

    @Test(arguments: Way.all)
    func `is told the issuer's reason, and charges once whatever is lost`(way: Way) throws {
        let shop = try shop(way)
        let scenario = try shop.sandbox.call(
            "POST",
            "/network/scenarios",
            ["scenario": "insufficient-funds"]
        )
        #expect(scenario.status < 300, "\(scenario.json)")
        let declined = try pay(shop, "cart-1")
        #expect(declined.status == 402 && declined.text("declineReason") == "insufficientFunds")
        let codes = [
            "stripe": "insufficient_funds", "adyen": "12", "checkout": "20051", "braintree": "2001",
        ]
        let listed = try shop.call("GET", "/payments?status=declined")
        let payments = try #require(listed.json["payments"] as? [[String: Any]])
        #expect(payments.map { $0["processorCode"] as? String } == [codes[way.platform]])
        let lines = try ProcessRun(
            "\"$QUINCE\" server payments --config shop/server.json",
            in: shop.folder.url
        )
        #expect(lines.results.contains("cart-1  code \(codes[way.platform] ?? "")"))
        for fault in ["closedConnection", "serverError", "timeoutAfter", "rateLimited"] {
            let made = try shop.sandbox.call(
                "POST",
                "/platforms/faults",
                ["platform": way.platform, "fault": fault, "delay": 1]
            )
            #expect(made.status == 200, "\(made.json)")
            let paid = try pay(shop, "cart-\(fault)")
            let id = try #require(paid.text("id") ?? paid.text("payment"), "\(paid.json)")
            let settled = try payment(shop, id) { $0["status"] as? String != "pending" }
            let status = try #require(settled["status"] as? String)
            #expect(["authorized", "failed", "cancelled"].contains(status), "\(fault): \(status)")
        }
        // The network holds what the records have, and nothing else.
        let list = try shop.call("GET", "/payments?status=authorized")
        let recorded = try #require(list.json["payments"] as? [Any]).count
        let held = try ProcessRun(
            """
            "$QUINCE" sandbox accounts --state sandbox --json
            """,
            in: shop.folder.url
        )
        let accounts = try JSONSerialization.jsonObject(with: Data(held.results.utf8))
        #expect(Self.held(accounts) == recorded * 1_075, "\(held.results)")
    }

    /// All that is held, in minor units.
    private static func held(_ value: Any) -> Int {
        if let list = value as? [Any] { return list.reduce(0) { $0 + held($1) } }
        guard let object = value as? [String: Any] else { return 0 }
        var sum = 0
        for (name, value) in object {
            if name == "held", let units = value as? Int {
                sum += units
            } else {
                sum += held(value)
            }
        }
        return sum
    }

    @Test func `learns what people do in the platform's dashboard`() throws {
        let shop = try shop(Way(platform: "stripe", form: "passThrough"))
        let paid = try pay(shop, "cart-1")
        let (id, intent) = (
            try #require(paid.text("id")), try #require(paid.text("processorReference"))
        )
        try stripe(shop, "payment_intents/\(intent)/capture", "amount_to_capture=1000")
        let captured = try payment(shop, id) { $0["captured"] as? String == "10.00" }
        #expect(
            captured["captured"] as? String == "10.00"
                && captured["status"] as? String == "captured"
        )
        try stripe(shop, "refunds", "payment_intent=\(intent)&amount=250")
        #expect(
            try payment(shop, id) { $0["refunded"] as? String == "2.50" }["refunded"] as? String
                == "2.50"
        )
        let audit = try ProcessRun(
            "\"$QUINCE\" server audit --config shop/server.json",
            in: shop.folder.url
        )
        #expect(
            audit.results.contains("payment.capture \(id)")
                || audit.results.contains("payment.capture")
        )
        #expect(audit.results.contains("processor"))
        let other = try pay(shop, "cart-2")
        let second = try #require(other.text("processorReference"))
        try stripe(shop, "payment_intents/\(second)/cancel", "cancellation_reason=fraudulent")
        let voided = try payment(shop, try #require(other.text("id"))) {
            $0["status"] as? String == "voided"
        }
        #expect(voided["status"] as? String == "voided")
    }

    private func stripe(_ shop: ShopProcess, _ path: String, _ form: String) throws {
        let run = try ProcessRun(
            """
            key=$(cat shop/stripe.key)
            url=$(sed -n 's/.*"stripe":{"url":"\\([^"]*\\)".*/\\1/p' ready)
            curl -sS --fail -u "$key:" -d '\(form)' "$url/v1/\(path)"
            """,
            in: shop.folder.url
        )
        #expect(run.status == 0, "\(run.remarks)")
    }

    @Test func `learns what people do in Adyen's customer area`() throws {
        let shop = try shop(Way(platform: "adyen", form: "passThrough"))
        let paid = try pay(shop, "cart-1")
        let (id, reference) = (
            try #require(paid.text("id")), try #require(paid.text("processorReference"))
        )
        try adyen(shop, "\(reference)/captures", 1_000)
        #expect(
            try payment(shop, id) { $0["captured"] as? String == "10.00" }["captured"] as? String
                == "10.00"
        )
        try adyen(shop, "\(reference)/refunds", 250)
        #expect(
            try payment(shop, id) { $0["refunded"] as? String == "2.50" }["refunded"] as? String
                == "2.50"
        )
        let other = try pay(shop, "cart-2")
        let second = try #require(other.text("processorReference"))
        try adyen(shop, "\(second)/cancels", nil)
        let voided = try payment(shop, try #require(other.text("id"))) {
            $0["status"] as? String == "voided"
        }
        #expect(voided["status"] as? String == "voided")
    }

    @Test
    func `cancels with Adyen what was not answered, and ends it when it cannot come any more`()
        throws
    {
        let shop = try shop(Way(platform: "adyen", form: "networkToken"))
        let fault: [String: Any] = [
            "platform": "adyen", "fault": "closedConnection", "count": 3,
        ]
        #expect(try shop.sandbox.call("POST", "/platforms/faults", fault).status == 200)
        let id = try #require(try pay(shop, "cart-1").text("id"))
        let early = try payment(shop, id) { $0["status"] as? String != "pending" }
        #expect(early["status"] as? String == "pending", "it may still arrive")
        let moved = try shop.sandbox.call("POST", "/clock", ["advanceSeconds": 601])
        #expect(moved.status == 200, "\(moved.json)")
        var later: [String: Any] = [:]
        for _ in 0..<4 where later["status"] as? String != "cancelled" {
            later = try payment(shop, id) { $0["status"] as? String == "cancelled" }
        }
        #expect(later["status"] as? String == "cancelled")
    }

    private func adyen(_ shop: ShopProcess, _ path: String, _ minorUnits: Int?) throws {
        let account = try shop.account("adyen")
        let key = try String(
            contentsOf: shop.folder.url.appending(path: "shop/adyen.key"),
            encoding: .utf8
        )
        var body: [String: Any] = ["merchantAccount": account["merchantAccount"] ?? ""]
        body["amount"] = minorUnits.map { ["currency": "USD", "value": $0] as [String: Any] }
        let answer = try SandboxProcess.call(
            "POST",
            "\(account["url"] ?? "")/v72/payments/\(path)",
            body,
            fields: ["X-API-Key: \(key.trimmingCharacters(in: .whitespacesAndNewlines))"]
        )
        #expect(answer.status == 201, "\(answer.json)")
    }

    @Test(.enabled(if: PythonOracle.isInstalled))
    func `learns of a dispute by the messages that Braintree's SDK makes`() throws {
        let shop = try shop(Way(platform: "braintree", form: "networkToken"))
        let paid = try pay(shop, "cart-1", capture: true)
        let (id, transaction) = (
            try #require(paid.text("id")), try #require(paid.text("processorReference"))
        )
        let account = try shop.account("braintree")
        for state in ["open", "won"] {
            let kind = state == "open" ? "dispute_opened" : "dispute_won"
            let run = try ProcessRun(
                """
                "\(PythonOracle.path)" - >message <<'END'
                import braintree, urllib.parse
                gateway = braintree.BraintreeGateway(braintree.Configuration(
                    braintree.Environment.Sandbox, "shop", "\(account["publicKey"] ?? "")",
                    open("shop/braintree.key").read().strip()))
                sample = gateway.webhook_testing.sample_notification("\(kind)", "\(transaction)")
                print(urllib.parse.urlencode(sample), end="")
                END
                curl -sS --fail --data @message \(shop.url)/webhooks/braintree
                """,
                in: shop.folder.url
            )
            #expect(run.status == 0 && run.results.contains("recorded"), "\(run)")
            let found = try shop.call("GET", "/payments/\(id)").json["disputes"]
            let disputes = try #require(found as? [[String: Any]])
            #expect(disputes.map { $0["status"] as? String } == [state], "\(disputes)")
            #expect(disputes.map { $0["amount"] as? String } == ["100.00"])
        }
    }

    @Test func `refuses a webhook that it does not know the secret of`() throws {
        let shop = try shop(Way(platform: "stripe", form: "networkToken"))
        let forged = try SandboxProcess.call(
            "POST",
            shop.url + "/webhooks/stripe",
            ["id": "evt_1", "type": "charge.refunded"],
            fields: ["Stripe-Signature: t=1700000000,v1=\(String(repeating: "0", count: 64))"]
        )
        #expect(forged.status == 400 && forged.code == "webhookRefused", "\(forged.json)")
    }
}
