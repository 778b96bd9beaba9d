/// One step of a schema: a name and statements that run in one transaction.
///
/// Once a database records a migration, neither its name nor its text may change.
public struct PostgreSQLMigration: Sendable {
    /// The name, unique in its series.
    public let name: String
    /// The statements, one each, run in order.
    public let statements: [StaticString]

    /// A migration by its name and statements.
    public init(_ name: String, _ statements: [StaticString]) {
        self.name = name
        self.statements = statements
    }

    /// The text that is recorded and compared the next time.
    var text: String { statements.map(\.description).joined(separator: ";\n") }
}

/// The migrations of one module of the program, oldest first.
public struct PostgreSQLMigrationSeries: Sendable {
    /// The module whose tables these are.
    public let module: String
    /// The migrations, oldest first.
    public let migrations: [PostgreSQLMigration]

    /// A series by its module and migrations.
    public init(module: String, _ migrations: [PostgreSQLMigration]) {
        self.module = module
        self.migrations = migrations
    }
}

/// Why a database was not migrated. Nothing was changed.
public enum PostgreSQLMigrationRefusal: Error, Hashable, Sendable {
    /// The database records a migration that this program does not have: a newer one ran.
    case newerSchema(module: String, migration: String)
    /// A migration that the database records has another name or text in this program.
    case migrationChanged(module: String, migration: String)
    /// The server failed, and the migration was undone. If the answer was lost, migrate again.
    case failed(PostgreSQLFailure)

    /// What an operator can do.
    ///
    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: String {
        switch self {
        case .newerSchema: "run the program version that last used the database, or a newer one"
        case .migrationChanged:
            "run an unaltered program: migrations that were applied may not change"
        case .failed: "see to the database server, then try again"
        }
    }
}

extension PostgreSQLMigrationRefusal: CustomStringConvertible {
    /// The cause in one line; ``remedy`` says what to do.
    public var description: String {
        switch self {
        case .newerSchema(let module, let migration):
            "the database is newer than this program: it records \(module)/\(migration)"
        case .migrationChanged(let module, let migration):
            "migration \(module)/\(migration) was applied but differs here"
        case .failed(let failure): "\(failure)"
        }
    }
}

extension PostgreSQLPool {
    /// Brings the tables of modules up to date. If several servers do so at once, one migrates and the
    /// others wait.
    ///
    /// - Throws: ``PostgreSQLMigrationRefusal``.
    public func migrate(
        _ series: [PostgreSQLMigrationSeries]
    ) async throws(PostgreSQLMigrationRefusal) {
        let refusal: PostgreSQLMigrationRefusal?
        do throws(PostgreSQLFailure) {
            refusal = try await transact { transaction throws(PostgreSQLFailure) in
                try Self.prepareRecord(in: transaction)
                for module in series {
                    let refusal = try Self.apply(module, in: transaction)
                    if let refusal { return refusal }
                }
                return nil
            }
        } catch { throw .failed(error) }
        if let refusal { throw refusal }
    }

    /// `Qnce` in ASCII. Other users of advisory locks in this database must use other numbers.
    private static let lockNumber: Int64 = 0x516e_6365

    private static func prepareRecord(
        in transaction: borrowing PostgreSQLTransaction
    ) throws(PostgreSQLFailure) {
        try transaction.run("SELECT pg_advisory_xact_lock($1)", [.integer(lockNumber)])
        try transaction.run(
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
                module text NOT NULL,
                position bigint NOT NULL,
                name text NOT NULL,
                text text NOT NULL,
                PRIMARY KEY (module, position)
            )
            """
        )
    }

    private static func apply(
        _ series: PostgreSQLMigrationSeries,
        in transaction: borrowing PostgreSQLTransaction
    ) throws(PostgreSQLFailure) -> PostgreSQLMigrationRefusal? {
        let recorded = try transaction.run(
            "SELECT name, text FROM schema_migration WHERE module = $1 ORDER BY position",
            [.text(series.module)]
        ).rows
        for (position, row) in recorded.enumerated() {
            let name = try row.text("name")
            guard position < series.migrations.count else {
                return .newerSchema(module: series.module, migration: name)
            }
            let known = series.migrations[position]
            guard known.name == name, try row.text("text") == known.text else {
                return .migrationChanged(module: series.module, migration: name)
            }
        }
        for (position, migration) in series.migrations.enumerated().dropFirst(recorded.count) {
            for statement in migration.statements { try transaction.run(statement) }
            try transaction.run(
                "INSERT INTO schema_migration (module, position, name, text) VALUES ($1, $2, $3, $4)",
                [
                    .text(series.module), .integer(Int64(position)), .text(migration.name),
                    .text(migration.text),
                ]
            )
        }
        return nil
    }
}
