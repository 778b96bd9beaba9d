import Bytes
import Foundation
import PostgreSQL
import Storage
import TestSupport
import Testing
import World

/// The databases on which the stores' tests run.
enum DatabaseKind: String, CaseIterable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
    /// PostgreSQL with history by month, as the page on growth makes it.
    case partitionedPostgreSQL = "PostgreSQL, partitioned"

    /// The kind on which a test runs now.
    @TaskLocal static var current = DatabaseKind.sqlite

    /// They only end a hang: a transaction that waits for another task does not end on a slow machine.
    private static let limits = PostgreSQLLimits(
        statementMilliseconds: 1_800_000,
        silenceMilliseconds: 1_860_000
    )

    /// Opens the database that belongs to a folder: a file in it, or one on the tests' server.
    static func open(
        in folder: ScratchFolder,
        migrations: [MigrationSeries]
    ) async throws(DatabaseRefusal) -> Database {
        switch current {
        case .sqlite:
            return try await Database(path: folder.path("merchant.db"), migrations: migrations)
        case .postgreSQL, .partitionedPostgreSQL:
            let isNew = places.withLock { $0[folder.url.path] == nil }
            guard let text = place(of: folder) else {
                throw .unavailable(database: "the tests' server", .unreachable)
            }
            let address = try PostgreSQLAddress(Secret(copying: Array(text.utf8)))
            let database = try await Database(address, migrations: migrations, limits: limits)
            if isNew, current == .partitionedPostgreSQL {
                HistoryByMonth.partition(text, at: HistoryByMonth.start)
            }
            return database
        }
    }

    /// The connection string of the database that belongs to a folder; nil before it was opened.
    static func connectionString(of folder: ScratchFolder) -> String? {
        places.withLock { $0[folder.url.path] }
    }

    private static let places = LockedValue<[String: String]>([:])

    /// A test that opens its database again, as after a restart, gets the same one.
    private static func place(of folder: ScratchFolder) -> String? {
        places.withLock { places in
            let key = folder.url.path
            if let known = places[key] { return known }
            let made = try? PostgreSQLServer.shared().newDatabase()
            places[key] = made
            return made
        }
    }
}

/// Runs each test of a suite on SQLite, and then again on PostgreSQL where its server is installed.
struct EachDatabaseTrait: SuiteTrait, TestTrait, TestScoping {
    let others: [DatabaseKind]
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        guard testCase != nil, PostgreSQLServer.isHere,
            !test.traits.contains(where: { $0 is SQLiteOnlyTrait })
        else { return }
        for kind in others {
            try await DatabaseKind.$current.withValue(kind) { try await function() }
        }
    }
}

/// Marks a test that needs what only SQLite has, such as a statement that a test makes fail.
struct SQLiteOnlyTrait: TestTrait, SuiteTrait {
    let isRecursive = true
}

extension Trait where Self == EachDatabaseTrait {
    static var onEachDatabase: EachDatabaseTrait { EachDatabaseTrait(others: [.postgreSQL]) }

    /// Also on a PostgreSQL with history by month.
    static var onEachDatabaseAndPartitioned: EachDatabaseTrait {
        EachDatabaseTrait(others: [.postgreSQL, .partitionedPostgreSQL])
    }
}

extension Trait where Self == SQLiteOnlyTrait {
    static var onSQLiteOnly: SQLiteOnlyTrait { SQLiteOnlyTrait() }
}
