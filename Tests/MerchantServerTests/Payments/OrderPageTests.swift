import Foundation
import HTTPMessages
import MerchantServer
import TestSupport
import Testing

@Suite("The page of an order")
struct OrderPageTests {
    private static let lines =
        #""lines":[{"title":"<script>alert(1)</script>","amount":"8.00","quantity":2},"#
        + #"{"title":"Post & more","amount":"2.75"}]"#
    private static let change = #"""
        {"statusDescription":"\"Soon\" <b>here</b>","fulfillments":{
        "a":{"fulfillmentType":"shipping","status":"shipped","carrier":"\"><script>","trackingNumber":"RR1",
        "trackingURL":"https://post.example/?a='&b","shippedAt":"2026-03-05T10:00:00Z",
        "lineItems":[{"line":1,"quantity":1}]},
        "b":{"fulfillmentType":"pickup","status":"readyForPickup","displayName":"Main street",
        "address":{"addressLines":["1 Main street"],"locality":"Cupertino"}}},
        "returns":{"r":{"status":"onTheWay","returnNumber":"R-7"}},
        "returnInfo":{"returnPolicyURL":"https://shop.example/returns","returnDeadline":"2026-04-01T00:00:00Z"}}
        """#

    /// A server with an order, and the path of the order's page.
    private func placed(
        _ bench: PaymentBench
    ) async throws -> (server: ServerUnderTest, order: String, page: String) {
        let server = try await bench.server()
        let contact = #","shippingContact":{"givenName":"Johnny","familyName":"Appleseed"}"#
        let body = PaymentBench.body(try await bench.token(), Self.lines + contact)
        let paid = try await server.pay(body)
        let order = "/orders/\(try #require(paid["order.id"]))"
        let changed = try await server.call("PATCH", order, Self.change, version: "1")
        #expect(changed.status == 200, "\(changed.text)")
        let url = try #require(changed["statusURL"])
        #expect(url.hasPrefix("https://shop.example/track/"))
        return (server, order, String(url.dropFirst("https://shop.example".count)))
    }

    @Test(arguments: [
        (
            "en", "Order 1001", "$8.00", "Shipped", "Shipped on", "March 5, 2026",
            "Ready to be picked up"
        ),
        ("zh", "订单 1001", "US$8.00", "已发货", "发货日期", "2026年3月5日", "可自取"),
        (
            "ru", "Заказ 1001", "8,00\u{a0}$", "Отправлено", "Отправлено", "5 марта 2026\u{a0}г.",
            "Можно забрать"
        ),
    ])
    func `says what becomes of it, in each language`(
        _ language: String,
        _ title: String,
        _ amount: String,
        _ status: String,
        _ label: String,
        _ day: String,
        _ ready: String
    ) async throws {
        let bench = try PaymentBench(.sqlite)
        let (server, _, path) = try await placed(bench)
        let page = try await server.call("GET", "\(path)?lang=\(language)")
        #expect(page.status == 200 && page.text.contains("<html lang=\"\(language)"))
        for text in [
            "<h1>\(title)</h1>", "<td>\(amount)</td>", "<p class=\"status\">\(status)</p>",
            "<dt>\(label)</dt>", ">\(day)</time>", "<h2>Main street</h2>", ready, "R-7",
            "1 Main street, Cupertino", "My Company Name",
        ] { #expect(page.text.contains(text), "\(text): \(page.text)") }
        #expect(!page.text.contains("Appleseed") && !page.text.contains("Johnny"))
        #expect(try await server.call("GET", "\(path)?lang=fr").status == 400)
    }

    @Test func `has no markup of others`() async throws {
        let bench = try PaymentBench(.sqlite)
        let (server, _, path) = try await placed(bench)
        let page = try await server.call("GET", path)
        let text = page.text
        #expect(!text.contains("<script") && !text.contains("<b>"))
        #expect(text.contains("2 × &lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(text.contains("&quot;Soon&quot; &lt;b&gt;here&lt;/b&gt;"))
        #expect(text.contains("<dd>&quot;&gt;&lt;script&gt;</dd>"))
        #expect(text.contains(#"href="https://post.example/?a=&#39;&amp;b""#))
        // The only style is the one that the policy names.
        let start = try #require(text.range(of: "<style>")?.upperBound)
        let end = try #require(text.range(of: "</style>")?.lowerBound)
        let folder = ScratchFolder()
        try Data(text[start..<end].utf8).write(to: folder.url.appendingPathComponent("style"))
        let digest = Shell.output(
            of: "openssl dgst -sha256 -binary style | openssl base64 -A",
            in: folder.url
        )
        let policy = try #require(page.response.fields["Content-Security-Policy"]?.text)
        #expect(policy.contains("default-src 'none'; style-src 'sha256-\(digest)';"))
        #expect(page.response.fields[.cacheControl]?.text == "no-store")
    }

    @Test func `is found by its whole link only`() async throws {
        let bench = try PaymentBench(.sqlite)
        let (server, order, path) = try await placed(bench)
        let identifier = order.dropFirst("/orders/order-".count)
        let link = path.dropFirst("/track/".count)
        #expect(link.hasPrefix(identifier) && link.count == 64)
        let last = link.last == "0" ? "1" : "0"
        for other in [
            String(identifier), identifier + identifier, link.dropLast() + last,
            link + "0", link.uppercased(), "",
        ] {
            let answer = try await server.call("GET", "/track/\(other)")
            #expect(answer.status == 404, "\(other)")
        }
    }
}
