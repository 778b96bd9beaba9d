import Foundation
import TestSupport
import Testing

/// The demonstration with a shop that charges through a simulated payment platform.
@Suite("The demonstration over a payment platform", .timeLimit(.minutes(30)))
struct DemoPlatformTests {
    private func pay(_ demo: DemoProcess) throws -> [String: Any] {
        try demo.fill(["toy": 1])
        let page = try #require(try demo.pay(try demo.authorize()).order)
        let reference = try #require(page.split(separator: "#").last)
        let found = try demo.merchant("GET", "/payments?reference=\(reference)").json["payments"]
        return try #require((found as? [[String: Any]])?.first)
    }

    private func xray(
        _ demo: DemoProcess,
        _ method: String,
        _ path: String,
        fields: [String] = ["Sec-Fetch-Site: same-origin"]
    ) throws -> SandboxProcess.Answer {
        try SandboxProcess.call(
            method,
            try demo.address("xray") + path,
            method == "GET" ? nil : [:] as [String: Any],
            fields: fields
        )
    }

    private func deliveries(_ demo: DemoProcess) throws -> [[String: Any]] {
        let answer = try xray(demo, "GET", "/deliveries")
        return try #require(answer.json["deliveries"] as? [[String: Any]], "\(answer.json)")
    }

    /// The webhooks once all of them have come; as they are after ten seconds otherwise.
    private func delivered(_ demo: DemoProcess) throws -> [[String: Any]] {
        var found: [[String: Any]] = []
        for _ in 0..<100 {
            found = try deliveries(demo)
            if !found.isEmpty, found.allSatisfy({ $0["state"] as? String == "delivered" }) { break }
            usleep(100_000)
        }
        return found
    }

    @Test(arguments: ["passThrough", "networkToken"])
    func `charges the cart, and its webhooks reach the shop, also after a restart`(form: String)
        throws
    {
        let scratch = ScratchFolder()
        let path = scratch.path("records")
        let first = try DemoProcess(["--platform", "stripe", "--token-form", form], in: path)
        let paid = try pay(first)
        #expect(paid["processor"] as? String == "stripe")
        #expect((paid["cardSuffix"] == nil) == (form == "passThrough"))
        let known = try delivered(first)
        let types = Set(known.compactMap { $0["type"] as? String })
        #expect(types.isSuperset(of: ["payment_intent.created", "charge.succeeded"]), "\(types)")
        #expect(known.allSatisfy { $0["status"] as? Int == 200 }, "\(known)")
        #expect(first.server.terminate() == 0)
        // The records say how the shop charges, so the option is not needed again.
        let second = try DemoProcess(in: path)
        #expect(try deliveries(second).isEmpty, "the endpoint of the first one is gone")
        #expect(try pay(second)["processor"] as? String == "stripe")
        let url = try second.address("server") + "/webhooks/stripe"
        let later = try delivered(second)
        #expect(!later.isEmpty && later.allSatisfy { $0["url"] as? String == url }, "\(later)")
        #expect(later.allSatisfy { $0["status"] as? Int == 200 }, "\(later)")
    }

    @Test func `sends a webhook again for its own page only`() throws {
        let demo = try DemoProcess(["--platform", "stripe"])
        _ = try pay(demo)
        let known = try delivered(demo)
        let number = try #require(known.last?["number"] as? Int)
        let path = "/deliveries/\(number)/send"
        for fields in [[], ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: none"]] {
            #expect(try xray(demo, "POST", path, fields: fields).status == 403, "\(fields)")
        }
        #expect(try xray(demo, "POST", "/deliveries/9999/send").status == 404)
        #expect(try xray(demo, "POST", "/deliveries/first/send").status == 404)
        #expect(try xray(demo, "GET", path).status == 405)
        let before = try #require(known.last?["dueAt"] as? String)
        usleep(1_100_000)
        #expect(try xray(demo, "POST", path).status == 204)
        let again = try #require(try delivered(demo).last)
        #expect(again["dueAt"] as? String != before && again["attempts"] as? Int == 1, "\(again)")
        #expect(try deliveries(demo).count == known.count)
    }

    @Test func `without a platform there are no webhooks`() throws {
        let demo = try DemoProcess()
        #expect(try pay(demo)["processor"] as? String == "card-network")
        #expect(try deliveries(demo).isEmpty)
    }

    @Test func `says what to do where the records are of a shop that charges in another way`()
        throws
    {
        let scratch = ScratchFolder()
        let first = try DemoProcess(in: scratch.path("records"))
        #expect(first.server.terminate() == 0)
        let other = try ProcessRun(
            "\"$QUINCE\" demo --state records --no-browser --platform stripe",
            in: scratch.url
        )
        #expect(other.status == 2 && other.results.isEmpty)
        #expect(other.remarks.contains("charges in another way"), "\(other.remarks)")
        #expect(other.remarks.contains("hint: name another folder with --state"))
        let form = try ProcessRun("\"$QUINCE\" demo --token-form passThrough", in: scratch.url)
        #expect(form.status == 2 && form.remarks.contains("--token-form without --platform"))
    }
}
