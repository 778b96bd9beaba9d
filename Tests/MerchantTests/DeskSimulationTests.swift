import Money
import PaymentToken
import Payments
import Testing
import World

@testable import Storage

/// A desk on a database that fails at one statement after another, a network that loses messages, and
/// clocks that jump; then a calm in which everything must settle.
@Suite("A payment desk that recovers")
struct DeskSimulationTests {
    let bench: PaymentDeskBench

    init() throws { bench = try PaymentDeskBench() }

    private func open() async throws -> Database {
        try MemoryDatabase(PaymentDesk.migrations).database
    }

    /// Lets recovery work until nothing is left, and checks the records with the processor's books.
    private func expectSettled(
        _ database: Database,
        _ desk: PaymentDesk,
        _ processor: SimulatedProcessor,
        _ comment: Comment
    ) async throws {
        processor.lossPercent.withLock { $0 = 0 }
        _ = database.disarmFault()
        for _ in 0..<12 {
            bench.charging.clock.advance(bySeconds: 1_000)
            try await desk.settleDue()
        }
        try await bench.expectAgreement(database, processor, comment)
    }

    /// An answer to a customer must fit the events, before and after recovery.
    private func expectTrue(
        _ refusal: PaymentRefusal,
        _ processor: SimulatedProcessor,
        asked: Int,
        _ comment: Comment
    ) {
        let wasAsked = processor.record.asked.count > asked
        switch refusal {
        case .databaseFailed, .claim: #expect(!wasAsked, comment)
        case .beingSettled, .notSent, .reversed: break
        default: Issue.record("\(refusal): \(comment)")
        }
    }

