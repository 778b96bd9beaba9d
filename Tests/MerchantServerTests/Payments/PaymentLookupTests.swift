import Bytes
import CardNetwork
import MerchantServer
import PaymentToken
import TestSandbox
import TestSupport
import Testing
import World

/// A payment by what others know of it: the token's identifier, and the bank's reference.
@Suite("Finding a payment")
struct PaymentLookupTests {
    @Test(arguments: PaymentDatabase.here)
    func `a payment is found by its token, whatever came of it`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        var identifiers: [(token: String, reference: String)] = []
        for (number, amount) in [(1, "10.75"), (2, "9000.51")] {
            let token = try await bench.token(number == 1 ? 1075 : 900_051)
            let body = PaymentBench.body(token, amount: amount, reference: "cart \(number)")
            #expect(
                try await server.pay(body, key: "\(number)").status == (number == 1 ? 201 : 402)
            )
            let identifier = Hexadecimal.encode(token.transactionID.bytes)
            identifiers.append((identifier, "cart \(number)"))
        }
        for (token, reference) in identifiers {
            for text in [token, token.uppercased()] {
                let found = try await server.call("GET", "/payments?transactionId=\(text)")
                #expect(found["payments.0.reference"] == reference, "\(found.text)")
                #expect(found["payments.0.transactionId"] == token)
                #expect(found["payments.1"] == nil && found["next"] == nil)
            }
        }
        let unknown = String(repeating: "0", count: 64)
        let none = try await server.call("GET", "/payments?transactionId=\(unknown)")
        #expect(none.text == "{\"payments\":[]}")
    }

    @Test(arguments: ["12", "zz", String(repeating: "0", count: 66)])
    func `what is no identifier is refused`(_ text: String) async throws {
        let server = try await PaymentBench(.sqlite).server()
        let answer = try await server.call("GET", "/payments?transactionId=\(text)")
        #expect(answer.status == 400 && answer["code"] == "queryInvalid", "\(answer.text)")
    }

    @Test
    func `a payment has the reference of its messages`() async throws {
        let bench = try PaymentBench(.sqlite)
        let messages = LockedValue<[String]>([])
        let network = bench.sandbox.network
        let acquirer = try bench.acquirer { message in
            messages.withLock { $0.append(String(decoding: message, as: UTF8.self)) }
            return await network.answer(to: message)
        }
        let server = try await bench.server(over: acquirer)
        let answer = try await server.pay(PaymentBench.body(try await bench.token()))
        let reference = try #require(answer["retrievalReference"])
        #expect(reference.utf8.count == 12)
        let requests = messages.withLock(\.self).filter { $0.hasPrefix("0100") }
        #expect(requests.count == 1 && requests[0].contains(reference))
    }
}
