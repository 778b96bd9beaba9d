import TestSupport
import Testing
import World

@testable import Storage

@Suite("Reads that share a transaction")
struct StorageReadGroupTests {
    let folder = ScratchFolder()
    let fault = LockedValue<StatementFault?>(nil)
    let answers = StorageGroupTests.Answers()
    /// The rows that each read saw, in order.
    let seen = LockedValue<[[String]]>([])

    func open() throws -> SQLiteConnection { try Ledger.connection(in: folder, fault) }

    /// A read, after which another connection may add an entry.
    func reading(thenAdding name: String? = nil) -> DatabaseWork {
        { runner in
            let rows = try? runner.run("SELECT name FROM entry ORDER BY name", []).rows
            let names = rows?.compactMap { try? $0.text("name") } ?? ["?"]
            seen.withLock { $0.append(names) }
            if let name { try? add(name) }
            return .undo
        }
    }

    func add(_ name: String) throws {
        try open().run("INSERT INTO entry (name, amount) VALUES ($1, 1)", [.text(name)])
    }

    @Test func `see one state, which is as late as the first of them`() throws {
        let reader = try open()
        try add("a")
        let works = [
            answers.work(0, reading(thenAdding: "b")), answers.work(1, reading()),
        ]
        ReadGroup.run(works, on: reader)
        ReadGroup.run([answers.work(2, reading())], on: reader)
        #expect(seen.withLock { $0 } == [["a"], ["a"], ["a", "b"]])
        #expect(answers.told.withLock { $0 } == [0: [nil], 1: [nil], 2: [nil]])
        #expect(!reader.isInTransaction)
    }

    @Test func `go on in a new transaction where a statement ended theirs`() throws {
        let reader = try open()
        let works = [
            answers.work(0) { runner in
                _ = try? runner.run("SELECT missing FROM entry", [])
                _ = try? runner.run("ROLLBACK", [])
                return .undo
            },
            answers.work(1, reading(thenAdding: "a")), answers.work(2, reading()),
        ]
        ReadGroup.run(works, on: reader)
        #expect(seen.withLock { $0 } == [[], []])
        #expect(answers.told.withLock { $0 } == [0: [nil], 1: [nil], 2: [nil]])
        #expect(!reader.isInTransaction)
    }

    @Test func `are told each for itself that no transaction can begin`() throws {
        let reader = try open()
        fault.withLock { $0 = StatementFault(atStatement: 1, lasts: false) }
        ReadGroup.run([answers.work(0, reading()), answers.work(1, reading())], on: reader)
        #expect(seen.withLock { $0 } == [[]])
        #expect(answers.told.withLock { $0 } == [0: [.inputOutput(code: 10)], 1: [nil]])
    }
}
