import Storage
import TestSupport
import Testing
import World

@Suite("A transaction")
struct StorageTransactionTests {
    let folder = ScratchFolder()

    @Test(arguments: [
        StoredValue.null, .integer(.min), .integer(.max), .text(""), .text("苹果6 \u{1} é"),
        .bytes([]), .bytes([0, 255, 0]),
    ])
    func `keeps every kind of value as it is`(value: StoredValue) async throws {
        let database = try await Ledger.open(in: folder)
        let kept = try await database.write { transaction throws(StorageFailure) in
            try transaction.row("SELECT $1 AS value", [value])
        }
        let row = try #require(kept)
        switch value {
        case .null: #expect(try row.textIfPresent("value") == nil)
        case .integer(let integer): #expect(try row.integer("value") == integer)
        case .text(let text): #expect(try row.text("value") == text)
        case .bytes(let bytes): #expect(try row.bytes("value") == bytes)
        }
    }

    private struct Refused: CarriesStorageFailure, Equatable {
        var storage: StorageFailure?
        init(storage failure: StorageFailure?) { storage = failure }
        init(storage failure: StorageFailure) { storage = failure }
    }

    @Test func `leaves nothing behind when its closure throws`() async throws {
        let database = try await Ledger.open(in: folder)
        await #expect(throws: Refused(storage: nil)) {
            try await database.write { transaction throws(Refused) in
                try Ledger.add("a", 1, in: transaction)
                throw Refused(storage: nil)
            }
        }
        #expect(try await Ledger.names(database) == [])
    }

    @Test func `throws its failures in the error type of its closure`() async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(Refused) in
            for name in ["a", "b"] { try Ledger.add(name, 1, in: transaction) }
        }
        await #expect(throws: Refused(storage: .uniquenessViolated(rule: "entry.name"))) {
            try await database.write { transaction throws(Refused) in
                try Ledger.add("a", 2, in: transaction)
            }
        }
        await #expect(throws: Refused(storage: .columnMissing("amount"))) {
            try await database.read { snapshot throws(Refused) in
                try snapshot.all("SELECT name FROM entry") { row throws(StorageFailure) in
                    try row.integer("amount")
                }
            }
        }
        await #expect(throws: Refused(storage: .severalRows)) {
            try await database.read { snapshot throws(Refused) in
                try snapshot.one("SELECT name FROM entry") { row throws(StorageFailure) in
                    try row.text("name")
                }
            }
        }
    }

    @Test func `runs at once in memory, and leaves nothing behind when it fails`() async throws {
        let memory = try MemoryDatabase([Ledger.migrations])
        func add(_ names: [String]) throws(StorageFailure) {
            try memory.write { transaction throws(StorageFailure) in
                for name in names { try Ledger.add(name, 1, in: transaction) }
            }
        }
        try add(["a"])
        #expect(throws: StorageFailure.uniquenessViolated(rule: "entry.name")) {
            try add(["b", "a"])
        }
        #expect(try await Ledger.names(memory.database) == ["a"])
        await memory.database.close()
        #expect(throws: StorageFailure.closed) { try add(["c"]) }
    }

    @Test func `loses a claim to an earlier one and keeps nothing`() async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
        }
        let failures = LockedValue<[StorageFailure]>([])
        await #expect(throws: StorageFailure.transactionLost) {
            try await database.write { transaction throws(StorageFailure) in
                try Ledger.add("b", 3, in: transaction)
                for name in ["a", "c"] {
                    do throws(StorageFailure) {
                        try Ledger.add(name, 2, in: transaction)
                    } catch {
                        failures.withLock { $0.append(error) }
                    }
                }
            }
        }
        let seen = failures.withLock { $0 }
        #expect(seen == [.uniquenessViolated(rule: "entry.name"), .transactionLost])
        #expect(seen.first?.remedy == .readTheExistingRow)
        #expect(try await Ledger.names(database) == ["a"])
    }

    @Test func `goes on where it says what to do on a conflict`() async throws {
        let database = try await Ledger.open(in: folder)
        let added = try await database.write { transaction throws(StorageFailure) in
            var added: [Int] = []
            for name in ["a", "a", "b"] {
                added.append(
                    try transaction.execute(
                        "INSERT INTO entry (name, amount) VALUES ($1, 1) ON CONFLICT DO NOTHING",
                        [.text(name)]
                    )
                )
            }
            return added
        }
        #expect(added == [1, 0, 1])
        #expect(try await Ledger.names(database) == ["a", "b"])
    }

    @Test(arguments: [
        (StoredValue.text("a"), StoredValue.integer(-1), StorageFailure.Constraint.check),
        (.text("a"), .null, .notNull), (.text("a"), .text("much"), .check),
    ])
    func `obeys the rules of the schema`(
        name: StoredValue,
        amount: StoredValue,
        broken: StorageFailure.Constraint
    ) async throws {
        let database = try await Ledger.open(in: folder)
        await #expect(throws: StorageFailure.constraintViolated(broken)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    "INSERT INTO entry (name, amount) VALUES ($1, $2)",
                    [name, amount]
                )
            }
        }
    }

    @Test func `obeys references and triggers`() async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
        }
        await #expect(throws: StorageFailure.constraintViolated(.trigger)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute("DELETE FROM entry")
            }
        }
        await #expect(throws: StorageFailure.constraintViolated(.foreignKey)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute("INSERT INTO line (entry, text) VALUES ('z', '')")
            }
        }
    }

    @Test(
        arguments: [
            ("SELECT $1", StorageFailure.parameterCount(expected: 1, given: 2)),
            ("SELECT nothing FROM nowhere WHERE $1 = $2", .statementRejected(code: "SQLite 1")),
            ("SELECT $1; SELECT $2", .statementRejected(code: "SQLite 21")),
            ("SELECT ?, ?", .statementRejected(code: "SQLite 21")),
            ("SELECT $2, $3", .statementRejected(code: "SQLite 21")),
            ("SELECT 0.5 AS half, $1, $2", .columnUnreadable("half")),
        ] as [(StaticString, StorageFailure)]
    )
    func `says which mistake was made in a statement`(
        statement: StaticString,
        failure: StorageFailure
    ) async throws {
        let database = try await Ledger.open(in: folder)
        await #expect(throws: failure) {
            try await database.read { snapshot throws(StorageFailure) in
                try snapshot.rows(statement, [.null, .null])
            }
        }
    }

    @Test func `says which mistake was made in a column`() async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
            try Ledger.add("b", 2, in: transaction)
        }
        try await database.read { snapshot throws(StorageFailure) in
            #expect(throws: StorageFailure.severalRows) {
                try snapshot.row("SELECT name FROM entry")
            }
            let row = try snapshot.row("SELECT * FROM entry WHERE name = 'a'")
            #expect(throws: StorageFailure.columnMissing("price")) { try row?.integer("price") }
            let mismatch = StorageFailure.columnMismatch(
                column: "amount",
                expected: .text,
                found: .integer
            )
            #expect(throws: mismatch) { try row?.textIfPresent("amount") }
        }
    }

    /// SQLite numbers the parameters as they occur in the text.
    @Test func `binds each value to its number, in whatever order the text has them`() async throws
    {
        let database = try await Ledger.open(in: folder)
        let row = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(
                "SELECT $3 AS c, $1 AS a, $2 AS b, $1 AS d",
                [.text("1"), .text("2"), .text("3")]
            )
        }
        let values = try ["a", "b", "c", "d"].map { try row?.text($0) }
        #expect(values == ["1", "2", "3", "1"])
    }

    @Test func `cannot be written through a snapshot`() async throws {
        let database = try await Ledger.open(in: folder)
        await #expect(throws: StorageFailure.readOnly) {
            try await database.read { snapshot throws(StorageFailure) in
                try snapshot.rows("INSERT INTO entry (name, amount) VALUES ('a', 1)")
            }
        }
    }

    @Test func `keeps every write of many tasks`() async throws {
        let database = try await Ledger.open(in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await database.write { transaction throws(StorageFailure) in
                        try Ledger.add("entry \(number)", Int64(number), in: transaction)
                    }
                    _ = try await Ledger.names(database)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await Ledger.names(database).count == 40)
    }

    /// `OR ROLLBACK` undoes the whole transaction where a row exists already, as SQLite also does by
    /// itself when the disk is full.
    @Test func `is not called complete when it was undone and its closure goes on`() async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
        }
        await #expect(throws: StorageFailure.transactionLost) {
            try await database.write { transaction throws(StorageFailure) in
                try Ledger.add("b", 1, in: transaction)
                #expect(throws: StorageFailure.uniquenessViolated(rule: "entry.name")) {
                    try transaction.execute(
                        "INSERT OR ROLLBACK INTO entry (name, amount) VALUES ('a', 2)"
                    )
                }
            }
        }
        #expect(try await Ledger.names(database) == ["a"])
        try await database.write { transaction throws(StorageFailure) in
            try Ledger.add("later", 1, in: transaction)
        }
        #expect(try await Ledger.names(database) == ["a", "later"])
    }

    @Test func `says how many rows a statement changed`() async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(StorageFailure) in
            for name in ["a", "b", "c"] { try Ledger.add(name, 1, in: transaction) }
            let statement: StaticString = "UPDATE entry SET amount = 2 WHERE name > $1"
            #expect(try transaction.execute(statement, [.text("a")]) == 2)
            #expect(try transaction.execute(statement, [.text("c")]) == 0)
        }
    }

    @Test func `takes one row where one is expected, or none`() async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(StorageFailure) in
            #expect(try transaction.row("SELECT name FROM entry") == nil)
            try Ledger.add("a", 1, in: transaction)
            #expect(try transaction.row("SELECT name FROM entry")?.text("name") == "a")
        }
    }
}
