import Foundation
import TestSupport
import Testing

@Suite("A sheet whose page has a merchant session")
struct SandboxSessionTests {
    let orders = SandboxOrders()

    /// Asks the gateway for sessions with curl, as a merchant's server does, for shop.example.com.
    func sessions(_ count: Int, from sandbox: SandboxProcess) async throws -> [[String: Any]] {
        let folder = orders.folder
        let made = try Program.openSSL.run([
            "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Shop", "-keyout",
            folder.path("identity.key"), "-out", folder.path("identity.csr"),
        ])
        #expect(made.isSuccess, "\(made.complaint)")
        let request = try String(contentsOfFile: folder.path("identity.csr"), encoding: .utf8)
        for name in ["merchant.com.example", "merchant.com.other"] {
            let merchant = ["identifier": name, "description": "Shop"]
            #expect(try sandbox.call("POST", "/merchants", merchant).status == 201)
        }
        let issued = try sandbox.call(
            "POST",
            "/merchants/merchant.com.example/certificates",
            ["kind": "merchantIdentity", "request": request]
        )
        try #require(issued.text("certificate"))
            .write(toFile: folder.path("identity.pem"), atomically: true, encoding: .utf8)
        let domain: [String: Any] = ["domain": "shop.example.com", "fetched": false]
        #expect(
            try sandbox.call("POST", "/merchants/merchant.com.example/domains", domain).status
                == 201
        )
        return try (0..<count).map { _ in try session(for: "merchant.com.example", from: sandbox) }
    }

    /// Asks for a session with the certificate of ``sessions(_:from:)``.
    func session(
        for merchant: String,
        on domain: String = "shop.example.com",
        from sandbox: SandboxProcess
    ) throws -> [String: Any] {
        let answer = try ask(
            "paymentSession",
            [
                "merchantIdentifier": merchant, "displayName": "Shop", "initiative": "web",
                "initiativeContext": domain,
            ],
            of: sandbox
        )
        #expect(answer.status == 200, "\(answer.json)")
        return answer.json
    }

    /// Asks the gateway with that certificate.
    func ask(
        _ path: String,
        _ body: [String: Any],
        of sandbox: SandboxProcess
    ) throws -> SandboxProcess.Answer {
        let folder = orders.folder
        return try SandboxProcess.call(
            "POST",
            "\(sandbox.ready["gateway"] ?? "")/paymentservices/\(path)",
            body,
            options: [
                "--cacert", sandbox.ready["ca"] ?? "", "--cert", folder.path("identity.pem"),
                "--key", folder.path("identity.key"),
            ]
        )
    }

    @Test func `is shown once for each session, on the session's page and for its merchant`()
        async throws
    {
        let sandbox = try orders.start()
        let own = try orders.ownCertificate()
        let sessions = try await sessions(2, from: sandbox)
        func pay(
            _ session: Any,
            on domain: String = "shop.example.com",
            for merchant: String = "merchant.com.example"
        ) throws -> SandboxProcess.Answer {
            let members: [String: Any] = [
                "merchantSession": session, "domain": domain, "merchantIdentifier": merchant,
            ]
            return try sandbox.call(
                "POST",
                "/wallet/payments",
                SandboxOrders.order(own.certificate, members)
            )
        }
        func refusal(_ answer: SandboxProcess.Answer) -> String? {
            guard answer.text("outcome") == "notPaid", answer.json["payment"] == nil,
                answer.text("reason") == "merchantSessionRefused"
            else { return nil }
            return answer.text("detail")
        }
        // None of these uses the session up.
        #expect(
            try refusal(pay(sessions[0], on: "www.example.com"))?.contains("www.example.com")
                == true
        )
        #expect(try refusal(pay(sessions[0], on: "localhost")) != nil)
        #expect(
            try refusal(pay(sessions[0], for: "merchant.com.other"))?.contains("another") == true
        )
        let paid = try pay(sessions[0])
        #expect(
            paid.text("outcome") == "paid" && paid.events.first == "validatemerchant",
            "\(paid.json)"
        )
        #expect(try refusal(pay(sessions[0]))?.contains("used") == true)
        var changed = sessions[1]
        changed["displayName"] = "Another shop"
        #expect(try refusal(pay(changed))?.contains("signature") == true)
        #expect(try sandbox.call("POST", "/clock", ["advanceSeconds": 301]).status == 200)
        #expect(try refusal(pay(sessions[1]))?.contains("five minutes") == true)
    }

    @Test func `of a platform's merchant has tokens for the key of encryptTo`() async throws {
        let sandbox = try orders.start()
        _ = try await sessions(0, from: sandbox)
        let keyHash = try orders.processingKey("platform", of: sandbox).keyHash
        let domain = "shop.example.org"
        #expect(try sandbox.call("PUT", "/domains/\(domain)", ["fetched": false]).status == 204)
        let registered = try ask(
            "registerMerchant",
            [
                "domainNames": [domain], "partnerMerchantName": "Shop",
                "partnerInternalMerchantIdentifier": "ABC-123456",
                "encryptTo": "merchant.com.example",
            ],
            of: sandbox
        )
        #expect(registered.status == 200)
        let session = try session(for: "ABC-123456", on: domain, from: sandbox)
        func pay(for merchant: String) throws -> SandboxProcess.Answer {
            let members: [String: Any] = [
                "merchantSession": session, "domain": domain, "merchantIdentifier": merchant,
            ]
            return try sandbox.call("POST", "/wallet/payments", SandboxOrders.order(nil, members))
        }
        let refused = try pay(for: "merchant.com.other")
        #expect(refused.text("detail")?.contains("another merchant's") == true)
        let paid = try pay(for: "merchant.com.example")
        #expect(paid.text("outcome") == "paid", "\(paid.json)")
        let header = paid.paymentData?["header"] as? [String: String]
        #expect(header?["publicKeyHash"] == keyHash)
    }
}
