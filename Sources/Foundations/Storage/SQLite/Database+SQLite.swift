extension Database {
    /// Opens a file with SQLite, and brings its tables up to date. A missing file is created, readable
    /// by its owner only.
    ///
    /// The file has a write-ahead log that is flushed at every commit; transactions that wait at the
    /// same time share one flush. Several processes of one machine can use the file.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist.
    ///   - series: The migrations of every module that has tables in this file.
    ///   - patience: How long to wait for another process that locks the file, in whole milliseconds.
    /// - Throws: ``Storage/DatabaseRefusal`` with the cause and the remedy.
    /// - Source: SQLite, *Write-Ahead Logging*, *PRAGMA synchronous* (FULL), *STRICT Tables*;
    ///   Documentation/Decisions/0037-one-interface-to-two-databases.md.
    public init(
        path: String,
        migrations series: [MigrationSeries],
        patience: Duration = .seconds(5)
    ) async throws(DatabaseRefusal) {
        let opening = SQLiteOpening(path: path, series: series, patience: patience)
        self.init(try await SQLiteEngine(opening))
    }
}

extension MemoryDatabase {
    /// A database in memory with SQLite.
    ///
    /// - Parameter series: The migrations of every module that has tables in it.
    /// - Throws: ``Storage/DatabaseRefusal`` where a migration fails.
    public init(_ series: [MigrationSeries]) throws(DatabaseRefusal) {
        self.init(try MemoryEngine(series))
    }
}
