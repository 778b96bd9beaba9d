import Foundation
import TestSupport
import Testing

@Suite("A client that is made of the server's description", .enabled(if: PythonOracle.isInstalled))
struct ServerClientTests {
    @Test func `pays, repeats and captures, and has all that a refusal says`() async throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        func body(_ amount: String, asked: String, _ reference: String) throws -> [String: Any] {
            var request = SandboxOrders.request
            request["lineItems"] = nil
            request["total"] = ["label": "Shop", "amount": amount]
            let paid = try shop.paid(["request": request])
            return [
                "token": try #require(paid["token"]), "amount": asked, "currency": "USD",
                "reference": reference,
            ]
        }
        var stored = try body("10.75", asked: "10.75", "a")
        stored["store"] = ["use": "unscheduled"]
        let order: [String: Any] = [
            "url": shop.url, "key": shop.apiKey, "good": stored,
            "declined": try body("9000.51", asked: "9000.51", "b"),
            "other": try body("5.00", asked: "500.00", "c"),
        ]
        let run = try await PythonOracle.runAside(
            "pay-by-client.py",
            input: String(
                decoding: try JSONSerialization.data(withJSONObject: order),
                as: UTF8.self
            )
        )
        try #require(run.isSuccess, "\(run.text)\(run.complaint)")
        let answers = try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any]
        func answer(_ name: String) throws -> [String: Any] {
            try #require(answers?[name] as? [String: Any], "\(name)")
        }
        let good = try answer("good")
        #expect(good["type"] as? String == "PostPaymentsResponse201")
        #expect(try NSDictionary(dictionary: answer("again")) == NSDictionary(dictionary: good))
        #expect(answers?["isReplay"] as? String == "true")
        #expect(try answer("captured")["captured"] as? String == "1.00")
        let listed = try answer("credentials")["credentials"] as? [[String: Any]]
        #expect(
            listed?.map { $0["id"] as? String } == [try #require(good["credential"] as? String)]
        )
        #expect(listed?.first?["payment"] as? String == good["id"] as? String)
        let declined = try answer("declined")
        #expect(declined["code"] as? String == "declined" && declined["payment"] != nil)
        #expect(answers?["sheet"] as? String == "failure")
        #expect(answers?["reason"] as? String == "insufficientFunds")
        let other = try answer("other")
        #expect(other["type"] as? String == "Problem")
        #expect(other["code"] as? String == "amountDiffers")
        #expect((other["cause"] as? String)?.contains("500.00 USD") == true, "\(other)")
        #expect((answers?["remedy"] as? String)?.isEmpty == false)
        #expect(other["link"] as? String == "Documentation/Refusals.md#amountdiffers")
    }

    @Test func `is told of every answer, with its fields`() throws {
        let shop = try ShopProcess()
        let description = try shop.call("GET", "/openapi.json").json
        let paths = try #require(description["paths"] as? [String: [String: Any]])
        var identifiers: [String] = []
        for (path, item) in paths {
            for (method, value) in item where method != "parameters" {
                let operation = try #require(value as? [String: Any])
                identifiers.append(try #require(operation["operationId"] as? String))
                let answers = try #require(operation["responses"] as? [String: [String: Any]])
                let isForAll = (operation["security"] as? [Any])?.isEmpty == true
                #expect((answers["429"] != nil) == !isForAll, "\(method) \(path)")
                for (status, answer) in answers {
                    let fields = answer["headers"] as? [String: Any]
                    #expect(fields?["X-Request-Id"] != nil, "\(method) \(path) \(status)")
                    if ["202", "429", "503"].contains(status) {
                        #expect(fields?["Retry-After"] != nil, "\(method) \(path) \(status)")
                    }
                }
                if path.hasPrefix("/payments"), method == "post" {
                    #expect(answers["202"]?["content"] != nil)
                }
            }
        }
        #expect(Set(identifiers).count == identifiers.count && identifiers.count >= 10)
    }
}
