import Money
import Payments
import Storage
import TestSupport
import Testing
import World

@Suite("The transactions of a request")
struct TransactionCountTests {
    private static let answered = KeyedAnswer.final(
        RecordedAnswer(status: 200, location: nil, body: [1])
    )

    let bench: PaymentDeskBench
    let database: Database
    private let seen = LockedValue<[DatabaseAccess]>([])

    init() async throws {
        bench = try PaymentDeskBench()
        let records = try await Database(
            path: bench.charging.folder.path("records"),
            migrations: PaymentDesk.migrations + [
                IdempotencyTables.migrations, AuditLog.migrations,
            ]
        )
        database = Database(
            InterposedEngine(records) { [seen] engine, access, work in
                seen.withLock { $0.append(access) }
                return await engine.perform(access, work)
            }
        )
    }

    private func transactions(_ work: () async -> Bool) async -> [DatabaseAccess] {
        seen.withLock { $0 = [] }
        #expect(await work(), "the answer is not recorded")
        return seen.withLock(\.self)
    }

    private func pay(_ desk: PaymentDesk, captures: Bool) async throws -> [DatabaseAccess] {
        let token = try bench.token(captures ? 2 : 1)
        let plain = try bench.submission(of: token, reference: captures ? "cart 2" : "cart 1")
        let submission = PaymentSubmission(
            .token(plain.tokenJSON),
            merchantReference: plain.merchantReference,
            total: plain.total,
            applicationData: plain.applicationData,
            order: plain.order,
            captures: captures
        )
        let name = plain.merchantReference
        let caller = AuditLog.Caller(identifier: "key-1", role: "shop")
        let key = desk.requestKey(
            name,
            of: "key-1",
            for: "payment",
            body: [],
            change: .payment(of: submission, by: caller)
        )
        let request = KeyedRequest<PaymentRecord, PaymentRefusal>(key) { _, _ in Self.answered }
        return await transactions {
            let result = await desk.pay(submission, for: request) { _ in }
            guard case .now(.success, Self.answered, nil) = result else { return false }
            return true
        }
    }

    @Test func `are two for a payment, and three where it is collected`() async throws {
        let desk = try bench.desk(database, SimulatedProcessor(seed: 1))
        #expect(try await pay(desk, captures: false) == [.writing, .writing])
        #expect(try await pay(desk, captures: true) == [.writing, .writing, .writing])
        let states = try await bench.states(database)
        #expect(states.sorted() == ["approved", "approved", "completed"])
    }

    @Test func `are two for a capture, after what is known of it was read`() async throws {
        let desk = try bench.desk(database, SimulatedProcessor(seed: 1))
        _ = try await pay(desk, captures: false)
        let attempt = try await #require(try bench.orders(database).first).attempt
        let key = desk.requestKey("c", of: "key-1", for: "capture", body: [])
        let request = KeyedRequest<PaymentDesk.OperationResult, RecordFailure>(key) { _, _ in
            Self.answered
        }
        let seen = await transactions {
            let result = await desk.perform(
                .capture,
                on: attempt,
                amount: nil,
                by: nil,
                for: request
            )
            guard case .now(.success, Self.answered, nil) = result else { return false }
            return true
        }
        #expect(seen == [.reading, .reading, .writing, .writing])
    }
}
