import Foundation
import TestSupport
import Testing

@testable import Storage

/// The state after a statement has failed, or the whole program was killed.
@Suite("A database whose process is killed")
struct StorageCrashTests {
    let folder = ScratchFolder()

    /// SQLite's own method: fail the first statement, then the second, until a run completes.
    @Test func `commits all of a transaction or nothing, whichever statement fails`() async throws {
        var number = 1
        while true {
            let database = try await Database(
                path: folder.path("sweep-\(number).db"),
                migrations: [Ledger.migrations]
            )
            database.armFault(atStatement: number)
            var failure: StorageFailure?
            do {
                try await database.write { transaction throws(StorageFailure) in
                    for name in ["a", "b", "c"] { try Ledger.add(name, 1, in: transaction) }
                }
            } catch { failure = error }
            let struck = database.disarmFault()
            #expect(struck == (failure != nil))
            #expect(try await Ledger.names(database) == (struck ? [] : ["a", "b", "c"]))
            try await database.write { transaction throws(StorageFailure) in
                try Ledger.add("later", 1, in: transaction)
            }
            guard struck else { break }
            number += 1
        }
        #expect(number == 6, "BEGIN, three statements and COMMIT can fail")
    }

    @Test(arguments: Death.allCases)
    func `is as before when the program is killed`(death: Death) async throws {
        let path = folder.path("ledger.db")
        do {
            let database = try await Ledger.open(in: folder)
            try await database.write { transaction throws(StorageFailure) in
                try Ledger.add("before", 1, in: transaction)
            }
        }
        let status = try Self.child(of: path, dying: death)
        #expect(status == .uncaughtSignal)
        let database = try await Ledger.open(in: folder)
        let names = try await Ledger.names(database)
        #expect(names.contains("before"))
        #expect(names.count == (death == .insideTransaction ? 1 : 1 + Self.entries))
        let check = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row("PRAGMA integrity_check")?.text("integrity_check")
        }
        #expect(check == "ok")
    }

    enum Death: String, CaseIterable { case insideTransaction, afterCommit }

    static let entries = 20_000
    static let pathVariable = "QUINCE_TEST_DOOMED_DATABASE"
    static let deathVariable = "QUINCE_TEST_DEATH"

    /// Runs the test below, and nothing else, in another process of this program.
    static func child(of path: String, dying death: Death) throws -> Process.TerminationReason {
        let process = Process.test(
            "StorageDoomedTests",
            [pathVariable: path, deathVariable: death.rawValue]
        )
        try process.start()
        process.waitUntilExit()
        return process.terminationReason
    }
}

/// Runs only as the child of the test above: it writes, and is killed in the middle.
@Suite("A program that is killed")
struct StorageDoomedTests {
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment[StorageCrashTests.pathVariable] != nil,
            "only as the child of another test"
        )
    )
    func `is killed while it writes`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let path = try #require(environment[StorageCrashTests.pathVariable])
        let death = environment[StorageCrashTests.deathVariable].flatMap(
            StorageCrashTests.Death.init(rawValue:)
        )
        let database = try await Database(path: path, migrations: [Ledger.migrations])
        try await database.write { transaction throws(StorageFailure) in
            // Enough that SQLite has spilled pages into the log before it is committed.
            for number in 0..<StorageCrashTests.entries {
                try transaction.execute(
                    "INSERT INTO entry (name, amount, note) VALUES ($1, 1, zeroblob(500))",
                    [.text("entry \(number)")]
                )
            }
            if death == .insideTransaction { kill(getpid(), SIGKILL) }
        }
        kill(getpid(), SIGKILL)
    }
}