    /// SQLite's own method: fail the first statement, then the second, until a payment completes.
    @Test(arguments: [false, true], [false, true])
    func `settles a payment, whichever statement failed`(lasts: Bool, inquires: Bool) async throws {
        let database = try await open()
        let processor = SimulatedProcessor(seed: 1, inquires: inquires)
        let desk = try bench.desk(database, processor)
        var (number, struck) = (0, true)
        while struck {
            number += 1
            let token = try bench.token(UInt8(number))
            let submission = try bench.submission(of: token, reference: "cart \(number)")
            let asked = processor.record.asked.count
            database.armFault(atStatement: number, lasts: lasts)
            do throws(PaymentRefusal) {
                _ = try await desk.pay(submission)
            } catch {
                expectTrue(error, processor, asked: asked, "statement \(number)")
            }
            struck = database.disarmFault()
            try await expectSettled(database, desk, processor, "statement \(number)")
            // After the calm the same submission gets a definite answer.
            if struck {
                let refusal = await #expect(throws: PaymentRefusal.self) {
                    try await desk.pay(submission)
                }
                if case .beingSettled = refusal { Issue.record("statement \(number)") }
            }
        }
        #expect(number > 8, "the sweep reached the order's own statements")
    }

    /// The order's content is only in the submission: the same submission places it.
    @Test func `places the order of an approval when the submission is made again`() async throws {
        let database = try await open()
        let processor = SimulatedProcessor(seed: 1)
        let desk = try bench.desk(database, processor)
        let submission = try bench.submission(of: bench.token())
        processor.whenAsked.withLock { $0 = { database.armFault(atStatement: 3) } }
        let refusal = await #expect(throws: PaymentRefusal.self) {
            try await desk.pay(submission)
        }
        #expect(refusal?.remedy == .askAgainSoon)
        #expect(database.disarmFault())
        processor.whenAsked.withLock { $0 = nil }
        #expect(try await bench.orders(database) == [])
        bench.charging.clock.advance(bySeconds: 600)
        let receipt = try await desk.pay(submission)
        #expect(try await bench.orders(database) == [receipt.order])
        try await expectSettled(database, desk, processor, "after the order")
        #expect(processor.record.held.count == 1)
    }

    @Test func `cancels an approval that gets no order within its time`() async throws {
        let database = try await open()
        let processor = SimulatedProcessor(seed: 1)
        let desk = try bench.desk(database, processor)
        let submission = try bench.submission(of: bench.token())
        processor.whenAsked.withLock { $0 = { database.armFault(atStatement: 3) } }
        await #expect(throws: PaymentRefusal.self) { try await desk.pay(submission) }
        _ = database.disarmFault()
        bench.charging.clock.advance(bySeconds: 899)
        try await desk.settleDue()
        #expect(processor.record.held.count == 1)
        bench.charging.clock.advance(bySeconds: 2)
        try await desk.settleDue()
        try await desk.settleDue()
        #expect(processor.record.held.isEmpty)
        await #expect(throws: PaymentRefusal.reversed(.withoutOrder)) {
            try await desk.pay(submission)
        }
    }

    /// An answer that comes after another server has cancelled changes nothing.
    @Test func `does not revive a cancelled payment by a late approval`() async throws {
        let database = try await open()
        let processor = SimulatedProcessor(seed: 1)
        let (slow, other) = (
            try bench.desk(database, processor), try bench.desk(database, processor)
        )
        let clock = bench.charging.clock
        let silent = SimulatedProcessor(seed: 2, inquires: false)
        let third = try bench.desk(database, silent)
        processor.whenAsked.withLock { box in
            box = {
                clock.advance(bySeconds: 121)
                // It is cancelled with a processor that does not say what became of it.
                _ = try? await third.settleDue()
                _ = try? await third.settleDue()
            }
        }
        let submission = try bench.submission(of: bench.token())
        await #expect(throws: PaymentRefusal.reversed(.unanswered)) {
            try await slow.pay(submission)
        }
        #expect(try await bench.orders(database) == [])
        await #expect(throws: PaymentRefusal.reversed(.unanswered)) {
            try await other.pay(submission)
        }
        #expect(silent.record.reversed.count == 1)
    }

    /// Payments, captures, voids and refunds on a bad network, with a clock that jumps both ways.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `settles everything after losses and jumping clocks`(seed: UInt64) async throws {
        let database = try await open()
        let processor = SimulatedProcessor(seed: seed, inquires: seed % 3 != 0)
        processor.lossPercent.withLock { $0 = 35 }
        let desks = try (0..<2).map { _ in try bench.desk(database, processor) }
        let chance = SeededRandomness(seed: seed)
        for number in 1...12 as ClosedRange<UInt8> {
            let desk = desks[Int(number) % 2]
            let token = try bench.token(number)
            let submission = try bench.submission(of: token, reference: "cart \(number)")
            for _ in 0..<2 {
                if chance.number(below: 4) == 0 {
                    database.armFault(atStatement: 1 + Int(chance.number(below: 14)))
                }
                _ = try? await desk.pay(submission)
                _ = database.disarmFault()
            }
            for order in try await bench.orders(database) {
                switch chance.number(below: 6) {
                case 0:
                    let part = Money(minorUnits: 500, currency: .usd)
                    _ = try? await desk.capture(order.id, amount: part)
                case 1: _ = try? await desk.capture(order.id)
                case 2: _ = try? await desk.void(order.id)
                case 3: _ = try? await desk.refund(order.id)
                default: _ = try? await desk.settleDue()
                }
            }
            let jump = Int64(chance.number(below: 2_000)) - 700
            bench.charging.clock.advance(bySeconds: jump)
        }
        bench.charging.clock.advance(bySeconds: 10_000)
        try await expectSettled(database, desks[0], processor, "seed \(seed)")
        for order in try await bench.orders(database) {
            let amounts = try await desks[0].amounts(of: order.id)
            let expected: PaymentStatus =
                if order.paymentStatus == .voided { .voided } else {
                    amounts.captured.minorUnits == 0
                        ? .authorized : amounts.captured == amounts.refunded ? .refunded : .paid
                }
            #expect(order.paymentStatus == expected)
        }
    }

    /// Two servers that recover at the same time ask once for each key.
    @Test func `asks for each key once though two servers recover at the same time`() async throws {
        let database = try await open()
        let processor = SimulatedProcessor(seed: 1, inquires: false)
        processor.lossPercent.withLock { $0 = 100 }
        let desks = try (0..<4).map { _ in try bench.desk(database, processor) }
        for number in 1...5 as ClosedRange<UInt8> {
            let token = try bench.token(number)
            let submission = try bench.submission(of: token, reference: "cart \(number)")
            _ = try? await desks[0].pay(submission)
        }
        processor.lossPercent.withLock { $0 = 0 }
        bench.charging.clock.advance(bySeconds: 1_000)
        for _ in 0..<2 {
            await withTaskGroup(of: Void.self) { group in
                for desk in desks { group.addTask { _ = try? await desk.settleDue() } }
            }
        }
        let reversals = processor.record.asked.filter { $0.key.hasSuffix("-rev") }
        #expect(reversals.values.allSatisfy { $0 == 1 })
        try await expectSettled(database, desks[0], processor, "four servers")
    }

    @Test func `is refused a processor that lacks what the shop needs`() async throws {
        let database = try await open()
        let missing = #expect(throws: PaymentDesk.MissingCapabilities.self) {
            try bench.desk(database, CountingProcessor(), needing: [.capture, .refund])
        }
        #expect(missing?.capabilities == [.capture, .refund])
        #expect(
            "\(try #require(missing))" == "the processor sandbox does not offer: captures, refunds"
        )
    }
}
