import MerchantServer
import Payments
import Storage
import Testing
import World

/// A processor that never says what became of an authorization.
private final class UndecidedProcessor: PaymentProcessor {
    let name = ProcessorName.cardNetwork
    let capabilities = Set(ProcessorCapability.allCases)
    let inquiries = LockedValue(0)
    let reversals = LockedValue(0)
    let answer = LockedValue(InquiryAnswer.inProgress)
    let whenAsked = LockedValue<(@Sendable () async -> Void)?>(nil)

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        throw .outcomeUnknown(.timedOut)
    }

    func inquire(_ request: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
        await whenAsked.withLock { $0 }?()
        inquiries.withLock { $0 += 1 }
        return answer.withLock(\.self)
    }

    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        reversals.withLock { $0 += 1 }
        return .reversed(networkReference: nil)
    }
}

@Suite("A payment without an outcome that is asked about")
struct PollingTests {
    private let processor = UndecidedProcessor()

    @Test(arguments: PaymentDatabase.here)
    func `is not cancelled because of it, and not asked for by a reader before it is due`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server(over: processor)
        let body = PaymentBench.body(try await bench.token())
        let path = "/payments/\(try #require(try await server.pay(body)["id"]))"
        #expect(processor.inquiries.withLock(\.self) == 1)
        for _ in 0..<3 {
            #expect(try await server.call("GET", path, as: .readOnly)["status"] == "pending")
        }
        #expect(processor.inquiries.withLock(\.self) == 1)
        // Who asks for the payment again waits for it.
        for answer in [InquiryAnswer.inProgress, .inProgress, .notFound] {
            processor.answer.withLock { $0 = answer }
            #expect(try await server.pay(body).status == 202)
        }
        #expect(processor.inquiries.withLock(\.self) > 3)
        #expect(processor.reversals.withLock(\.self) == 0)
        bench.clock.advance(bySeconds: 5)
        #expect(try await server.call("GET", path)["status"] == "cancelled")
        #expect(processor.reversals.withLock(\.self) == 1)
    }

    @Test(arguments: PaymentDatabase.here)
    func `is held by a server that is known to be there, so that its end is noticed`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server(over: processor)
        let answer = try await server.pay(PaymentBench.body(try await bench.token()))
        let path = "/payments/\(try #require(answer["id"]))"
        bench.clock.advance(bySeconds: 5)
        let held = LockedValue<Int64?>(nil)
        processor.whenAsked.withLock {
            $0 = {
                let count = try? await server.count(
                    """
                    SELECT count(*) AS n FROM operation
                    JOIN serving_worker ON serving_worker.worker = operation.lease_owner
                    """
                )
                held.withLock { $0 = count }
            }
        }
        #expect(try await server.call("GET", path)["status"] == "pending")
        #expect(held.withLock(\.self) == 1)
    }
}
