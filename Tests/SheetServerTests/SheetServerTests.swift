import AppleServers
import Certificates
import Foundation
import HTTPMessages
import PaymentSheet
import PaymentToken
import TestSandbox
import Testing
import Wallet
import World

/// The routes of a sheet, used over HTTP as its page uses them.
@Suite("The server of a page's sheet", .timeLimit(.minutes(30)))
struct SheetServerTests {
    private static var shipped: [String: Any] {
        [
            "requiredShippingContactFields": ["postalAddress", "email"],
            "supportsCouponCode": true,
            "lineItems": [
                ["label": "Toy", "amount": "22.99"],
                ["label": "Tax", "amount": "0", "type": "pending"],
            ],
            "shippingMethods": [
                ["label": "Ground", "detail": "5 days", "amount": "3.99", "identifier": "ground"],
                ["label": "Courier", "detail": "today", "amount": "9.99", "identifier": "courier"],
            ],
        ]
    }

    private static var paid: [String: Any] { ["status": 0] }

    @Test func `pays, with a token for the merchant of the session`() async throws {
        let bench = try SheetBench()
        let page = try await bench.open()
        let asked = try await page.answer("validatemerchant", SheetBench.session)
        #expect(
            asked["validationURL"] as? String
                == "https://gateway.example/paymentservices/startSession"
        )
        try await page.answer("paymentmethodselected", NSNull())
        let view = try await page.view(state: "open")
        #expect(view["payee"] as? String == "Pay Shinobi")
        #expect(view["title"] as? String == "Quince Pay")
        let total = try #require(view["total"] as? [String: Any])
        #expect(total["amount"] as? String == "$29.27" && total["value"] as? String == "29.27")
        try await page.step(["authorize": "29.27"])
        let event = try await page.answer("paymentauthorized", Self.paid)
        #expect(try await page.end() == "paid")
        _ = try await page.view(state: "paid")
        let payment = try #require(event["payment"] as? [String: Any])
        let token = try #require(payment["token"] as? [String: Any])
        let data = try JSONSerialization.data(withJSONObject: try #require(token["paymentData"]))
        let sealed = try SealedPaymentToken(json: Array(data))
        #expect(try opened(sealed, bench).payment.transactionAmount == 2927)
    }

