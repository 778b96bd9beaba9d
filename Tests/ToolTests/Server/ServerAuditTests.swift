import Foundation
import TestSupport
import Testing

@Suite("quince server audit")
struct ServerAuditTests {
    private func audit(_ words: String, _ shop: ShopProcess) throws -> ProcessRun {
        try ProcessRun(
            "\"$QUINCE\" server audit --config shop/server.json \(words)",
            in: shop.folder.url
        )
    }

    /// The action, the subject, the role and the name of each line.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            line.split(separator: "  ").dropFirst().joined(separator: " ")
        }
    }

    private func pay(_ reference: String, _ shop: ShopProcess) throws -> String {
        let token = try #require(try shop.paid()["token"])
        let body: [String: Any] = [
            "token": token, "amount": "10.75", "currency": "USD", "reference": reference,
        ]
        let first = try shop.call("POST", "/payments", body, idempotencyKey: reference)
        #expect(first.status == 201, "\(first.json)")
        // The same request again is no change.
        let again = try shop.call("POST", "/payments", body, idempotencyKey: reference)
        #expect(again.body == first.body)
        return try #require(first.text("id"))
    }

    @Test func `lists who changed what, in order, and what of it is asked for`() throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        let added = try ProcessRun(
            "\"$QUINCE\" server key add --name books --config shop/server.json --json",
            in: shop.folder.url
        )
        let object = try JSONSerialization.jsonObject(with: Data(added.results.utf8))
        let books = try #require((object as? [String: String])?["identifier"])
        let first = String(shop.apiKey.split(separator: "_")[1])
        let (one, other) = (try pay("cart-1", shop), try pay("cart-2", shop))
        let captured = try shop.call(
            "POST",
            "/payments/\(one)/capture",
            [String: String](),
            idempotencyKey: "capture"
        )
        #expect(captured.status == 200)
        let all = try audit("", shop)
        #expect(all.status == 0 && all.remarks.isEmpty, "\(all.remarks)")
        #expect(
            lines(all.results) == [
                "key.add \(first) operator operator", "key.add \(books) operator operator",
                "payment.ask cart-1 back-office first", "payment.ask cart-2 back-office first",
                "payment.capture \(one) back-office first",
            ]
        )
        #expect(
            lines(try audit("--payment \(one)", shop).results) == [
                "payment.ask cart-1 back-office first", "payment.capture \(one) back-office first",
            ]
        )
        #expect(
            lines(try audit("--payment \(other)", shop).results) == [
                "payment.ask cart-2 back-office first"
            ]
        )
        #expect(try audit("--since 2100-01-01", shop).results.isEmpty)
        #expect(try lines(audit("--since 2020-01-01", shop).results).count == 5)
        let last = try #require(try audit("--json", shop).results.split(separator: "\n").last)
        let entry = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: String]
        #expect(
            entry?.filter { $0.key != "at" } == [
                "action": "payment.capture", "subject": one, "role": "back-office", "key": first,
                "name": "first",
            ]
        )
        let unknown = try audit("--payment payment-1", shop)
        #expect(unknown.status == 1 && unknown.results.isEmpty)
        #expect(try audit("--since yesterday", shop).status == 2)
        #expect(shop.server.terminate() == 0)
        let log = try String(contentsOf: shop.log, encoding: .utf8)
        #expect(log.ranges(of: #""replayed":true"#).count == 2)
    }
}
