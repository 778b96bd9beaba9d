extension Database {
    /// Compares what the file records with what the program has, and runs what is missing.
    ///
    /// Rooms are judged one by one: what a file records of a room must be how that room's series
    /// begins.
    static func migrate(
        _ connection: Connection,
        path: String,
        through series: [MigrationSeries]
    ) throws(DatabaseRefusal) {
        let recorded = try recordedMigrations(on: connection, path: path)
        for record in recorded {
            try check(record, against: series, path: path)
        }
        for room in series {
            for (position, migration) in room.migrations.enumerated() {
                let isRecorded = recorded.contains {
                    $0.room == room.room && $0.position == Int64(position)
                }
                guard !isRecorded else { continue }
                do {
                    try apply(migration, of: room.room, at: Int64(position), on: connection)
                } catch {
                    throw refusal(error, path: path, room: room.room, migration: migration.name)
                }
            }
        }
    }

    private struct Record {
        let room: String
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
                    room TEXT NOT NULL,
                    position INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    text TEXT NOT NULL,
                    PRIMARY KEY (room, position)
                ) STRICT
                """
            )
            let rows = try connection.run(
                "SELECT room, position, name, text FROM schema_migration ORDER BY room, position"
            )
            var records: [Record] = []
            for row in rows {
                records.append(
                    Record(
                        room: try row.text("room"),
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
        let known = series.first { $0.room == record.room }?.migrations ?? []
        guard record.position < known.count else {
            throw .newerSchema(path: path, room: record.room, migration: record.name)
        }
        let migration = known[Int(record.position)]
        guard migration.name == record.name else {
            throw .migrationMissing(room: record.room, migration: record.name)
        }
        guard migration.text == record.text else {
            throw .migrationChanged(room: record.room, migration: record.name)
        }
    }

    private static func apply(
        _ migration: Migration,
        of room: String,
        at position: Int64,
        on connection: Connection
    ) throws(Obstacle) {
        try connection.transact("BEGIN IMMEDIATE") { () throws(Obstacle) in
            do throws(StorageFailure) {
                try run(migration, of: room, at: position, on: connection)
            } catch {
                throw .storage(error)
            }
            if let table = try looseTable(on: connection) { throw .tableNotStrict(table) }
        }
    }

    // Recorded first: where another process was faster, there is nothing left to do.
    private static func run(
        _ migration: Migration,
        of room: String,
        at position: Int64,
        on connection: Connection
    ) throws(StorageFailure) {
        try connection.run(
            """
            INSERT INTO schema_migration (room, position, name, text) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO NOTHING
            """,
            [.text(room), .integer(position), .text(migration.name), .text(migration.text)]
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
        room: String,
        migration: String
    ) -> DatabaseRefusal {
        switch obstacle {
        case .storage(.busy): .locked(path: path)
        case .storage(let failure):
            .migrationFailed(room: room, migration: migration, failure)
        case .tableNotStrict(let table):
            .tableNotStrict(room: room, migration: migration, table: table)
        }
    }
}
