import TestSupport
import Testing
import World

@testable import Storage

/// Transactions that wait at the same time share one flush, and each is kept or undone by itself.
@Suite("Transactions that are committed together")
struct StorageGroupTests {
    typealias Work = WorkerThreads.Work

    /// The results of the callers, in the order of the works; nil for one who was told nothing.
    final class Answers: Sendable {
        let told = LockedValue<[Int: [StorageFailure?]]>([:])

        func work(_ number: Int, _ body: @escaping DatabaseWork) -> Work {
            Work(.writing, body: body) { failure in
                self.told.withLock { $0[number, default: []].append(failure) }
            }
        }
    }

    let folder = ScratchFolder()
    let fault = LockedValue<StatementFault?>(nil)
    let answers = Answers()

    func open() throws -> SQLiteConnection { try Ledger.connection(in: folder, fault) }

    func adding(_ name: String, _ end: TransactionEnd = .keep) -> DatabaseWork {
        { runner in
            do throws(StorageFailure) {
                try Ledger.add(name, 1, in: Transaction<StorageFailure>(on: runner))
                return end
            } catch { return .undo }
        }
    }

    func run(_ works: [Work], on connection: SQLiteConnection) {
        var group = CommitGroup(works)
        group.run(on: connection) { _ in [] }
    }

    /// The names that a second connection, and so another process, finds in the file.
    func names() throws -> [String] {
        let connection = try SQLiteConnection(
            readingFrom: folder.path("ledger.db"),
            patience: .zero
        )
        return try connection.run("SELECT name FROM entry ORDER BY name").rows
            .map { try $0.text("name") }
    }

    @Test func `are kept or undone one by one`() throws {
        let works = [
            answers.work(0, adding("a")), answers.work(1, adding("b", .undo)),
            answers.work(2, adding("a")), answers.work(3, adding("c")),
        ]
        run(works, on: try open())
        #expect(answers.told.withLock { $0 } == [0: [nil], 1: [nil], 2: [nil], 3: [nil]])
        #expect(try names() == ["a", "c"])
    }

    @Test func `are answered after the flush, not before`() throws {
        let connection = try open()
        let file = folder.path("ledger.db")
        let seen = LockedValue<[[String]]>([])
        let works = (0..<3).map { number in
            Work(.writing, body: adding("\(number)")) { _ in
                let names = try? SQLiteConnection(readingFrom: file, patience: .zero)
                    .run("SELECT name FROM entry ORDER BY name").rows.map { try $0.text("name") }
                seen.withLock { $0.append(names ?? []) }
            }
        }
        run(works, on: connection)
        #expect(seen.withLock { $0 } == Array(repeating: ["0", "1", "2"], count: 3))
    }

