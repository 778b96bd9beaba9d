import Foundation
import TestSupport
import Testing

@Suite("Charges of a sandbox's payments", .enabled(if: PythonOracle.isInstalled))
struct SandboxScenarioTests {
    let orders = SandboxOrders()
    let sandbox: SandboxProcess

    init() throws {
        sandbox = try orders.start()
        _ = try orders.ownCertificate()
    }

    /// Pays and charges, with programs of others.
    ///
    /// - Returns: The card network's answers.
    func charge(_ count: Int) async throws -> [String] {
        let order: [String: Any] = [
            "api": sandbox.api, "token": sandbox.token, "count": count,
            "network": sandbox.ready["network"] ?? "",
            "certificate": orders.folder.path("own.pem"), "key": orders.folder.path("own-key.pem"),
        ]
        return try await SandboxOrders.charge(order)
    }

    @Test func `are approved by its card network, which knows the device's account`() async throws {
        #expect(try await charge(3) == ["00", "00", "00"])
    }

    @Test func `play the scenario that a call asks for, once`() async throws {
        let all =
            try sandbox.call("GET", "/network/scenarios").json["scenarios"] as? [[String: Any]]
        #expect(all?.contains { $0["scenario"] as? String == "insufficient-funds" } == true)
        let called = try sandbox.call(
            "POST",
            "/network/scenarios",
            ["scenario": "insufficient-funds", "merchant": "MERCHANT0000001"]
        )
        #expect(called.status == 200 && called.text("card") == "4000000000009995")
        #expect(try await charge(2) == ["51", "00"])
        let other = ["scenario": "lost-card", "merchant": "ANOTHER"]
        #expect(try sandbox.call("POST", "/network/scenarios", other).status == 200)
        #expect(try await charge(1) == ["00"])
        let wrong = ["scenario": "lost-card", "merchant": "A MERCHANT WITH A LONG NAME"]
        #expect(try sandbox.call("POST", "/network/scenarios", wrong).code == "merchantInvalid")
        let unknown = ["scenario": "no-such", "merchant": "A"]
        #expect(try sandbox.call("POST", "/network/scenarios", unknown).code == "memberWrong")
    }

    @Test func `are approved for credentials of a call, which another program sends`()
        throws
    {
        let made = try sandbox.call("POST", "/network/credentials", ["amount": "20.00"])
        let file = orders.folder.path("payment.json")
        try made.body.write(to: URL(filePath: file))
        let answer = try Program(at: URL(filePath: PythonOracle.path))
            .run([
                "Examples/AcquirerInPython/authorize.py", sandbox.ready["network"] ?? "", file,
            ])
        #expect(answer.text.hasPrefix("0110: 00 "), "\(answer.complaint)")
        #expect((made.json["fields"] as? [String: String])?["4"] == "000000002000")
        for (order, code) in [
            (["number": "4532015112830366"], "cardInvalid"), (["expiry": "13/35"], "cardInvalid"),
            (["amount": "1.005"], "amountInvalid"), (["currencyCode": "usd"], "currencyUnknown"),
            (["merchant": "A MERCHANT WITH A LONG NAME"], "messageImpossible"),
        ] {
            #expect(try sandbox.call("POST", "/network/credentials", order).code == code)
        }
    }

    @Test func `have credentials in the layout that the card network reads`() throws {
        let other = try SandboxProcess(["--ephemeral", "--layout", "bcd", "--tpdu"])
        let made = try other.call("POST", "/network/credentials", [:] as [String: String])
        // A TPDU, and the type in two bytes.
        #expect(made.text("message")?.hasPrefix("60000000000100") == true)
    }
}
