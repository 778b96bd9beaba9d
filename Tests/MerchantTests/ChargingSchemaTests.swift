import Payments
import Storage
import Testing

/// The refusals of the database itself, should the program ever be wrong.
@Suite("The tables of charging")
struct ChargingSchemaTests {
    let bench = ChargingBench()

    static let forbidden: [StaticString] = [
        "UPDATE operation SET state = 'sent', authorization_code = NULL, network_reference = NULL",
        "UPDATE operation SET amount_minor_units = 1",
        "UPDATE operation SET processor = 'other'",
        "UPDATE operation SET settlement_reference = 'other'",
        "UPDATE operation SET state = 'unknown', due_at = 1",
        "DELETE FROM attempt_amount",
        "DELETE FROM operation",
        "UPDATE attempt SET account_suffix = '0000'",
        "DELETE FROM attempt",
        "UPDATE intent SET amount_minor_units = 1",
        "DELETE FROM intent",
        """
        INSERT OR REPLACE INTO operation (id, attempt, intent, kind, number, idempotency_key,
            processor, amount_minor_units, currency_code, state, prepared_at, changed_at, tries, due_at)
        SELECT id, attempt, intent, kind, number, idempotency_key, processor,
            amount_minor_units, currency_code, 'sent', prepared_at, changed_at, 0, 1 FROM operation
        """,
    ]

    @Test(arguments: forbidden.map(\.description))
    func `do not permit changes or removal of settled charges`(statement: String) async throws {
        let database = try await bench.open()
        _ = try await bench.attempt(
            ChargingBench.charge(),
            through: [ChargingBench.approval],
            in: database
        )
        let literal = try #require(Self.forbidden.first { $0.description == statement })
        await #expect(throws: StorageFailure.constraintViolated(.trigger)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(literal)
            }
        }
    }

    @Test func `hold one authorization for an attempt`() async throws {
        let database = try await bench.open()
        let operation = try await bench.attempt(
            ChargingBench.charge(),
            through: [.notSent],
            in: database
        )
        let taken = StorageFailure.uniquenessViolated(
            rule: "operation.attempt"
        )
        await #expect(throws: taken) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    """
                    INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key,
                        processor, amount_minor_units, currency_code, state, prepared_at,
                        changed_at, tries, due_at)
                    VALUES ('x', $1, $2, 'authorization', 1, 'another key', 'p', 1, 'USD', 'sent',
                        0, 0, 0, 0)
                    """,
                    [.text(operation.attempt.text), .text(operation.intent.text)]
                )
            }
        }
    }

    @Test func `hold one authorization for an intent`() async throws {
        let database = try await bench.open()
        let operation = try await bench.attempt(
            ChargingBench.charge(),
            through: [.unknown],
            in: database
        )
        let taken = StorageFailure.uniquenessViolated(
            rule: "operation.intent"
        )
        await #expect(throws: taken) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    "INSERT INTO attempt VALUES ('y', $1, zeroblob(32), '0000', NULL, NULL, 0)",
                    [.text(operation.intent.text)]
                )
                try transaction.execute(
                    """
                    INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key,
                        processor, amount_minor_units, currency_code, state, prepared_at,
                        changed_at, tries, due_at)
                    VALUES ('x', 'y', $1, 'authorization', 1, 'another key', 'p', 1, 'USD', 'sent',
                        0, 0, 0, 0)
                    """,
                    [.text(operation.intent.text)]
                )
            }
        }
    }
}
