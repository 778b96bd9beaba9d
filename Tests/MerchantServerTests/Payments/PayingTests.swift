import CardNetwork
import Foundation
import HTTPMessages
import JSON
import MerchantServer
import PaymentToken
import Payments
import Storage
import TestSandbox
import TestSupport
import Testing
import World

@Suite("Paying over HTTP")
struct PayingTests {
    @Test(arguments: PaymentDatabase.here)
    func `a payment is charged, ordered and told with what the sheet needs`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let more = """
            "lines":[{"title":"Subtotal","amount":"12.75"},\
            {"title":"Discount","amount":"-2.00","quantity":1}],\
            "shippingMethod":{"identifier":"std","label":"Standard"},\
            "shippingContact":{"givenName":"John","familyName":"Appleseed",\
            "addressLines":["1 Main St"],"locality":"Atlanta","emailAddress":"j@example.com"}
            """
        let answer = try await server.pay(PaymentBench.body(try await bench.token(), more))
        #expect(answer.status == 201, "\(answer.text)")
        let id = try #require(answer["id"])
        #expect(answer.response.fields[.location]?.text == "/payments/\(id)")
        #expect(answer["status"] == "authorized")
        #expect(answer["authorized"] == "10.75" && answer["captured"] == "0.00")
        #expect(answer["applePay.status"] == "0" && answer["applePay.statusName"] == "success")
        #expect(answer["order.number"] == "1001")
        let order = try await server.call("GET", "/orders/\(try #require(answer["order.id"]))")
        #expect(order["payment"] == id && order["total"] == "10.75")
        #expect(order["contact.name"] == "John Appleseed" && order["lines.1.amount"] == "-2.00")
        #expect(order["contact.street"] == "1 Main St" && order["label"] == "My Company Name")
        #expect(try await bench.sandbox.network.approvals() == 1)
        // The answer is made of what is recorded, and not read again.
        let found = try await server.call("GET", "/payments/\(id)")
        var told = try Self.members(answer)
        #expect(told.removeValue(forKey: "applePay") != nil)
        #expect(NSDictionary(dictionary: told) == NSDictionary(dictionary: try Self.members(found)))
    }

    private static func members(_ answer: ServerUnderTest.Answer) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(answer.response.body))
        return try #require(json as? [String: Any])
    }

    @Test
    func `a token comes as PKPaymentToken, as payment data, in Base64 or as a page's payment`()
        async throws
    {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        func pay(_ number: Int, _ json: (SealedPaymentToken) -> String) async throws
            -> ServerUnderTest.Answer
        {
            let token = try await bench.token()
            let body = """
                {"token":\(json(token)),"amount":"10.75","currency":"USD",\
                "reference":"cart \(number)"}
                """
            return try await server.pay(body, key: "\(number)")
        }
        #expect(try await pay(1) { $0.paymentData.compact }.status == 201)
        let page = try await pay(2) { token in
            """
            {"token":\(token.json.compact),"shippingContact":{"givenName":"Ada",\
            "postalCode":"30303"},"billingContact":{"postalCode":"1"}}
            """
        }
        #expect(page.status == 201)
        let order = try await server.call("GET", "/orders/\(try #require(page["order.id"]))")
        #expect(order["contact.name"] == "Ada" && order["contact.postalCode"] == "30303")
        let text = try await pay(3) { token in
            "\"\(Self.base64(token.paymentData.compact))\""
        }
        #expect(text.status == 201, "\(text.text)")
    }

    private static func base64(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var (result, bits, count) = ("", 0, 0)
        for byte in text.utf8 {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 6 {
                count -= 6
                result.append(alphabet[bits >> count & 63])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { result.append(alphabet[bits << (6 - count) & 63]) }
        while result.utf8.count % 4 != 0 { result += "=" }
        return result
    }

    @Test(arguments: PaymentDatabase.here)
    func `with capture the whole amount is collected at once`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token(), #""capture":true"#)
        let answer = try await server.pay(body)
        #expect(answer.status == 201 && answer["status"] == "captured", "\(answer.text)")
        #expect(answer["captured"] == "10.75" && answer["operations.0.kind"] == "capture")
        // With another key it is the same payment and the same capture.
        let again = try await server.pay(body, key: "other")
        #expect(again.status == 201 && again["id"] == answer["id"])
        #expect(again["captured"] == "10.75" && again["operations.1"] == nil)
    }

    @Test(arguments: PaymentDatabase.here)
    func `what was accepted without a capture is not collected with the token again`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let token = try await bench.token()
        #expect(try await server.pay(PaymentBench.body(token))["status"] == "authorized")
        bench.clock.advance(bySeconds: 86_400)
        let body = PaymentBench.body(token, #""capture":true"#)
        let again = try await server.call("POST", "/payments", body, key: "2", as: .shop)
        #expect(again.status == 201 && again["status"] == "authorized", "\(again.text)")
        #expect(again["captured"] == "0.00" && again["operations.0"] == nil)
        let entries = try await server.database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT action FROM audit_entry")
        }
        #expect(try entries.map { try $0.text("action") } == ["payment.ask", "payment.ask"])
    }

    /// The amounts of the card network's scenarios.
    @Test(
        arguments: [
            (900_051, "9000.51", "declined", "insufficientFunds", "1"),
            (900_054, "9000.54", "declined", "expiredCard", "1"),
            (900_055, "9000.55", "pinIncorrect", "pinIncorrect", "6"),
            (900_102, "9001.02", "pinRequired", "pinRequired", "5"),
        ] as [(Int64, String, String, String, String)]
    )
    func `what the issuer declines is 402, with the status for the sheet`(
        _ minorUnits: Int64,
        _ amount: String,
        _ code: String,
        _ reason: String,
        _ status: String
    ) async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let token = try await bench.token(minorUnits)
        let answer = try await server.pay(PaymentBench.body(token, amount: amount))
        #expect(answer.status == 402 && answer["code"] == code, "\(answer.text)")
        #expect(answer["declineReason"] == reason && answer["applePay.status"] == status)
        let id = try #require(answer["payment"])
        #expect(try await server.call("GET", "/payments/\(id)")["status"] == "declined")
        // Another card, or the PIN, pays for the same reference.
        let other = try await bench.token(minorUnits)
        let next = try await server.pay(
            PaymentBench.body(other, amount: amount, reference: "cart 1"),
            key: "2"
        )
        #expect(next.status == 402 && next["payment"] != id)
    }

    @Test(arguments: PaymentDatabase.here)
    func `a partial approval is released, and the sheet is told while the shopper waits`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let token = try await bench.token(900_101)
        let answer = try await server.pay(PaymentBench.body(token, amount: "9001.01"))
        #expect(answer.status == 402 && answer["code"] == "partiallyApproved", "\(answer.text)")
        #expect(answer["applePay.status"] == "1")
        let account = try await bench.sandbox.network.account(of: #require(Self.visa))
        #expect(try #require(account).balances.allSatisfy { $0.held == 0 })
    }

    private static var visa: PaymentCard? { SandboxCard.visa.printed }

    @Test(arguments: PaymentDatabase.here)
    func `an unknown outcome is 202 with the payment's address, and is settled there`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token())
        bench.isCut.withLock { $0 = true }
        let answer = try await server.pay(body)
        #expect(answer.status == 202 && answer["status"] == "pending", "\(answer.text)")
        #expect(answer["applePay.statusName"] == "failure")
        let path = try #require(answer.response.fields[.location]?.text)
        #expect(try await server.call("GET", path)["status"] == "pending")
        // It is no final answer: the same request gets what is known then.
        #expect(try await server.pay(body).status == 202)
        bench.isCut.withLock { $0 = false }
        bench.clock.advance(bySeconds: 1_000)
        #expect(try await server.call("GET", path)["status"] == "cancelled")
        let settled = try await server.pay(body)
        #expect(settled.status == 402 && settled["code"] == "authorizationCancelled")
        #expect(try await server.service.open().isEmpty)
    }

    @Test func `what has no answer is settled by the schedule, and another payment is taken`()
        async throws
    {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        // The network decides, and its answers are lost.
        let isLost = LockedValue(true)
        let network = bench.sandbox.network
        let lossy = try bench.acquirer { message in
            let answer = await network.answer(to: message)
            return isLost.withLock { $0 } ? nil : answer
        }
        let deaf = try await bench.server(over: lossy)
        let answer = try await deaf.pay(PaymentBench.body(try await bench.token()))
        #expect(answer.status == 202, "\(answer.text)")
        let account = try await network.account(of: #require(Self.visa))
        #expect(account?.balances.contains { $0.held == 1_075 } == false, "it is being released")
        isLost.withLock { $0 = false }
        bench.clock.advance(bySeconds: 1_000)
        let round = await server.service.settleDue()
        #expect(round.failure == nil && round.settledCount > 0)
        #expect(try await server.service.open().isEmpty)
        let next = try await server.pay(
            PaymentBench.body(try await bench.token(), reference: "cart 2"),
            key: "2"
        )
        #expect(next.status == 201)
    }

    @Test func `an answer that comes twice, and one that is lost once, are one payment`()
        async throws
    {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        for (amount, text) in [(900_106, "9001.06"), (900_104, "9001.04")] as [(Int64, String)] {
            let token = try await bench.token(amount)
            let answer = try await server.pay(
                PaymentBench.body(token, amount: text, reference: text),
                key: text
            )
            #expect(answer.status == 201, "\(answer.text)")
        }
        let account = try await bench.sandbox.network.account(of: #require(Self.visa))
        #expect(account?.balances.map(\.held) == [900_106 + 900_104])
    }

    @Test func `an order that is paid is not paid with another token`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let first = try await server.pay(PaymentBench.body(try await bench.token()))
        let second = try await server.pay(
            PaymentBench.body(try await bench.token()),
            key: "another"
        )
        #expect(second.status == 409 && second["code"] == "alreadyPaid")
        #expect(second["payment"] == first["id"])
        #expect(try await bench.sandbox.network.approvals() == 1)
    }
}
