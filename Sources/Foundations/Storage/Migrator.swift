/// Compares the migrations that a database records with the program's, and runs the missing ones.
///
/// It runs inside one transaction of the engine, which keeps all of it or nothing. For each module,
/// the recorded migrations must be the first ones of the module's series.
package struct Migrator {
    private let series: [MigrationSeries]
    private let dialect: SQLDialect
    private let database: String

    /// - Parameters:
    ///   - series: The migrations of every module that has tables in the database.
    ///   - dialect: Which statements to run.
    ///   - database: The database's name, for messages.
    package init(_ series: [MigrationSeries], in dialect: SQLDialect, database: String) {
        self.series = series
        self.dialect = dialect
        self.database = database
    }

    /// Migrates, and returns how many migrations ran.
    package func migrate(on runner: any SchemaRunner) throws(DatabaseRefusal) -> Int {
        var recorded: [String: Int] = [:]
        for record in try records(on: runner) {
            try check(record)
            recorded[record.module, default: 0] += 1
        }
        var count = 0
        for module in series {
            let missing = module.migrations.enumerated().dropFirst(recorded[module.module] ?? 0)
            for (position, migration) in missing {
                do throws(StorageFailure) {
                    try run(migration, of: module.module, at: Int64(position), on: runner)
                } catch {
                    throw refusal(error, module: module.module, migration: migration.name)
                }
                count += 1
            }
        }
        return count
    }

    private struct Record {
        let module: String
        let position: Int64
        let name: String
        let text: String
    }

    private func records(on runner: any SchemaRunner) throws(DatabaseRefusal) -> [Record] {
        do throws(StorageFailure) {
            for statement in Self.recordTable.statements(in: dialect) {
                try runner.define(statement)
            }
            let rows = try runner.run(
                "SELECT module, position, name, text FROM schema_migration ORDER BY module, position",
                []
            ).rows
            return try rows.map { row throws(StorageFailure) in
                Record(
                    module: try row.text("module"),
                    position: try row.integer("position"),
                    name: try row.text("name"),
                    text: try row.text("text")
                )
            }
        } catch {
            throw DatabaseRefusal(error, database: database)
        }
    }

    private static let recordTable: SchemaStatement = """
        CREATE TABLE IF NOT EXISTS schema_migration (
            module TEXT NOT NULL,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (module, position)
        ) STRICT
        """

    private func check(_ record: Record) throws(DatabaseRefusal) {
        let known = series.first { $0.module == record.module }?.migrations ?? []
        guard record.position < known.count else {
            throw .newerSchema(
                database: database,
                module: record.module,
                migration: record.name
            )
        }
        let migration = known[Int(record.position)]
        guard migration.name == record.name else {
            throw .migrationMissing(module: record.module, migration: record.name)
        }
        guard migration.text(in: dialect) == record.text else {
            throw .migrationChanged(module: record.module, migration: record.name)
        }
    }

    private func run(
        _ migration: Migration,
        of module: String,
        at position: Int64,
        on runner: any SchemaRunner
    ) throws(StorageFailure) {
        for statement in migration.statements(in: dialect) { try runner.define(statement) }
        _ = try runner.run(
            "INSERT INTO schema_migration (module, position, name, text) VALUES ($1, $2, $3, $4)",
            [
                .text(module), .integer(position), .text(migration.name),
                .text(migration.text(in: dialect)),
            ]
        )
    }

    private func refusal(
        _ failure: StorageFailure,
        module: String,
        migration: String
    ) -> DatabaseRefusal {
        switch failure {
        case .busy: .locked(database: database)
        default: .migrationFailed(module: module, migration: migration, failure)
        }
    }
}
