import Foundation
import Testing

@Suite("The shop of the demonstration", .timeLimit(.minutes(30)))
struct DemoShopTests {
    @Test func `sells the toy for 29.27, and its order follows what becomes of the payment`() throws
    {
        let demo = try DemoProcess()
        try demo.fill(["toy": 1])
        let answer = try demo.pay(try demo.authorize())
        #expect(answer.status == 0 && answer.errors.isEmpty)
        let page = try #require(answer.order)
        #expect(page.hasPrefix("/order.html#cart-"))
        let order = try demo.order(page)
        let placed = try #require(order.json["order"] as? [String: Any])
        #expect(placed["total"] as? String == "29.27" && placed["number"] as? Int == 1001)
        let lines = try #require(placed["lines"] as? [[String: Any]])
        #expect(
            lines.map { "\($0["title"] ?? "") \($0["amount"] ?? "")" } == [
                "Shinobi Cuddly Toy 22.99", "Postage 3.99", "Tax 2.29",
            ]
        )
        #expect((placed["contact"] as? [String: String])?["street"] == "1234 Laurel Street")
        let payment = try #require(order.json["payment"] as? [String: Any])
        #expect(payment["status"] as? String == "authorized")
        // The cart is empty now, and the next one has another reference.
        #expect(try demo.shop("GET", "/api/cart").json["count"] as? Int == 0)

