import CardNetwork
import HTTPMessages
import ISO8583
import MerchantServer
import TestSandbox
import TestSupport
import Testing
import World

@Suite("What the network confirms")
struct NetworkAnswerTests {
    /// An acquirer whose network confirms another amount in answers of some types.
    private func server(
        _ bench: PaymentBench,
        lyingIn types: LockedValue<Set<UInt16>>,
        without lost: Set<UInt16> = []
    ) async throws -> ServerUnderTest {
        let network = bench.sandbox.network
        let acquirer = try bench.acquirer { bytes in
            guard let answer = await network.answer(to: bytes),
                var message = try? ISO8583Message(answer, in: .ascii)
            else { return nil }
            if lost.contains(message.type.number) { return nil }
            guard types.withLock({ $0.contains(message.type.number) }) else { return answer }
            message.fields.set("000000000099", as: 4)
            return try? message.encoded(in: .ascii)
        }
        return try await bench.server(over: acquirer)
    }

    @Test(arguments: [("capture", 230), ("refund", 210)] as [(String, UInt16)])
    func `of another amount is no capture and no refund, and is told as that`(
        _ verb: String,
        _ type: UInt16
    ) async throws {
        let bench = try PaymentBench(.sqlite)
        let lies = LockedValue<Set<UInt16>>([])
        let server = try await server(bench, lyingIn: lies)
        let captures = verb == "refund" ? #""capture":true"# : ""
        let paid = try await server.pay(PaymentBench.body(try await bench.token(), captures))
        let path = "/payments/\(try #require(paid["id"]))"
        lies.withLock { $0 = [type] }
        let body = #"{"amount":"1.00"}"#
        let answer = try await server.call("POST", "\(path)/\(verb)", body, key: "k")
        #expect(answer.status == 502 && answer["code"] == "operationMismatched", "\(answer.text)")
        #expect(answer["cause"]?.contains("another amount") == true)
        lies.withLock { $0 = [] }
        // It is final: nothing is sent again, and its amount stays reserved.
        bench.clock.advance(bySeconds: 1_000)
        _ = await server.service.settleDue()
        let again = try await server.call("POST", "\(path)/\(verb)", body, key: "k")
        #expect(again.response.body == answer.response.body)
        let payment = try await server.call("GET", path)
        let place = verb == "refund" ? 1 : 0
        #expect(payment["operations.\(place).status"] == "disputed", "\(payment.text)")
        #expect(payment["refunded"] == "0.00")
        let left = verb == "refund" ? "refundable" : "capturable"
        #expect(payment[left] == "9.75", "\(payment.text)")
        if verb == "capture" { #expect(payment["captured"] == "0.00") }
    }

    @Test func `of another amount is no reversal, which is made again`() async throws {
        let bench = try PaymentBench(.sqlite)
        let lies = LockedValue<Set<UInt16>>([410, 430])
        let server = try await server(bench, lyingIn: lies, without: [110])
        let answer = try await server.pay(PaymentBench.body(try await bench.token()))
        #expect(answer.status == 202, "\(answer.text)")
        let path = "/payments/\(try #require(answer["id"]))"
        bench.clock.advance(bySeconds: 1_000)
        _ = await server.service.settleDue()
        #expect(try await server.call("GET", path)["status"] == "pending")
        lies.withLock { $0 = [] }
        bench.clock.advance(bySeconds: 1_000)
        #expect(try await server.call("GET", path)["status"] == "cancelled")
    }

    @Test func `not at all is asked for again as a repetition, from the first time on`()
        async throws
    {
        let bench = try PaymentBench(.sqlite)
        let network = bench.sandbox.network
        let types = LockedValue<[UInt16]>([])
        let deaf = try bench.acquirer { bytes in
            if let message = try? ISO8583Message(bytes, in: .ascii) {
                types.withLock { $0.append(message.type.number) }
            }
            _ = await network.answer(to: bytes)
            return nil
        }
        let server = try await bench.server(over: deaf)
        let answer = try await server.pay(PaymentBench.body(try await bench.token()))
        #expect(answer.status == 202, "\(answer.text)")
        for _ in 0..<3 {
            bench.clock.advance(bySeconds: 1_000)
            _ = await server.service.settleDue()
        }
        let reversals = types.withLock { $0.filter { (400..<500).contains($0) } }
        #expect(reversals.count >= 3)
        #expect(reversals == [420] + [UInt16](repeating: 421, count: reversals.count - 1))
    }
}
