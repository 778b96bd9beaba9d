import Foundation
import TestSupport
import Testing

@Suite("Devices of a sandbox (mission section 13)")
struct SandboxDeviceTests {
    let orders = SandboxOrders()
    let sandbox: SandboxProcess

    init() throws { sandbox = try orders.start() }

    func cards(_ device: String = "phone") throws -> [String] {
        let cards =
            try sandbox.call("GET", "/devices/\(device)").json["cards"] as? [[String: String]]
        return try #require(cards).compactMap { $0["displayName"] }
    }

    func pay(_ others: [String: Any] = [:]) throws -> SandboxProcess.Answer {
        try sandbox.call(
            "POST",
            "/wallet/payments",
            SandboxOrders.order(try orders.ownCertificate().certificate, others)
        )
    }

    @Test func `has a phone with a TEST card of each network`() throws {
        #expect(
            try cards() == [
                "Visa 1111", "MasterCard 4444", "AmEx 0005", "Discover 1117", "UnionPay 0005",
                "JCB 0000",
            ]
        )
    }

    @Test func `removes the cards when a tester signs in or out`() throws {
        let out = try sandbox.call("POST", "/devices/phone/sign-out")
        #expect(out.status == 200 && out.json["tester"] == nil)
        #expect(try cards() == [])
        let card = ["number": "4111 1111 1111 1111", "expiry": "12/35"]
        let refused = try sandbox.call("POST", "/devices/phone/cards", card)
        #expect(refused.status == 409 && refused.code == "cardRefused", "\(refused.json)")
        #expect(try pay().code == "noCard")
        let unknown = ["emailAddress": "nobody@example.com"]
        #expect(
            try sandbox.call("POST", "/devices/phone/sign-in", unknown).code == "testerUnknown"
        )
        let tester = ["emailAddress": "mei@example.cn", "countryCode": "CN"]
        #expect(try sandbox.call("POST", "/testers", tester).status == 201)
        #expect(try sandbox.call("POST", "/testers", tester).code == "testerTaken")
        let signedIn = try sandbox.call(
            "POST",
            "/devices/phone/sign-in",
            ["emailAddress": "MEI@example.cn"]
        )
        #expect((signedIn.json["tester"] as? [String: String])?["countryCode"] == "CN")
        #expect(try sandbox.call("POST", "/devices/phone/cards", card).status == 201)
        #expect(try pay().text("outcome") == "paid")
        _ = try sandbox.call("POST", "/devices/phone/sign-in", ["emailAddress": "mei@example.cn"])
        #expect(try cards() == [])
    }

    @Test func `takes cards by manual entry, and refuses what is no TEST card's number`() throws {
        #expect(try sandbox.call("POST", "/devices", ["identifier": "new"]).status == 201)
        let wrong = [
            ("4111111111111112", "12/35"), ("41111111111111", "12/35"), ("9999 0000", "12/35"),
            ("4111111111111111", "13/35"), ("4111111111111111", "12/20"), ("4111x", "12/35"),
        ]
        for (number, expiry) in wrong {
            let answer = try sandbox.call(
                "POST",
                "/devices/new/cards",
                ["number": number, "expiry": expiry]
            )
            #expect(answer.code == "cardInvalid", "\(number) \(expiry): \(answer.json)")
            #expect(answer.text("detail")?.contains(number) == false)
        }
        let made = try sandbox.call(
            "POST",
            "/devices/new/cards",
            ["number": "5555-5555-5555-4444", "expiry": "11/30"]
        )
        #expect(made.status == 201 && made.text("displayName") == "MasterCard 4444")
        #expect(try pay(["device": "new"]).text("outcome") == "paid")
        let identifier = try #require(made.text("identifier"))
        #expect(try sandbox.call("DELETE", "/devices/new/cards/\(identifier)").status == 204)
        #expect(
            try sandbox.call("DELETE", "/devices/new/cards/\(identifier)").code == "cardUnknown"
        )
        #expect(try sandbox.call("DELETE", "/devices/phone/cards/999").code == "cardUnknown")
        #expect(try pay(["device": "new"]).code == "noCard")
    }

    @Test func `has simulators with cards of their own, whose tokens are empty`() throws {
        let simulator = ["identifier": "sim", "model": "Simulator"]
        #expect(try sandbox.call("POST", "/devices", simulator).status == 201)
        let own = try cards("sim")
        #expect(own == (try cards()))
        let card = ["number": "4111 1111 1111 1111", "expiry": "12/35"]
        #expect(try sandbox.call("POST", "/devices/sim/cards", card).code == "cardRefused")
        #expect(try sandbox.call("POST", "/devices/sim/sign-out").status == 200)
        #expect(try cards("sim") == own)
        let paid = try pay(["device": "sim"])
        let payment = paid.json["payment"] as? [String: Any]
        let token = try #require(payment?["token"] as? [String: Any])
        #expect(token["transactionIdentifier"] as? String == "Simulated Identifier")
    }

    @Test func `lets an issuer send a code, decline, and give up after wrong codes`() throws {
        func add(_ verification: String) throws -> SandboxProcess.Answer {
            try sandbox.call(
                "POST",
                "/devices/phone/cards",
                [
                    "number": "4761 1200 1000 0492", "expiry": "11/30",
                    "verification": verification,
                ]
            )
        }
        #expect(try add("decline").code == "issuerDeclined")
        let card = try add("code")
        #expect(card.text("state") == "verification")
        let path = "/devices/phone/cards/\(try #require(card.text("identifier")))"
        let choice = ["shopper": [["chooseCard": "Visa 0492"], "authorize"] as [Any]]
        #expect(try pay(choice).code == "stepImpossible", "it cannot pay yet")
        let code = try #require(try sandbox.call("GET", "\(path)/message").text("code"))
        #expect(code.count == 6)
        let wrong = code == "000000" ? "000001" : "000000"
        let answer = try sandbox.call("POST", "\(path)/verification", ["code": wrong])
        #expect(answer.code == "codeWrong" && answer.text("detail")?.hasSuffix("2") == true)
        let right = try sandbox.call("POST", "\(path)/verification", ["code": code])
        #expect(right.text("state") == "active", "\(right.json)")
        #expect(
            try sandbox.call("POST", "\(path)/verification", ["code": code]).code
                == "noCodeExpected"
        )
        #expect(try pay(choice).text("outcome") == "paid")
        let other = "/devices/phone/cards/\(try #require(try add("code").text("identifier")))"
        for _ in 0..<3 {
            #expect(
                try sandbox.call("POST", "\(other)/verification", ["code": "x"]).code == "codeWrong"
            )
        }
        #expect(try sandbox.call("GET", "\(other)/message").code == "cardUnknown")
    }

    @Test func `has devices of other models and versions, with what these can do`() throws {
        let old: [String: Any] = ["identifier": "old", "model": "iPhone 6", "system": "8.4"]
        #expect(try sandbox.call("POST", "/devices", old).status == 201)
        #expect(try sandbox.call("POST", "/devices", old).code == "deviceTaken")
        let jcb = ["number": "3530111333300000", "expiry": "12/35"]
        let refused = try sandbox.call("POST", "/devices/old/cards", jcb)
        #expect(refused.code == "cardRefused", "iOS 8 knows no JCB: \(refused.json)")
        let wrong = try sandbox.call("POST", "/devices", ["identifier": "x", "system": "new"])
        #expect(wrong.code == "versionInvalid")
        #expect(
            try sandbox.call("POST", "/devices", ["identifier": "y", "model": "Z"]).status == 400
        )
        let restricted: [String: Any] = ["identifier": "child", "isRestricted": true]
        #expect(try sandbox.call("POST", "/devices", restricted).status == 201)
        let card = ["number": "4111111111111111", "expiry": "12/35"]
        #expect(try sandbox.call("POST", "/devices/child/cards", card).status == 201)
        #expect(try pay(["device": "child"]).code == "notPresented")
    }
}
