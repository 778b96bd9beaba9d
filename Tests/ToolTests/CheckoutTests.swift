internal import Bytes
internal import Foundation
internal import MerchantServer
internal import Money
internal import PaymentRequest
internal import PaymentSheet
internal import PaymentToken
internal import Payments
import Storage
internal import TestSupport
import Testing
internal import Wallet
internal import World

@testable import quince

@Suite("A checkout")
struct CheckoutTests {
    static let totals = [("guide", "10.75 USD"), ("china", "29.90 CNY"), ("shinobi", "29.27 USD")]

    static func scenario(_ name: String) throws -> CheckoutScenario {
        try #require(CheckoutScenario.all.first { $0.name == name })
    }

    static func orders(of run: CheckoutRun) async throws -> [Order] {
        let database = try await Database(
            path: run.files.orders,
            migrations: MerchantAPIServer.migrations
        )
        let tracking = OrderTracking(world: .system)
        return try await database.read { snapshot throws(RecordFailure) in
            try tracking.orders(limit: 10, in: snapshot)
        }
    }

    @Test(arguments: totals)
    func `ends paid with the total of its worked example (mission 7.18 to 7.20)`(
        name: String,
        total: String
    ) async throws {
        let scenario = try Self.scenario(name)
        let run = try await CheckoutRun(scenario)
        guard case .paid = run.ending.outcome else {
            Issue.record("ended \(run.ending.outcome)")
            return
        }
        let receipt = try #require(try run.ending.result?.get())
        let paid = Money(
            minorUnits: receipt.order.totalMinorUnits,
            currency: try #require(Currency(code: receipt.order.currencyCode))
        )
        #expect("\(paid)" == total)
        #expect(receipt.order.label == scenario.totalLabel)
        #expect(receipt.transactionID == run.ending.token?.transactionID)
        #expect(run.ending.approvals == 1)
        #expect(try await Self.orders(of: run) == [receipt.order])
    }

    @Test func `asks what the device can do before it asks for money (mission 4.9)`() async throws {
        let events = try await CheckoutRun.shared().events
        let asked = events.firstIndex {
            if case .capabilityChecked(true, .showPayButton) = $0 { true } else { false }
        }
        let presented = events.firstIndex {
            if case .sheet(.presented(_)) = $0 { true } else { false }
        }
        #expect(try #require(asked) < #require(presented))
    }

    @Test(arguments: totals.map(\.0))
    func `ends unpaid and without an order where the issuer declines`(name: String) async throws {
        let run = try await CheckoutRun(Self.scenario(name), declines: true)
        #expect(run.ending.outcome == .notPaid(.cancelled))
        guard case .failure(.declined(.insufficientFunds)) = run.ending.result else {
            Issue.record("\(String(describing: run.ending.result))")
            return
        }
        #expect(run.ending.approvals == 0)
        #expect(try await Self.orders(of: run).isEmpty)
    }

    @Test func `gets its first receipt again in the folder where it was made before`()
        async throws
    {
        let first = try await CheckoutRun(seed: 3)
        let second = try await CheckoutRun(seed: 3, in: first.folder)
        #expect(try second.ending.result?.get() == first.ending.result?.get())
        #expect(second.ending.approvals == 0)
        #expect(try await Self.orders(of: second).count == 1)
        let other = try await CheckoutRun(seed: 4, in: first.folder)
        #expect(throws: Never.self) { try other.ending.result?.get() }
        #expect(try await Self.orders(of: other).count == 2)
    }

    @Test func `gets its first decline again, although the issuer would now approve`() async throws
    {
        let first = try await CheckoutRun(declines: true, seed: 3)
        let second = try await CheckoutRun(seed: 3, in: first.folder)
        for run in [first, second] {
            guard case .failure(.declined(.insufficientFunds)) = run.ending.result else {
                Issue.record("\(String(describing: run.ending.result))")
                return
            }
        }
        #expect(second.ending.approvals == 0)
    }

    /// One seed makes one token, so another scenario is another order with the same token.
    @Test func `is refused as a replay where the token was made for something else`() async throws {
        let first = try await CheckoutRun(seed: 3)
        let second = try await CheckoutRun(Self.scenario("shinobi"), seed: 3, in: first.folder)
        let token = try #require(first.ending.token)
        #expect(second.ending.outcome == .notPaid(.cancelled))
        guard case .failure(.token(.replay(token.transactionID))) = second.ending.result else {
            Issue.record("\(String(describing: second.ending.result))")
            return
        }
        #expect(second.ending.approvals == 0)
        #expect(try await Self.orders(of: second).count == 1)
    }

    @Test func `leaves its key to its owner alone`() async throws {
        let run = try await CheckoutRun.shared()
        for (name, path) in run.files.all {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let mode = try #require(attributes[.posixPermissions] as? Int)
            if ["merchantKey", "orders"].contains(name) {
                #expect(mode & 0o077 == 0, "\(name) \(String(mode, radix: 8))")
            }
        }
    }
}
