import Money
import Payments
import TestSupport
import Testing
import World

/// The desk of Documentation/SwiftServers.md, compiled and run.
@Suite("The desk in the guide for Swift servers")
struct ServerDeskExampleTests {
    // DESK: begin
    /// The reply of a shop to its customer.
    enum Reply: Equatable {
        case paid(orderNumber: Int64)
        case tryAgain
        case beingSettled
        case anotherCard
        case refused(String)
    }

    /// Takes a payment. A retry returns the current result.
    static func pay(_ submission: PaymentSubmission, at desk: PaymentDesk) async -> Reply {
        do throws(PaymentRefusal) {
            let receipt = try await desk.pay(submission)
            return .paid(orderNumber: receipt.order.number)
        } catch {
            switch error.remedy {
            case .tryAgain: return .tryAgain
            // The card may have been charged: do not ask for another payment.
            case .askAgainSoon, .settleWithTheProcessor: return .beingSettled
            case .askForAnotherCard: return .anotherCard
            default: return .refused("\(error)")
            }
        }
    }

    /// Collects an order when it is shipped. The number makes a repetition harmless.
    static func ship(_ order: OrderID, part: Money, number: Int64, at desk: PaymentDesk)
        async throws -> Bool
    {
        let result = try await desk.capture(order, amount: part, number: number)
        // Without an answer the state is `unknown`, and recovery sends it again.
        return result.operation.state.name == .completed
    }

    /// Settles what a crash or a silent processor left: when the server starts, and every half
    /// minute. Several servers may do so at the same time.
    static func keepSettled(_ desk: PaymentDesk) async throws {
        while !Task.isCancelled {
            do { try await desk.settleDue() } catch { print("recovery: \(error)") }
            try await Task.sleep(for: .seconds(30))
        }
    }
    // DESK: end

    @Test func `is the code that is compiled here`() throws {
        let path = "Tests/MerchantTests/ServerDeskExampleTests.swift"
        #expect(try PageExample("DESK", in: path).isShown(by: "Documentation/SwiftServers.md"))
    }

    @Test func `takes, ships and settles`() async throws {
        let bench = try PaymentDeskBench()
        let database = try await bench.open()
        let processor = SimulatedProcessor(seed: 1)
        let desk = try bench.desk(database, processor, needing: [.capture, .severalCaptures])
        let submission = try bench.submission(of: bench.token())
        processor.lossPercent.withLock { $0 = 100 }
        let first = await Self.pay(submission, at: desk)
        #expect(first == .beingSettled || first == .tryAgain)
        processor.lossPercent.withLock { $0 = 0 }
        #expect(await Self.pay(submission, at: desk) == .tryAgain)
        let next = try bench.submission(of: bench.token(2))
        #expect(await Self.pay(next, at: desk) == .paid(orderNumber: 1001))
        let order = try #require(try await bench.orders(database).first)
        let part = Money(minorUnits: 500, currency: .usd)
        for _ in 0..<2 {
            #expect(try await Self.ship(order.id, part: part, number: 1, at: desk))
        }
        #expect(try await desk.amounts(of: order.id).captured == part)
        let loop = Task { try await Self.keepSettled(desk) }
        loop.cancel()
        _ = await loop.result
    }
}
