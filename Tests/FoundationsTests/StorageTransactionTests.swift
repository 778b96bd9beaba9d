import Storage
import TestSupport
import Testing

@Suite("A transaction")
struct StorageTransactionTests {
    let folder = ScratchFolder()

    @Test(arguments: [
        StoredValue.null, .integer(.min), .integer(.max), .text(""), .text("苹果6 \u{0} é"),
        .bytes([]), .bytes([0, 255, 0]),
    ])
    func `keeps every kind of value as it is`(value: StoredValue) throws {
        let database = try Ledger.open(in: folder)
        let kept = try database.write { transaction throws(StorageFailure) in
            try transaction.row("SELECT ?1 AS value", [value])
        }
        let row = try #require(kept)
        switch value {
        case .null: #expect(try row.textIfPresent("value") == nil)
        case .integer(let integer): #expect(try row.integer("value") == integer)
        case .text(let text): #expect(try row.text("value") == text)
        case .bytes(let bytes): #expect(try row.bytes("value") == bytes)
        }
    }

    @Test func `leaves nothing behind when its closure throws`() throws {
        struct Refused: CarriesStorageFailure, Equatable {
            var storage: StorageFailure?
            init(storage failure: StorageFailure?) { storage = failure }
            init(storage failure: StorageFailure) { storage = failure }
        }
        let database = try Ledger.open(in: folder)
        #expect(throws: Refused(storage: nil)) {
            try database.write { transaction throws(Refused) in
                do throws(StorageFailure) { try Ledger.add("a", 1, in: transaction) } catch {
                    throw Refused(storage: error)
                }
                throw Refused(storage: nil)
            }
        }
        #expect(try Ledger.names(database) == [])
    }

    @Test func `loses a claim to an earlier one and can continue`() throws {
        let database = try Ledger.open(in: folder)
        try database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
        }
        try database.write { transaction throws(StorageFailure) in
            do throws(StorageFailure) {
                try Ledger.add("a", 2, in: transaction)
                Issue.record("a claim was granted twice")
            } catch {
                #expect(error == .uniquenessViolated(columns: ["entry.name"]))
                #expect(error.remedy == .readTheExistingRow)
            }
            try Ledger.add("b", 3, in: transaction)
        }
        #expect(try Ledger.names(database) == ["a", "b"])
    }

    @Test(arguments: [
        (StoredValue.text("a"), StoredValue.integer(-1), StorageFailure.Constraint.check),
        (.text("a"), .null, .notNull), (.text("a"), .text("much"), .check),
    ])
    func `obeys the rules of the schema`(
        name: StoredValue,
        amount: StoredValue,
        broken: StorageFailure.Constraint
    ) throws {
        let database = try Ledger.open(in: folder)
        #expect(throws: StorageFailure.constraintViolated(broken)) {
            try database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    "INSERT INTO entry (name, amount) VALUES (?1, ?2)",
                    [name, amount]
                )
            }
        }
    }

    @Test func `obeys references and triggers`() throws {
        let database = try Ledger.open(in: folder)
        try database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
        }
        #expect(throws: StorageFailure.constraintViolated(.trigger)) {
            try database.write { transaction throws(StorageFailure) in
                try transaction.execute("DELETE FROM entry")
            }
        }
        #expect(throws: StorageFailure.constraintViolated(.foreignKey)) {
            try database.write { transaction throws(StorageFailure) in
                try transaction.execute("INSERT INTO line (entry, text) VALUES ('z', '')")
            }
        }
    }

    @Test func `says which mistake was made in a statement or a column`() throws {
        let database = try Ledger.open(in: folder)
        try database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
            try Ledger.add("b", 2, in: transaction)
        }
        try database.read { snapshot throws(StorageFailure) in
            #expect(throws: StorageFailure.parameterCount(expected: 1, given: 2)) {
                try snapshot.rows("SELECT ?1", [.null, .null])
            }
            #expect(throws: StorageFailure.statementRejected(code: 1)) {
                try snapshot.rows("SELECT nothing FROM nowhere")
            }
            #expect(throws: StorageFailure.statementRejected(code: 21)) {
                try snapshot.rows("SELECT 1; SELECT 2")
            }
            #expect(throws: StorageFailure.severalRows) {
                try snapshot.row("SELECT name FROM entry")
            }
            #expect(throws: StorageFailure.columnUnreadable("half")) {
                try snapshot.rows("SELECT 0.5 AS half")
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

    @Test func `cannot be written through a snapshot`() throws {
        let database = try Ledger.open(in: folder)
        #expect(throws: StorageFailure.readOnly) {
            try database.read { snapshot throws(StorageFailure) in
                try snapshot.rows("INSERT INTO entry (name, amount) VALUES ('a', 1)")
            }
        }
    }

    @Test func `keeps every write of many tasks`() async throws {
        let database = try Ledger.open(in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try database.write { transaction throws(StorageFailure) in
                        try Ledger.add("entry \(number)", Int64(number), in: transaction)
                    }
                    _ = try Ledger.names(database)
                }
            }
            try await group.waitForAll()
        }
        #expect(try Ledger.names(database).count == 40)
    }

    /// `OR ROLLBACK` undoes the whole transaction where a row exists already, as SQLite also does by
    /// itself when the disk is full.
    func losing(
        _ database: Database,
        then body: (borrowing Transaction) throws(StorageFailure) -> Void
    ) throws(StorageFailure) {
        try database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
        }
        try database.write { transaction throws(StorageFailure) in
            try Ledger.add("b", 1, in: transaction)
            #expect(throws: StorageFailure.uniquenessViolated(columns: ["entry.name"])) {
                try transaction.execute(
                    "INSERT OR ROLLBACK INTO entry (name, amount) VALUES ('a', 2)"
                )
            }
            try body(transaction)
        }
    }

    @Test func `writes and reads nothing more once it was undone`() throws {
        let database = try Ledger.open(in: folder)
        var failures: [StorageFailure] = []
        #expect(throws: StorageFailure.transactionLost) {
            try losing(database) { transaction throws(StorageFailure) in
                do throws(StorageFailure) {
                    try Ledger.add("c", 1, in: transaction)
                } catch {
                    failures.append(error)
                }
                do throws(StorageFailure) {
                    _ = try transaction.rows("SELECT name FROM entry")
                } catch {
                    failures.append(error)
                }
            }
        }
        #expect(failures == [.transactionLost, .transactionLost])
        #expect(try Ledger.names(database) == ["a"])
    }

    @Test func `is not called complete when it was undone and its closure goes on`() throws {
        let database = try Ledger.open(in: folder)
        #expect(throws: StorageFailure.transactionLost) { try losing(database) { _ in } }
        #expect(try Ledger.names(database) == ["a"])
        try database.write { transaction throws(StorageFailure) in
            try Ledger.add("later", 1, in: transaction)
        }
        #expect(try Ledger.names(database) == ["a", "later"])
    }

    @Test func `says how many rows a statement changed`() throws {
        let database = try Ledger.open(in: folder)
        try database.write { transaction throws(StorageFailure) in
            for name in ["a", "b", "c"] { try Ledger.add(name, 1, in: transaction) }
            let statement: StaticString = "UPDATE entry SET amount = 2 WHERE name > ?1"
            #expect(try transaction.execute(statement, [.text("a")]) == 2)
            #expect(try transaction.execute(statement, [.text("c")]) == 0)
        }
    }

    @Test func `takes one row where one is expected, or none`() throws {
        let database = try Ledger.open(in: folder)
        try database.write { transaction throws(StorageFailure) in
            #expect(try transaction.row("SELECT name FROM entry") == nil)
            try Ledger.add("a", 1, in: transaction)
            #expect(try transaction.row("SELECT name FROM entry")?.text("name") == "a")
        }
    }
}
