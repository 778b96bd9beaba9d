import Bytes
import Money
import PaymentToken
import Payments
import PostgreSQL
import Storage
import TestSupport
import Testing
import TokenIntake
import World

/// A database on PostgreSQL that two desks use: one through a program that makes messages fail, and one
/// directly.
struct StatementSweep {
    typealias Operation = DeskStatementFaultTests.Operation
    typealias Told = DeskStatementFaultTests.Told

    /// Each reading is a second later, so that a lost commit is asked about once.
    private final class PassingClock: WallClock {
        private let reading = LockedValue<Int64>(0)
        var now: UnixTime {
            reading.withLock { reading in
                reading += 1
                return UnixTime(seconds: reading)
            }
        }
        var uptime: Duration { .seconds(reading.withLock { $0 }) }
    }

    let kind: DeskStatementFaultTests.Case
    let step: Int
    private let bench: PaymentDeskBench
    private let proxy: StatementProxy
    private let database: Database
    private let processor = SimulatedProcessor(seed: 1)
    private let (failing, direct): (PaymentDesk, PaymentDesk)
    private let drawn = LockedValue(0)
    /// Orders of which each run captures or refunds a small part.
    private let (held, paid): (OrderID, OrderID)

    init(_ kind: DeskStatementFaultTests.Case, step: Int) async throws {
        (self.kind, self.step) = (kind, step)
        bench = try PaymentDeskBench()
        let server = try PostgreSQLServer.shared()
        let address = server.newDatabase()
        proxy = try StatementProxy(before: server)
        database = try await Self.open(address)
        let other = try await Self.open(proxy.connectionString(address))
        (failing, direct) = (
            try bench.desk(other, processor), try bench.desk(database, processor)
        )
        let amount = Money(minorUnits: 100_000, currency: .usd)
        let first = try await Self.pay(0, amount, with: processor, on: database, in: bench)
        let second = try await Self.pay(1, amount, with: processor, on: database, in: bench)
        (held, paid) = (try #require(first?.id), try #require(second?.id))
        try await direct.capture(paid)
    }

    private static func open(_ address: String) async throws -> Database {
        try await Database(
            PostgreSQLAddress(Secret(copying: Array(address.utf8))),
            migrations: PaymentDesk.migrations,
            limits: PostgreSQLLimits(
                connections: 1,
                statementMilliseconds: 600_000,
                silenceMilliseconds: 900_000,
                resolutionSeconds: 1
            ),
            world: World(clock: PassingClock(), randomness: World.system.randomness)
        )
    }

    /// Makes one message after another of an operation fail, until it has no more.
    ///
    /// - Returns: The messages that failed.
    func run(_ operation: Operation) async throws -> [String] {
        var messages: [String] = []
        // Nothing has so many messages; a sweep that does not end would hide why.
        for number in stride(from: kind.first, to: 400, by: step) {
            let prepared = try await prepare(operation)
            let (before, asked) = (totals, requests)
            try proxy.arm(kind.fault, atMessage: number, lasts: kind.lasts)
            let told = await perform(operation, prepared)
            let wasAsked = requests > asked
            let message = try proxy.disarm()
            let comment = Comment(
                rawValue: "\(operation.rawValue), message \(number): \(message ?? "none")"
            )
            try await settle(comment)
            let effect = zip(totals, before).map { $0 - $1 }
            expect(told, operation, effect, wasAsked: wasAsked, comment)
            if case .submission(let submission) = prepared {
                try await expectAnswer(told, submission, comment)
            }
            guard let message else {
                #expect(told == .done, comment)
                return messages
            }
            messages.append(message)
        }
        throw Endless()
    }

    /// Checks what the caller was told with what was done, now or by recovery.
    private func expect(
        _ told: Told,
        _ operation: Operation,
        _ effect: [Int64],
        wasAsked: Bool,
        _ comment: Comment
    ) {
        // An earlier authorization, which got no order, is cancelled.
        let without: [Int64] = operation == .acceptAgain ? [-1_075, 0, 0] : [0, 0, 0]
        switch told {
        case .done: #expect(effect == operation.effect, comment)
        case .notDone:
            #expect(!wasAsked, comment)
            #expect(effect == without, comment)
        case .open:
            #expect(wasAsked || [.acceptAgain, .captureAgain].contains(operation), comment)
            #expect([without, operation.effect].contains(effect), comment)
        case .notKnown:
            #expect(!wasAsked, comment)
            #expect([without, operation.effect].contains(effect), comment)
        case .failed: #expect(effect == operation.effect, comment)
        }
    }

    private struct Endless: Error {}

    /// Compares the records of all payments with the processor's books.
    func expectAgreement() async throws {
        try await bench.expectAgreement(database, processor, "after the sweep")
        let asked = processor.record.asked
        #expect(asked.count > 100 / step)
    }

    /// The preparation of an operation.
    private enum Prepared {
        case nothing
        case submission(PaymentSubmission)
        case order(OrderID)
    }

    private func prepare(_ operation: Operation) async throws -> Prepared {
        let number = drawn.withLock { number in
            number += 1
            return number + 1
        }
        // Long enough for a lease to end.
        defer { if operation.isRecovery { bench.charging.clock.advance(bySeconds: 121) } }
        switch operation {
        case .accept: return .submission(try submission(number))
        case .acceptAgain:
            let submission = try submission(number)
            await unanswered { _ = try? await direct.pay(submission) }
            return .submission(submission)
        case .capture, .finalCapture, .void:
            let order = try await pay(number)
            return .order(try #require(order?.id))
        case .captureAgain:
            let order = try #require(try await pay(number)).id
            await unanswered { _ = try? await direct.capture(order) }
            return .order(order)
        case .partialCapture: return .order(held)
        case .refund: return .order(paid)
        case .recoverPayment: await unanswered { _ = try? await pay(number) }
        case .recoverCapture:
            await unanswered { _ = try? await direct.capture(held, amount: Self.part) }
        case .recoverRefund:
            await unanswered { _ = try? await direct.refund(paid, amount: Self.part) }
        }
        return .nothing
    }

    private static let part = Money(minorUnits: 5, currency: .usd)

    private func submission(_ number: Int) throws -> PaymentSubmission {
        let token = try bench.token(transactionID: Self.transaction(number))
        return try bench.submission(of: token, reference: "cart \(number)")
    }

    private static func transaction(_ number: Int) throws -> TransactionID {
        let digits = [UInt8(number >> 8), UInt8(number & 255)]
        let identifier: TransactionID? = TransactionID(digits + Array(repeating: 7, count: 30))
        return try #require(identifier)
    }

    private func pay(_ number: Int) async throws -> Order? {
        let amount = Money(minorUnits: 1075, currency: .usd)
        return try await Self.pay(number, amount, with: processor, on: database, in: bench)
    }

    private static func pay(
        _ number: Int,
        _ amount: Money,
        with processor: SimulatedProcessor,
        on database: Database,
        in bench: PaymentDeskBench
    ) async throws -> Order? {
        let charge = try NewCharge(
            merchantReference: "cart \(number)",
            amount: amount,
            transactionID: transaction(number)
        )
        let desk = try bench.desk(database, processor)
        return try await desk.charge(charge, signedAt: bench.charging.clock.now).order
    }

    private func unanswered(_ action: () async -> Void) async {
        processor.losesAnswers.withLock { $0 = true }
        await action()
        processor.losesAnswers.withLock { $0 = false }
    }

    private func perform(_ operation: Operation, _ prepared: Prepared) async -> Told {
        switch prepared {
        case .nothing: await recover()
        case .submission(let submission): await accept(submission)
        case .order(let order): await follow(operation, order)
        }
    }

    private func accept(_ submission: PaymentSubmission) async -> Told {
        do throws(PaymentRefusal) {
            _ = try await failing.pay(submission)
            return .done
        } catch {
            switch error {
            case .databaseFailed, .claim(.notClaimed): return .notDone
            case .beingSettled: return .open
            default:
                Issue.record("\(error)")
                return .open
            }
        }
    }

    private func follow(_ operation: Operation, _ order: OrderID) async -> Told {
        do throws(RecordFailure) {
            switch operation {
            case .capture: try await failing.capture(order)
            case .captureAgain: try await failing.capture(order, number: 1)
            case .partialCapture: try await failing.capture(order, amount: Self.part)
            case .finalCapture:
                try await failing.capture(order, amount: Self.part, isFinal: true)
            case .void: try await failing.void(order)
            default: try await failing.refund(order, amount: Self.part)
            }
            return .done
        } catch {
            switch error {
            case .storage: return .notDone
            case .outcomeNotRecorded: return .open
            case .recordUnknown: return .notKnown
            default:
                Issue.record("\(error)")
                return .open
            }
        }
    }

    /// Recovers as a server does, at its times; it goes on when one pass fails.
    private func recover() async -> Told {
        var told = Told.done
        for _ in 0..<4 {
            do throws(RecordFailure) { try await failing.settleDue() } catch {
                if case .storage = error {} else { Issue.record("\(error)") }
                told = .failed
            }
            bench.charging.clock.advance(bySeconds: 1_000)
        }
        return told
    }

    /// Lets the other desk recover until nothing is left.
    private func settle(_ comment: Comment) async throws {
        let records = DeskRecords(database: database, world: bench.charging.world)
        for _ in 0..<12 {
            if try await records.open().isEmpty { return }
            bench.charging.clock.advance(bySeconds: 1_000)
            try await direct.settleDue()
        }
        Issue.record("something is left open: \(comment)")
    }

    /// The same submission gets a definite answer now, and nothing is asked for again.
    private func expectAnswer(
        _ told: Told,
        _ submission: PaymentSubmission,
        _ comment: Comment
    ) async throws {
        let (before, asked) = (totals, requests)
        do throws(PaymentRefusal) {
            _ = try await direct.pay(submission)
        } catch {
            switch error {
            case .reversed, .notSent: break
            // It is too old to be charged now.
            case .token(.signingTime): #expect(told == .notDone, comment)
            default: Issue.record("\(error): \(comment)")
            }
        }
        #expect(told == .notDone || requests == asked && totals == before, comment)
    }

    /// The amounts that are held, captured and refunded.
    private var totals: [Int64] {
        let books = processor.record
        return [
            books.held.values.reduce(0, +), books.captured.values.reduce(0, +),
            books.refunded.values.reduce(0, +),
        ]
    }

    private var requests: Int { processor.record.asked.values.reduce(0, +) }
}

extension DeskStatementFaultTests.Operation {
    var isRecovery: Bool { [.recoverPayment, .recoverCapture, .recoverRefund].contains(self) }
}
