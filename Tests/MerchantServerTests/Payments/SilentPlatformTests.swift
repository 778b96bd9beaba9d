import MerchantServer
import Money
import Payments
import Testing
import World

@Suite("A server of which one platform does not answer")
struct SilentPlatformTests {
    /// A platform whose answers are lost, and that then answers nothing.
    private struct SilentPlatform: PaymentProcessor {
        let name = ProcessorName.stripe
        let capabilities: Set<ProcessorCapability> = [.inquiry, .capture, .refund, .void]
        let isSilent = AwaitableValue(false)
        let isAsked = AwaitableValue(false)

        func authorize(
            _: AuthorizationRequest
        ) async throws(ProcessorFailure) -> AuthorizationAnswer {
            throw .outcomeUnknown(.timedOut)
        }

        func reverse(_: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
            throw .outcomeUnknown(.timedOut)
        }

        func inquire(_: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
            guard isSilent.read({ $0 }) else { return .inProgress }
            isAsked.change { $0 = true }
            await isSilent.wait { !$0 }
            return .inProgress
        }
    }

    @Test(.timeLimit(.minutes(5))) func `settles meanwhile what is open at another`() async throws {
        let bench = try PaymentBench(.sqlite)
        let silent = SilentPlatform()
        var small = ProcessorRoutes.Conditions()
        small.below = Money(minorUnits: 500, currency: .usd)
        let server = try await bench.server(
            routes: [.init(silent, small), .init(try bench.acquirer)]
        )
        bench.isCut.withLock { $0 = true }
        for (units, amount) in [(400, "4.00"), (1075, "10.75")] as [(Int64, String)] {
            let token = try await bench.token(units)
            let body = PaymentBench.body(token, amount: amount, reference: "cart of \(amount)")
            let answer = try await server.pay(body, key: amount)
            #expect(answer.status == 202, "\(answer.text)")
        }
        bench.isCut.withLock { $0 = false }
        #expect(try await server.service.open().count == 2)
        bench.clock.advance(bySeconds: 1_000)
        silent.isSilent.change { $0 = true }
        let serving = Task { await server.service.keepSettled() }
        await silent.isAsked.wait { $0 }
        while try await server.service.open().count > 1 { await RealTime.pass(.milliseconds(10)) }
        #expect(
            try await server.service.open().map(\.operation.processor) == [silent.name]
        )
        serving.cancel()
        silent.isSilent.change { $0 = false }
        await serving.value
    }
}
