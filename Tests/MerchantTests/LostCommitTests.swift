import Money
import TestSupport
import Testing
import World

@testable import Payments
@testable import Storage

/// The commit that records a request before it is sent, of which the desk is not told whether it was made.
@Suite("A desk that does not know whether its record is kept")
struct LostCommitTests {
    private enum Loss { case kept, undone }

    let bench: PaymentDeskBench
    let processor = SimulatedProcessor(seed: 1)
    /// The effect of the next commit, whose answer is lost.
    private let loss = LockedValue<Loss?>(nil)
    let desk: PaymentDesk
    let database: Database

    init() throws {
        bench = try PaymentDeskBench()
        let memory = try MemoryDatabase(PaymentDesk.migrations).database
        database = Database(
            InterposedEngine(memory) { [loss] engine, access, work in
                let loss = access == .writing ? loss.withLock { $0.take() } : nil
                let failure = await engine.perform(access) { runner in
                    let end = work(runner)
                    return loss == .undone ? .undo : end
                }
                return loss == nil ? failure : .commitUnknown
            }
        )
        desk = try bench.desk(database, processor)
    }

    private func settle() async throws {
        for _ in 0..<12 {
            bench.charging.clock.advance(bySeconds: 1_000)
            try await desk.settleDue()
        }
        try await bench.expectAgreement(database, processor, "at the end")
    }

    @Test(arguments: [true, false])
    func `sends no capture then, and none later`(isKept: Bool) async throws {
        let receipt = try await desk.pay(bench.submission(of: bench.token()))
        loss.withLock { $0 = isKept ? .kept : .undone }
        let failure = await #expect(throws: RecordFailure.self) {
            try await desk.capture(receipt.order.id, number: 1)
        }
        // What was kept is closed, so that it is certain that nothing was done; what was not may still come.
        let attempt = receipt.authorization.id
        #expect(
            failure == (isKept ? .storage(.commitUnknown) : .recordUnknown(attempt, .commitUnknown))
        )
        try await settle()
        #expect(processor.record.captured.isEmpty)
        try await desk.capture(receipt.order.id)
        #expect(processor.record.captured.values.reduce(0, +) == 1_075)
    }

    @Test(arguments: [true, false])
    func `sends no authorization then, and none later`(isKept: Bool) async throws {
        let submission = try bench.submission(of: bench.token())
        loss.withLock { $0 = isKept ? .kept : .undone }
        await #expect(throws: PaymentRefusal.self) { try await desk.pay(submission) }
        #expect(try await bench.states(database) == (isKept ? ["notSent"] : []))
        try await settle()
        #expect(processor.record.asked.isEmpty)
    }
}
