extension Database {
    /// Compares the migrations that the file records with the program's, and runs the missing ones.
    ///
    /// For each module, the recorded migrations must be the first ones of the module's series.
    static func migrate(
        _ connection: Connection,
        path: String,
        through series: [MigrationSeries]
    ) throws(DatabaseRefusal) {
        let recorded = try recordedMigrations(on: connection, path: path)
        for record in recorded {
            try check(record, against: series, path: path)
        }
        for module in series {
            for (position, migration) in module.migrations.enumerated() {
                let isRecorded = recorded.contains {
                    $0.module == module.module && $0.position == Int64(position)
                }
                guard !isRecorded else { continue }
                do {
                    try apply(migration, of: module.module, at: Int64(position), on: connection)
                } catch {
                    throw refusal(
                        error,
                        path: path,
                        module: module.module,
                        migration: migration.name
                    )
                }
            }
        }
    }

    private struct Record {
        let module: String
        let position: Int64
        let name: String
        let text: String
    }

    private enum Obstacle: CarriesStorageFailure {
        case storage(StorageFailure)
        case tableNotStrict(String)

        init(storage failure: StorageFailure) { self = .storage(failure) }
    }

    private static func recordedMigrations(
        on connection: Connection,
        path: String
    ) throws(DatabaseRefusal) -> [Record] {
        do {
            try connection.run(
                """
                CREATE TABLE IF NOT EXISTS schema_migration (
                    module TEXT NOT NULL,
                    position INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    text TEXT NOT NULL,
                    PRIMARY KEY (module, position)
                ) STRICT
                """
            )
            let rows = try connection.run(
                "SELECT module, position, name, text FROM schema_migration ORDER BY module, position"
            )
            var records: [Record] = []
            for row in rows {
                records.append(
                    Record(
                        module: try row.text("module"),
                        position: try row.integer("position"),
                        name: try row.text("name"),
                        text: try row.text("text")
                    )
                )
            }
            return records
        } catch {
            throw DatabaseRefusal(error, path: path)
        }
    }

    private static func check(
        _ record: Record,
        against series: [MigrationSeries],
        path: String
    ) throws(DatabaseRefusal) {
        let known = series.first { $0.module == record.module }?.migrations ?? []
        guard record.position < known.count else {
            throw .newerSchema(path: path, module: record.module, migration: record.name)
        }
        let migration = known[Int(record.position)]
        guard migration.name == record.name else {
            throw .migrationMissing(module: record.module, migration: record.name)
        }
        guard migration.text == record.text else {
            throw .migrationChanged(module: record.module, migration: record.name)
        }
    }

    private static func apply(
        _ migration: Migration,
        of module: String,
        at position: Int64,
        on connection: Connection
    ) throws(Obstacle) {
        try connection.transact("BEGIN IMMEDIATE") { () throws(Obstacle) in
            do throws(StorageFailure) {
                try run(migration, of: module, at: position, on: connection)
            } catch {
                throw .storage(error)
            }
            if let table = try looseTable(on: connection) { throw .tableNotStrict(table) }
        }
    }

    // Recorded first: if another process was faster, nothing is left to do.
    private static func run(
        _ migration: Migration,
        of module: String,
        at position: Int64,
        on connection: Connection
    ) throws(StorageFailure) {
        try connection.run(
            """
            INSERT INTO schema_migration (module, position, name, text) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO NOTHING
            """,
            [.text(module), .integer(position), .text(migration.name), .text(migration.text)]
        )
        guard connection.changedRows == 1 else { return }
        for statement in migration.statements { try connection.run(statement) }
    }

    private static func looseTable(on connection: Connection) throws(Obstacle) -> String? {
        do {
            let rows = try connection.run(
                """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND strict = 0
                  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                ORDER BY name LIMIT 1
                """
            )
            return try rows.first?.text("name")
        } catch {
            throw .storage(error)
        }
    }

    private static func refusal(
        _ obstacle: Obstacle,
        path: String,
        module: String,
        migration: String
    ) -> DatabaseRefusal {
        switch obstacle {
        case .storage(.busy): .locked(path: path)
        case .storage(let failure):
            .migrationFailed(module: module, migration: migration, failure)
        case .tableNotStrict(let table):
            .tableNotStrict(module: module, migration: migration, table: table)
        }
    }
}
