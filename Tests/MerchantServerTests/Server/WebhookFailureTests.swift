import HTTPMessages
import HTTPServer
import JSON
import Storage
import Testing
import World

@testable import MerchantServer

@Suite("Webhooks whose receiver or database fails for a part of the events")
struct WebhookFailureTests {
    @Test func `are sent what is not refused, however much is`() async throws {
        let bench = try await WebhookTests.Bench()
        bench.receiver.answer { message in
            message.subject.hasPrefix("refused")
                ? .status(.internalServerError) : .status(.noContent)
        }
        try await bench.fixture.database.write { transaction throws(StorageFailure) in
            for number in 0..<5 {
                try transaction.execute(
                    "INSERT INTO event (time, type, subject) VALUES (1, 'key.added', $1)",
                    [.text("refused \(number)")]
                )
            }
        }
        func attempts(_ deliveries: [JSONValue]) -> Int64 {
            deliveries.reduce(0) { $0 + ($1.member("attempts")?.integer ?? 0) }
        }
        _ = try await bench.deliveries { $0.count == 5 }
        let taken = try await bench.fixture.keys.add(name: "b", role: .shop).entry.identifier
        // It is tried beside one that was refused, the first or the second time after the server has seen it.
        for pause in [5, 10, 20] as [Int64]
        where !bench.receiver.messages.contains(where: { $0.subject == taken }) {
            let before = attempts(try await bench.deliveries())
            bench.fixture.clock.advance(bySeconds: pause)
            _ = try await bench.deliveries { attempts($0) > before }
        }
        #expect(bench.receiver.messages.contains { $0.subject == taken })
        await bench.stop()
    }

    @Test func `are not sent again what they took before the database failed`() async throws {
        let bench = try await WebhookTests.Bench()
        let database = bench.fixture.database
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                """
                CREATE TRIGGER unwritable BEFORE UPDATE ON webhook WHEN NEW.sender IS NULL
                BEGIN SELECT RAISE(ABORT, 'unwritable'); END
                """
            )
        }
        let keys = bench.fixture.keys
        let first = try await keys.add(name: "b", role: .shop).entry.identifier
        #expect(await bench.receiver.isSent { $0.subject == first })
        // The answer is recorded at once, which fails.
        await RealTime.pass(.milliseconds(500))
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute("DROP TRIGGER unwritable")
        }
        let second = try await keys.add(name: "c", role: .shop).entry.identifier
        #expect(await bench.receiver.isSent { $0.subject == second })
        #expect(bench.receiver.messages.map(\.subject) == [first, second])
        let metrics = try await bench.fixture.send(.get, "/metrics", key: bench.key).text
        #expect(metrics.contains(#"quince_webhook_messages_total{outcome="delivered"} "#))
        await bench.stop()
    }
}