    @Test func `tells the page a redacted address, and shows what the page changes`() async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated(Self.shipped)
        try await page.answer("paymentmethodselected", NSNull())
        let event = try await page.answer("shippingcontactselected", Self.update("33.26"))
        let contact = try #require(event["shippingContact"] as? [String: Any])
        #expect(contact["locality"] as? String == "Atlanta")
        #expect(contact["emailAddress"] == nil && contact["givenName"] == nil)
        #expect(contact["addressLines"] as? [String] == [])
        let view = try await page.view(state: "open")
        #expect(try total(of: view) == "33.26")
        let rows = try #require(view["rows"] as? [[String: Any]])
        #expect(
            rows.map { $0["row"] as? String } == [
                "card", "shippingContact", "shippingMethod", "contact", "couponCode",
            ]
        )
        let method = try row("shippingMethod", of: view)
        #expect(method["value"] as? String == "Ground, $3.99")
        let choices = try #require(method["choices"] as? [[String: Any]])
        #expect(choices.map { $0["text"] as? String } == ["Ground", "Courier"])
        #expect(choices.map { $0["amount"] as? String } == ["$3.99", "$9.99"])
        #expect(choices.map { $0["selected"] as? Bool } == [true, false])
        let cards = try #require(try row("card", of: view)["choices"] as? [[String: Any]])
        #expect(cards.prefix(3).map { $0["network"] as? String } == ["Visa", "MasterCard", "AmEx"])
        #expect(cards.map { $0["obstacle"] is NSNull } == [true, true, false, false, false, false])
        try await page.step("cancel")
        #expect(try await page.end() == "notPaid cancelled")
    }

    @Test func `selects the shipping method that an update of the page selects`() async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated(Self.shipped)
        try await page.answer("paymentmethodselected", NSNull())
        var methods = try #require(Self.shipped["shippingMethods"] as? [[String: Any]])
        methods[1]["selected"] = true
        var update = Self.update("39.26")
        update["newShippingMethods"] = methods
        try await page.answer("shippingcontactselected", update)
        let view = try await page.view(state: "open")
        #expect(try row("shippingMethod", of: view)["value"] as? String == "Courier, $9.99")
    }

    @Test func `takes every choice of the shopper to the page`() async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated(Self.shipped)
        try await page.answer("paymentmethodselected", NSNull())
        try await page.answer("shippingcontactselected", NSNull())
        _ = try await page.view(state: "open")
        try await page.step(["choose": ["row": "shippingMethod", "place": 1]])
        let courier = try await page.answer("shippingmethodselected", Self.update("39.26"))
        #expect(
            (courier["shippingMethod"] as? [String: Any])?["identifier"] as? String == "courier"
        )
        try await page.step(["code": "  SAVE10 "])
        let coupon = try await page.answer("couponcodechanged", Self.update("35.26"))
        #expect(coupon["couponCode"] as? String == "SAVE10")
        try await page.step(["choose": ["row": "shippingContact", "place": 1]])
        let london = try await page.answer("shippingcontactselected", NSNull())
        #expect((london["shippingContact"] as? [String: Any])?["locality"] as? String == "London")
        try await page.step(["choose": ["row": "card", "place": 1]])
        let card = try await page.answer("paymentmethodselected", NSNull())
        #expect((card["paymentMethod"] as? [String: Any])?["type"] as? String == "debit")
        // The view before this choice may still be the last one.
        let view = try await page.view("with the other card") { view in
            let card = try? row("card", of: view)["value"] as? String
            return view["state"] as? String == "open" && card == "MasterCard 4444"
        }
        #expect(try row("couponCode", of: view)["code"] as? String == "SAVE10")
        #expect(try total(of: view) == "35.26")
        try await page.step(["authorize": "35.26"])
        let authorized = try await page.answer("paymentauthorized", Self.paid)
        let payment = try #require(authorized["payment"] as? [String: Any])
        let contact = try #require(payment["shippingContact"] as? [String: Any])
        // The address is the second contact's; the e-mail address was not chosen again.
        #expect(contact["postalCode"] as? String == "WC2H 9BH")
        #expect(contact["emailAddress"] as? String == "john.appleseed@example.com")
        #expect(try await page.end() == "paid")
    }

    @Test func `takes a written contact once its fields are right`() async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated(Self.shipped)
        try await page.answer("paymentmethodselected", NSNull())
        try await page.answer("shippingcontactselected", NSNull())
        let view = try await page.view(state: "open")
        let new = try #require(try row("contact", of: view)["newForm"] as? [String: Any])
        #expect(new["place"] is NSNull)
        let fields = try #require(new["fields"] as? [[String: Any]])
        #expect(fields.map { $0["field"] as? String } == ["emailAddress"])
        #expect(fields[0]["inputMode"] as? String == "email" && fields[0]["text"] as? String == "")
        func write(_ address: String) async throws -> SheetBench.Answer {
            try await page.post(
                "steps",
                [
                    "write": [
                        "row": "contact", "place": NSNull(), "fields": ["emailAddress": address],
                    ]
                ]
            )
        }
        for wrong in ["", "ann", "ann@", "@example.com"] {
            let answer = try await write(wrong)
            #expect(answer.status == 422, "\(wrong)")
            let sentences = answer.object["fields"] as? [String: String]
            #expect(sentences?["emailAddress"]?.isEmpty == false, "\(wrong)")
        }
        #expect(try await write("ann@example.com").status == 200)
        try await page.answer("shippingcontactselected", NSNull())
        let changed = try await page.view { view in
            (try? row("contact", of: view))?["value"] as? String == "ann@example.com"
        }
        let choices = try #require(try row("contact", of: changed)["choices"] as? [[String: Any]])
        #expect(choices.count == 3)
        try await page.step([
            "write": [
                "row": "shippingContact", "place": 0,
                "fields": ["city": "Paris", "country": "Fra", "state": ""],
            ]
        ])
        let event = try await page.answer("shippingcontactselected", NSNull())
        let contact = try #require(event["shippingContact"] as? [String: Any])
        #expect(contact["locality"] as? String == "Paris")
        #expect(contact["countryCode"] as? String == "FR")
        #expect(contact["postalCode"] as? String == "30303")
    }

    @Test func `shows an error of the page at its row and field, until that is changed`()
        async throws
    {
        let bench = try SheetBench()
        let page = try await bench.openValidated(Self.shipped)
        try await page.answer("paymentmethodselected", NSNull())
        var wrong = Self.update("33.26")
        wrong["errors"] = [
            [
                "code": "shippingContactInvalid", "contactField": "postalCode",
                "message": "We do not know this code",
            ]
        ]
        try await page.answer("shippingcontactselected", wrong)
        let view = try await page.view(state: "open")
        let contact = try row("shippingContact", of: view)
        #expect(contact["errors"] as? [String] == ["We do not know this code"])
        let form = try #require(contact["form"] as? [String: Any])
        let fields = try #require(form["fields"] as? [[String: Any]])
        let told = fields.filter { $0["error"] is String }
        #expect(told.map { $0["field"] as? String } == ["postalCode"])
        let pay = try #require(view["pay"] as? [String: Any])
        #expect(pay["confirms"] as? Bool == false && pay["enabled"] as? Bool == true)
        try await page.step("pay")
        _ = try await page.view { $0["messages"] as? [String] == ["We do not know this code"] }
        let written = try await page.step([
            "write": [
                "row": "shippingContact", "place": form["place"] ?? 0,
                "fields": ["postalCode": "30309"],
            ]
        ])
        #expect(try await page.view(at: written)["state"] as? String == "waiting")
        try await page.step("pay")
        try await page.answer("shippingcontactselected", NSNull())
        let right = try await page.view {
            $0["state"] as? String == "open"
                && ($0["pay"] as? [String: Any])?["confirms"] as? Bool == true
        }
        #expect(right["messages"] as? [String] == [])
        #expect(try row("shippingContact", of: right)["errors"] as? [String] == [])
        try await page.step("cancel")
        #expect(try await page.end() == "notPaid cancelled")
        #expect(!page.reader.state.read(\.events).contains { $0.text.contains("authorized") })
    }

    @Test(arguments: [#"{"status":1}"#, "null"])
    func `ends with a failure without errors, as a session of Apple Pay JS does`(
        json: String
    ) async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated()
        try await page.answer("paymentmethodselected", NSNull())
        _ = try await page.view(state: "open")
        try await page.step(["authorize": "29.27"])
        let result = try JSONSerialization.jsonObject(
            with: Data(json.utf8),
            options: [.fragmentsAllowed]
        )
        try await page.answer("paymentauthorized", result)
        #expect(try await page.end() == "notPaid declined")
        let view = try await page.view(state: "failed")
        #expect(view["messages"] as? [String] == ["Payment not completed"])
    }

    @Test func `pays at the second attempt, and after a PIN`() async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated(["requiredBillingContactFields": ["postalAddress"]]
        )
        try await page.answer("paymentmethodselected", NSNull())
        _ = try await page.view(state: "open")
        try await page.step(["authorize": "29.27"])
        let wrong = ["code": "billingContactInvalid", "contactField": "locality", "message": "No"]
        try await page.answer("paymentauthorized", ["status": 1, "errors": [wrong]])
        let declined = try await page.view { view in
            view["state"] as? String == "open" && view["messages"] as? [String] != []
        }
        #expect(declined["messages"] as? [String] == ["No"])
        try await page.step([
            "write": ["row": "billingContact", "place": 0, "fields": ["city": "Augusta"]]
        ])
        _ = try await page.view { view in
            (view["pay"] as? [String: Any])?["confirms"] as? Bool == true
        }
        try await page.step(["authorize": "29.27"])
        try await page.answer("paymentauthorized", ["status": 5])
        let asking = try await page.view(state: "pin")
        #expect(asking["messages"] as? [String] == ["Enter your card’s PIN"])
        #expect(try await page.post("steps", ["pin": 3]).status == 409)
        #expect(try await page.post("steps", ["authorize": "29.27"]).status == 409)
        try await page.step(["pin": 4])
        try await page.answer("paymentauthorized", Self.paid)
        #expect(try await page.end() == "paid")
    }

    @Test func `pays nothing where the total is not the one that was shown`() async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated()
        try await page.answer("paymentmethodselected", Self.update("30.00"))
        _ = try await page.view(state: "open")
        try await page.step(["authorize": "29.27"])
        let view = try await page.view { view in
            (view["messages"] as? [String])?.isEmpty == false
        }
        #expect(
            view["messages"] as? [String] == ["The total has changed. Check it and pay again."]
        )
        #expect(view["state"] as? String == "open")
        for text in ["", "abc", "29.271"] {
            #expect(try await page.post("steps", ["authorize": text]).status == 409, "\(text)")
        }
        let asked = bench.host.observations.withLock { $0.compactMap(\.delegateCall) }
        #expect(!asked.contains { $0.hasPrefix("didAuthorizePayment") })
    }

    @Test(arguments: ["null", #"{"merchantIdentifier":"x"}"#, #""x""#, "5"])
    func `shows nothing to pay without a merchant session`(json: String) async throws {
        let session = try JSONSerialization.jsonObject(
            with: Data(json.utf8),
            options: [.fragmentsAllowed]
        )
        let bench = try SheetBench()
        let page = try await bench.open()
        try await page.answer("validatemerchant", session)
        #expect(try await page.end() == "notPaid merchantSessionRefused")
        let view = try await page.view(state: "failed")
        #expect(view["messages"] as? [String] == ["Payment not completed"])
        let detail = page.reader.state.read { $0.events.last?.object["detail"] as? String }
        #expect(detail == "the merchant session is refused: it is not the bench's")
    }

    @Test(arguments: [
        ("en", "Pay Shinobi", "Pay"), ("fr-FR,zh-Hans-CN", "支付给 Shinobi", "支付"),
        ("ru-RU", "К оплате: Shinobi", "Оплатить"), ("xx", "Pay Shinobi", "Pay"),
    ])
    func `speaks the first language that it knows`(
        languages: String,
        payee: String,
        button: String
    ) async throws {
        let bench = try SheetBench()
        let view = try await bench.open(language: languages.components(separatedBy: ",")).view()
        #expect(view["payee"] as? String == payee)
        #expect((view["pay"] as? [String: Any])?["text"] as? String == button)
    }

    @Test func `ends when the page aborts it, and when its shopper leaves`() async throws {
        let bench = try SheetBench()
        let aborted = try await bench.openValidated()
        let path = "/sheet/sessions/\(aborted.identifier)"
        #expect(try await bench.ask(.delete, path).status == 204)
        #expect(try await aborted.end() == "notPaid cancelled")
        let unresolved = try await bench.openValidated()
        try await unresolved.answer("paymentmethodselected", NSNull())
        _ = try await unresolved.view(state: "open")
        try await unresolved.step(["authorize": "29.27"])
        _ = try await unresolved.question("paymentauthorized")
        try await unresolved.step("cancel")
        #expect(try await unresolved.end() == "unresolved cancelled")
    }

    private static func update(_ total: String) -> [String: Any] {
        ["newTotal": ["label": "Shinobi", "amount": total]]
    }

    private func total(of view: [String: Any]) throws -> String {
        try #require((view["total"] as? [String: Any])?["value"] as? String)
    }

    private func opened(
        _ token: SealedPaymentToken,
        _ bench: SheetBench
    ) throws -> OpenedPaymentToken {
        let anchor = try TrustAnchor(root: bench.host.sandbox.authorities.root)
        return try PaymentTokenVerifier(trusting: anchor).verify(token, at: World.system.clock.now)
            .opened(with: [bench.merchant.merchantKey])
    }
}
