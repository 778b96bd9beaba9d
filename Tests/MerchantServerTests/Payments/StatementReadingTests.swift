import Money
import Payments
import Testing
import World

@testable import MerchantServer

@Suite("A server that a platform sends many messages")
struct StatementReadingTests {
    /// A platform that answers the first question about a payment when it is let.
    private struct Platform: PaymentProcessor {
        let name = ProcessorName.stripe
        let capabilities: Set<ProcessorCapability> = [.capture, .refund, .void]
        let isSlow = AwaitableValue(true)
        /// The payments of which it was asked.
        let asked = AwaitableValue<[String]>([])

        func authorize(
            _ request: AuthorizationRequest
        ) async throws(ProcessorFailure) -> AuthorizationAnswer {
            let name = request.merchantReference
            let approval = Approval(authorizationCode: "123456", networkReference: name)
            return .approved(approval, echo: .none)
        }

        func reverse(_: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
            throw .outcomeUnknown(.timedOut)
        }

        func statement(
            of original: OriginalAuthorization
        ) async throws(ProcessorFailure) -> ProcessorStatement? {
            asked.change { $0.append(original.networkReference ?? "") }
            if asked.read({ $0.count == 1 }) { await isSlow.wait { !$0 } }
            return ProcessorStatement()
        }
    }

    @Test(.timeLimit(.minutes(5))) func `asks for one payment at a time, and for each once`()
        async throws
    {
        let bench = try PaymentBench(.sqlite)
        let platform = Platform()
        let server = try await bench.server(over: platform)
        for name in ["1", "2", "3"] {
            let body = PaymentBench.body(try await bench.token(), reference: name)
            #expect(try await server.pay(body, key: name).status == 201)
        }
        func note(_ name: String) async throws {
            let notice = ProcessorNotice(
                processor: .stripe,
                key: nil,
                reference: name,
                news: .other
            )
            #expect(try await server.service.records.take(notice) == .noted)
            bench.clock.advance(bySeconds: 1)
        }
        try await note("1")
        let first = Task { await server.service.readStatements(from: platform) }
        await platform.asked.wait { $0.count == 1 }
        for name in ["2", "3"] {
            try await note(name)
            await server.service.readStatements(from: platform)
        }
        #expect(platform.asked.read(\.self) == ["1"])
        platform.isSlow.change { $0 = false }
        await first.value
        #expect(platform.asked.read(\.self) == ["1", "2", "3"])
        try await note("1")
        await server.service.readStatements(from: platform)
        #expect(platform.asked.read(\.self) == ["1", "2", "3", "1"])
    }
}
