import MerchantServer
import Payments
import Testing
import World

@Suite("A request that a processor did not get or does not take")
struct NotSentTests {
    /// A processor that takes payments or not, and no captures while it is away.
    private struct Platform: PaymentProcessor {
        let name = ProcessorName.stripe
        let capabilities: Set<ProcessorCapability> = [.capture, .refund, .void]
        var cause: ProcessorFailure.NotSentCause?
        let isAway = LockedValue(true)

        func authorize(
            _: AuthorizationRequest
        ) async throws(ProcessorFailure) -> AuthorizationAnswer {
            if let cause { throw .notSent(cause) }
            return .approved(
                Approval(authorizationCode: "A1B2C3", networkReference: "pi_1"),
                echo: .none
            )
        }

        func reverse(_: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
            throw .notSent(.unreachable)
        }

        func capture(_: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
            if isAway.withLock(\.self) { throw .notSent(.unreachable) }
            return .approved(networkReference: "ch_1", echo: .none)
        }
    }

    @Test(
        arguments: [
            (.requestInvalid, "notTakenByProcessor", "key, amount or currency"),
            (.unsupported, "notTakenByProcessor", "does not have this operation"),
            (.unreachable, "processorUnreachable", "was not reached"),
            (.notSignedOn, "notTakenByProcessor", "refused the sign-on"),
        ] as [(ProcessorFailure.NotSentCause, String, String)]
    )
    func `is a payment with its cause, for the caller and in the log`(
        cause: ProcessorFailure.NotSentCause,
        code: String,
        words: String
    ) async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server(over: Platform(cause: cause))
        let answer = try await server.pay(PaymentBench.body(try await bench.token()))
        #expect(answer.status == 502 && answer["code"] == code, "\(answer.text)")
        #expect(answer["cause"]?.contains(words) == true, "\(answer.text)")
        let lines = bench.log.withLock { $0.filter { $0.contains(#""event":"payment.notSent""#) } }
        #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
    }

    @Test func `is a capture that is made again with the same key`() async throws {
        let bench = try PaymentBench(.sqlite)
        let platform = Platform()
        let server = try await bench.server(over: platform)
        let paid = try await server.pay(PaymentBench.body(try await bench.token()))
        let path = "/payments/\(try #require(paid["id"]))/capture"
        let refused = try await server.call("POST", path, "{}", key: "c")
        #expect(refused.status == 502 && refused["code"] == "operationNotSent", "\(refused.text)")
        #expect(refused["remedy"]?.contains("with the same key") == true, "\(refused.text)")
        platform.isAway.withLock { $0 = false }
        let done = try await server.call("POST", path, "{}", key: "c")
        #expect(done.status == 200 && done["captured"] == "10.75", "\(done.text)")
    }
}