        let identifier = try #require(payment["id"] as? String)
        let capture = try demo.merchant(
            "POST",
            "/payments/\(identifier)/capture",
            [:] as [String: String],
            idempotencyKey: "sent"
        )
        #expect(capture.status == 200, "\(capture.json)")
        let later = try #require(try demo.order(page).json["payment"] as? [String: Any])
        #expect(later["status"] as? String == "captured" && later["captured"] as? String == "29.27")
    }

    @Test func `charges the method that was chosen, and a code that was typed before`() throws {
        let demo = try DemoProcess()
        try demo.fill(["toy": 1, "mug": 2])
        let coded = try demo.shop("PUT", "/api/cart/code", ["code": "save10"])
        #expect(coded.json["subtotal"] as? String == "46.79")  // 51.99 less 5.20
        let answer = try demo.pay(try demo.authorize(by: "express"), by: "express")
        let order = try demo.order(try #require(answer.order)).json["order"] as? [String: Any]
        // 46.79 and 11.99 are 58.78, of which the tax is 4.9963.
        #expect(order?["total"] as? String == "63.78")
        let method = order?["shippingMethod"] as? [String: String]
        #expect(method?["identifier"] == "express")
    }

    @Test func `takes no price, no total and no quantity from the page`() throws {
        let demo = try DemoProcess()
        try demo.fill(["toy": 1])
        let payment = try demo.authorize()
        // Another cart than the one that the shopper authorized: the token is of another amount.
        try demo.fill(["toy": 9])
        let answer = try demo.pay(payment)
        #expect(answer.status == 1 && answer.order == nil)
        for body in [["quantity": 1, "price": 1], ["quantity": -1], ["quantity": 10], [:]] {
            let refused = try demo.shop("PUT", "/api/cart/items/toy", body)
            #expect(refused.status == 400, "\(body)")
        }
        let amount: [String: Any] = ["payment": payment, "amount": "1.00"]
        #expect(try demo.shop("POST", "/api/checkout/payment", amount).status == 400)
        #expect(try demo.shop("PUT", "/api/cart/items/cat", ["quantity": 1]).status == 404)
        let list = try demo.merchant("GET", "/payments").json["payments"] as? [Any]
        #expect(list?.isEmpty == true)
    }

    @Test func `says at its field what is wrong with an address`() throws {
        let demo = try DemoProcess()
        try demo.fill(["toy": 1])
        let wrong: [([String: Any], String, String?)] = [
            (["countryCode": "FR", "country": "France"], "addressUnserviceable", nil),
            (["administrativeArea": "Georgia"], "shippingContactInvalid", "administrativeArea"),
            (["postalCode": "303"], "shippingContactInvalid", "postalCode"),
        ]
        for (change, code, field) in wrong {
            let contact = DemoProcess.contact.merging(change) { $1 }
            let answer = try demo.shop("POST", "/api/checkout/quote", ["shippingContact": contact])
            let errors = try #require(answer.json["errors"] as? [[String: String]])
            #expect(errors.map { $0["code"] } == [code] && errors.first?["contactField"] == field)
            #expect((answer.json["newShippingMethods"] as? [Any])?.isEmpty == true)
        }
        // What the sheet withholds until the shopper authorizes is checked then.
        let payment = try demo.authorize()
        var contact = try #require(payment["shippingContact"] as? [String: Any])
        contact["emailAddress"] = "john"
        contact["addressLines"] = [] as [String]
        let answer = try demo.pay(payment.merging(["shippingContact": contact]) { $1 })
        #expect(answer.status == 1 && answer.order == nil)
        #expect(
            answer.errors.compactMap { $0["contactField"] } == ["addressLines", "emailAddress"]
        )
        // The same payment is good once the address is.
        #expect(try demo.pay(payment).status == 0)
    }

    @Test func `lets the shopper pay again after the issuer declined, for another amount too`()
        throws
    {
        let demo = try DemoProcess()
        try demo.fill(["toy": 1])
        _ = try demo.sandbox(
            "POST",
            "/network/scenarios",
            ["scenario": "insufficient-funds", "merchant": "QUINCE-SHOP"]
        )
        let declined = try demo.pay(try demo.authorize())
        #expect(declined.status == 1 && declined.order == nil)
        #expect(declined.errors.first?["message"] == "The card was declined.")
        let paid = try demo.pay(try demo.authorize(by: "express"), by: "express")
        #expect(paid.status == 0)
        let list = try demo.merchant("GET", "/payments").json["payments"] as? [[String: Any]]
        // Both may be of the same second, so their order is not told.
        #expect(
            list?.compactMap { $0["status"] as? String }.sorted() == ["authorized", "declined"]
        )
        #expect(list?.compactMap { $0["amount"] as? String }.sorted() == ["29.27", "37.95"])
    }

    @Test func `charges a cart once, however often its page asks`() throws {
        let demo = try DemoProcess()
        try demo.fill(["toy": 1])
        let (payment, other) = (try demo.authorize(), try demo.authorize())
        let cart = try #require(try demo.shop("GET", "/api/cart").header.cookie)
        let again = ["Cookie: \(cart)"]
        let first = try demo.shop("POST", "/api/checkout/payment", ["payment": payment])
        let page = try #require(first.json["order"] as? String)
        // The page that lost the answer has the former cart.
        for body in [payment, other, payment] {
            let answer = try SandboxProcess.call(
                "POST",
                try demo.address("shop") + "/api/checkout/payment",
                ["payment": body],
                fields: again
            )
            #expect(answer.json["order"] as? String == page, "\(answer.json)")
        }
        let list = try demo.merchant("GET", "/payments").json["payments"] as? [Any]
        #expect(list?.count == 1)
    }

    @Test func `answers its own pages only, and tells an order only to who knows it`() throws {
        let demo = try DemoProcess()
        for site in ["cross-site", "same-site", "none"] {
            let answer = try demo.shop(
                "PUT",
                "/api/cart/items/toy",
                ["quantity": 1],
                fields: ["Sec-Fetch-Site: \(site)"]
            )
            #expect(answer.status == 403, "\(site)")
        }
        // A browser says the site to origins that it trusts only, and a name of another's is none.
        let port = try #require(try demo.address("shop").split(separator: ":").last)
        for (field, status) in [
            ("Host: shop.example:\(port)", 403), ("Host: localhost:1", 403),
            ("Origin: http://shop.example:\(port)", 403), ("Origin: null", 403),
            ("Host: localhost:\(port)", 200), ("Origin: \(try demo.address("shop"))", 200),
        ] {
            let answer = try demo.shop(
                "PUT",
                "/api/cart/items/toy",
                ["quantity": 1],
                fields: [field]
            )
            #expect(answer.status == status, "\(field)")
        }
        let own = try demo.shop(
            "PUT",
            "/api/cart/items/toy",
            ["quantity": 1],
            fields: ["Sec-Fetch-Site: same-origin"]
        )
        #expect(own.status == 200)
        #expect(own.header.contains("HttpOnly; SameSite=Strict"))
        for reference in ["cart-\(String(repeating: "0", count: 32))", "x", "..%2F..%2Fpayments"] {
            #expect(try demo.shop("GET", "/api/orders/\(reference)").status == 404)
        }
        let foreign = try demo.shop(
            "POST",
            "/api/checkout/session",
            ["validationURL": "https://attacker.example/paymentservices/startSession"]
        )
        #expect(foreign.status == 502)
        #expect((foreign.json["detail"] as? String)?.contains("nothing was sent") == true)
    }
}

extension String {
    /// The cookie that a header sets.
    fileprivate var cookie: Substring? {
        split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12)
            .split(separator: ";").first
    }
}