    @Test func `take in what comes while they run, and answer it with the others`() throws {
        let connection = try open()
        let counts = LockedValue<[Int]>([])
        var later = [
            [answers.work(1, adding("b")), answers.work(2, adding("a", .undo))],
            [answers.work(3, adding("c"))],
        ]
        var group = CommitGroup([answers.work(0, adding("a"))])
        group.run(on: connection) { count in
            counts.withLock { $0.append(count) }
            #expect(answers.told.withLock { $0.isEmpty }, "nobody is told before the flush")
            return later.isEmpty ? [] : later.removeFirst()
        }
        #expect(counts.withLock { $0 } == [1], "one was undone, so no more is taken in")
        group = CommitGroup([answers.work(4, adding("d"))])
        var last = [[answers.work(5, adding("e"))]]
        group.run(on: connection) { _ in last.isEmpty ? [] : last.removeFirst() }
        #expect(
            answers.told.withLock { $0 } == [0: [nil], 1: [nil], 2: [nil], 4: [nil], 5: [nil]]
        )
        #expect(try names() == ["a", "b", "d", "e"])
    }

    @Test func `are not committed where the file was lost since they began, and are told`() throws {
        let connection = try open()
        let works = [answers.work(0, adding("a")), answers.work(1, adding("b", .undo))]
        var group = CommitGroup(works) { () throws(StorageFailure) in throw .fileReplaced }
        group.run(on: connection) { _ in [] }
        #expect(answers.told.withLock { $0 } == [0: [.fileReplaced], 1: [.fileReplaced]])
        #expect(try names().isEmpty && !connection.isInTransaction)
    }

    @Test func `take in no more once they have run much longer than a commit takes`() throws {
        let connection = try open()
        var group = CommitGroup([answers.work(0, adding("a"))], after: .zero)
        group.run(on: connection) { _ in
            Issue.record("more was asked for")
            return []
        }
        #expect(try names() == ["a"] && group.commitTime > .zero)
    }

    /// Its own closure runs once, as it would alone.
    @Test func `is undone without a second run where it is the only one`() throws {
        let runs = LockedValue(0)
        let body = adding("a", .undo)
        let counted: DatabaseWork = { runner in
            runs.withLock { $0 += 1 }
            return body(runner)
        }
        run([answers.work(0, counted)], on: try open())
        #expect(runs.withLock { $0 } == 1)
        #expect(answers.told.withLock { $0 } == [0: [nil]])
        #expect(try names() == [])
    }

    /// One that found the row of another taken has decided by what is undone now.
    @Test func `all fail if the flush fails, those too that were undone`() throws {
        let connection = try open()
        // BEGIN and two INSERT; BEGIN; for each SAVEPOINT, INSERT, RELEASE, for one ROLLBACK TO; COMMIT.
        fault.withLock { $0 = StatementFault(atStatement: 15, lasts: false) }
        let works = [
            answers.work(0, adding("a")), answers.work(1, adding("b", .undo)),
            answers.work(2, adding("c")),
        ]
        run(works, on: connection)
        let failed = StorageFailure.inputOutput(code: 10)
        #expect(
            answers.told.withLock { $0 } == [0: [.commitUnknown], 1: [failed], 2: [.commitUnknown]]
        )
        #expect(try names() == [])
        run([answers.work(3, adding("later")), answers.work(4, adding("last"))], on: connection)
        #expect(try names() == ["last", "later"])
    }

    /// SQLite undoes the whole by itself when the disk is full; here `OR ROLLBACK` does.
    @Test func `run again, each alone, where one of them undoes the whole`() throws {
        let connection = try open()
        run([answers.work(9, adding("taken"))], on: connection)
        let runs = LockedValue(0)
        let breaking: DatabaseWork = { runner in
            runs.withLock { $0 += 1 }
            let text: StaticString =
                "INSERT OR ROLLBACK INTO entry (name, amount) VALUES ('taken', 2)"
            return (try? runner.run(text, [])) == nil ? .undo : .keep
        }
        let works = [
            answers.work(0, adding("a")), answers.work(1, adding("b", .undo)),
            answers.work(2, breaking), answers.work(3, adding("c")),
        ]
        run(works, on: connection)
        #expect(
            answers.told.withLock { $0 } == [0: [nil], 1: [nil], 2: [nil], 3: [nil], 9: [nil]]
        )
        #expect(runs.withLock { $0 } == 1)
        #expect(try names() == ["a", "c", "taken"])
    }

    /// Whichever statement fails, each is answered once, and the file holds exactly what was said.
    @Test func `say what the file holds, whichever statement fails`() throws {
        var number = 1
        while true {
            let (tests, connection) = (StorageGroupTests(), LockedValue<SQLiteConnection?>(nil))
            let opened = try tests.open()
            connection.withLock { $0 = opened }
            tests.fault.withLock { $0 = StatementFault(atStatement: number, lasts: false) }
            let names = ["a", "b", "c"]
            let works = names.enumerated().map { tests.answers.work($0, tests.adding($1)) }
            tests.run(works, on: opened)
            let struck = tests.fault.withLock { $0?.struck } == true
            let told = tests.answers.told.withLock { $0 }
            #expect(told.count == 3 && told.values.allSatisfy { $0.count == 1 }, "\(number)")
            let found = try tests.names()
            for (index, name) in names.enumerated() where told[index] != [nil] {
                #expect(!found.contains(name), "\(name), statement \(number)")
            }
            // A work whose own statement fails says so itself; the others are kept.
            #expect(found.count >= (told.values.allSatisfy { $0 == [nil] } ? 2 : 0), "\(number)")
            guard struck else { break }
            number += 1
        }
        #expect(number == 6, "BEGIN, three statements and COMMIT can fail")
    }

    @Test func `keep every write of many tasks`() async throws {
        let database = try await Ledger.open(in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    try await database.write { transaction throws(StorageFailure) in
                        try Ledger.add("entry \(number)", Int64(number), in: transaction)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await Ledger.names(database).count == 400)
    }
}
