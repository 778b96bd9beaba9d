import Foundation
import TestSupport
import Testing

@Suite("Payment platforms in the sandbox's API")
struct SandboxPlatformTests {
    let folder = ScratchFolder()

    @Test func `are not there unless they were asked for`() throws {
        let sandbox = try SandboxProcess(["--ephemeral"])
        let order = SandboxOrders.order(nil, ["platform": "stripe"])
        let refused = try sandbox.call("POST", "/wallet/payments", order)
        #expect(refused.status == 422 && refused.code == "platformsNotRun")
        #expect(try sandbox.call("GET", "/platforms/faults").status == 404)
    }

    @Test func `refuse what is not known, and keep faults until they are ended`() throws {
        let sandbox = try SandboxProcess(["--ephemeral", "--platforms"])
        let merchant = ["merchantIdentifier": "merchant.com.unknown"]
        let refusals: [(path: String, body: Any?, status: Int, code: String)] = [
            (
                "/wallet/payments", SandboxOrders.order(nil, ["platform": "stripe"]), 404,
                "merchantUnknown"
            ),
            (
                "/wallet/payments", SandboxOrders.order(nil, ["platform": "other"]), 400,
                "memberWrong"
            ),
            ("/platforms/stripe/certificates", merchant, 404, "merchantUnknown"),
            ("/platforms/other/certificates", merchant, 404, "platformUnknown"),
            ("/platforms/deliveries/7/send", nil, 404, "deliveryUnknown"),
            ("/platforms/faults", ["platform": "stripe", "fault": "other"], 400, "memberWrong"),
            (
                "/platforms/endpoints", ["platform": "stripe", "url": "ftp://example.com"], 422,
                "urlInvalid"
            ),
        ]
        for refusal in refusals {
            let answer = try sandbox.call("POST", refusal.path, refusal.body)
            #expect(answer.status == refusal.status, "\(refusal.path)")
            #expect(answer.code == refusal.code, "\(refusal.path)")
        }
        let fault: [String: Any] = ["platform": "stripe", "fault": "rateLimited", "count": 2]
        #expect(try sandbox.call("POST", "/platforms/faults", fault).json["delay"] as? Int == 1)
        func waiting() throws -> Int? {
            (try sandbox.call("GET", "/platforms/faults").json["faults"] as? [Any])?.count
        }
        #expect(try waiting() == 1)
        #expect(try sandbox.call("DELETE", "/platforms/faults").status == 204)
        #expect(try waiting() == 0)
    }

    @Test func `are refused for the port that is taken or is too high`() throws {
        let sandbox = try SandboxProcess(["--ephemeral", "--platforms"])
        let taken = try #require(URL(string: sandbox.api)?.port)
        func refusal(at port: Int) throws -> ProcessRun {
            try ProcessRun(
                "$QUINCE sandbox --ephemeral --listen 127.0.0.1:0 --platforms-at 127.0.0.1:\(port)",
                in: folder.url
            )
        }
        let second = try refusal(at: taken - 1)
        let places = ["Stripe at 127.0.0.1:\(taken - 1)", "Adyen at 127.0.0.1:\(taken)"]
        #expect(second.status == 2 && places.contains { second.remarks.contains($0) })
        let high = try refusal(at: 65_533)
        #expect(high.status == 2 && high.remarks.contains("a port of at most 65532"))
    }
}
