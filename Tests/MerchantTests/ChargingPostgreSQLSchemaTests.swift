import Payments
import TestSupport
import Testing

@testable import Storage

/// The tables and their rules on a PostgreSQL server, by psql alone.
@Suite(
    "The tables of payments on PostgreSQL",
    .enabled(if: PostgreSQLServer.isHere, "\(PostgreSQLServer.absence)")
)
struct ChargingPostgreSQLSchemaTests {
    let server: PostgreSQLServer
    let place: String

    init() throws {
        server = try PostgreSQLServer.shared()
        place = server.newDatabase()
    }

    /// Runs statements in one transaction; whether all of them succeeded.
    func run(_ statements: [String]) -> Bool {
        let text = (statements + ["SELECT 'made'"]).joined(separator: ";\n")
        return server.sql(text, in: place).hasSuffix("made\n")
    }

    static let schema = PaymentDesk.migrations.flatMap { series in
        series.migrations.flatMap { $0.statements(in: .postgreSQL) }
    }

    static let payment = [
        "INSERT INTO intent VALUES ('i', 'cart', 1000, 'USD', 1)",
        "INSERT INTO attempt VALUES ('a', 'i', decode(repeat('00', 32), 'hex'), '5104', NULL, NULL, 1)",
    ]

    static func operation(_ id: String, _ kind: String, _ amount: Int, number: Int = 1) -> String {
        """
        INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key, processor,
            amount_minor_units, currency_code, state, prepared_at, changed_at, tries, due_at)
        VALUES ('\(id)', 'a', 'i', '\(kind)', \(number), '\(id)', 'p', \(amount), 'USD', 'sent',
            1, 1, 0, 1) ON CONFLICT DO NOTHING
        """
    }

    static func become(_ id: String, _ state: String) -> String {
        let codes = state == "approved" ? ", authorization_code = 'A', network_reference = 'N'" : ""
        let reason = state == "declined" ? ", decline_reason = 'doNotHonor'" : ""
        return "UPDATE operation SET state = '\(state)'\(codes)\(reason) WHERE id = '\(id)'"
    }

    static let captured =
        payment + [
            operation("auth", "authorization", 1_000), become("auth", "approved"),
            operation("cap", "capture", 300), become("cap", "completed"),
        ]

    @Test func `hold the amounts of an attempt`() {
        #expect(run(Self.schema))
        #expect(run(Self.captured))
        let refund = [
            Self.operation("ref", "refund", 200), Self.become("ref", "completed"),
            Self.operation("cap2", "capture", 700, number: 2), Self.become("cap2", "declined"),
            Self.operation("cap3", "capture", 100, number: 3),
        ]
        #expect(run(refund))
        let amounts = server.sql("SELECT * FROM attempt_amount", in: place)
        #expect(amounts == "a|1000|100|300|0|200|0|0\n")
    }

    @Test func `refuse what the program must not do`() {
        #expect(run(Self.schema))
        #expect(run(Self.captured))
        let forbidden = [
            Self.operation("x", "capture", 701, number: 2), Self.operation("x", "refund", 301),
            Self.operation("x", "reversal", 1_000),
            Self.become("auth", "sent"), Self.become("auth", "declined"),
            Self.become("cap", "sent"), "UPDATE operation SET amount_minor_units = 1",
            "UPDATE operation SET processor = 'other'", "DELETE FROM operation",
            "DELETE FROM attempt_amount",
            "UPDATE attempt_amount SET captured = 1001",
        ]
        for statement in forbidden { #expect(!run([statement]), "\(statement)") }
        // A void releases what was not captured, once.
        #expect(run([Self.operation("void", "void", 700)]))
        for statement in [
            Self.operation("x", "capture", 1, number: 2), Self.operation("x", "reversal", 1_000),
            Self.become("void", "declined") + "; " + Self.operation("x", "capture", 701, number: 2),
        ] {
            #expect(!run([statement]), "\(statement)")
        }
        // A second authorization of the same intent is not stored.
        let second =
            "INSERT INTO attempt VALUES ('b', 'i', decode(repeat('01', 32), 'hex'), '1111', NULL, NULL, 1)"
        #expect(run([second]))
        let other = Self.operation("y", "authorization", 1_000).replacing(
            "'a', 'i'",
            with: "'b', 'i'"
        )
        #expect(run([other]))
        #expect(server.sql("SELECT count(*) FROM operation", in: place) == "3\n")
    }
}
