/// The interface to one kind of database.
package protocol DatabaseEngine: Sendable {
    /// The database's name in messages; without a password.
    var name: String { get }

    /// Which keys of new rows it stores with the least work.
    var keyOrder: KeyOrder { get }

    /// The corrections that were made when the database was opened.
    var remarks: [DatabaseRemark] { get }

    /// A query whose only value is `ok` where the whole database is undamaged; nil where there is none.
    var integrityCheck: StaticString? { get }

    /// Runs work in a transaction, on a thread that may block. The work may run several times; the
    /// last run counts.
    ///
    /// - Returns: Nil once the transaction is kept or undone as the work said. Otherwise why not;
    ///   then nothing is kept, unless the failure's effect is unknown.
    func perform(_ access: DatabaseAccess, _ work: @escaping DatabaseWork) async -> StorageFailure?

    /// Does the work that waits, then closes the connections. Later work is refused with
    /// ``StorageFailure/closed``.
    func close() async
}

extension DatabaseEngine {
    package var integrityCheck: StaticString? { nil }
}

/// The interface to a database that never waits, so that it runs work on the thread of the caller.
package protocol ImmediateEngine: DatabaseEngine {
    /// Runs work in a transaction, as ``DatabaseEngine/perform(_:_:)`` does.
    func performNow(_ work: DatabaseWork) -> StorageFailure?
}

/// Work inside a transaction: runs statements and says how the transaction ends.
package typealias DatabaseWork = @Sendable (any StatementRunner) -> TransactionEnd

/// Whether a transaction may write.
package enum DatabaseAccess: Hashable, Sendable {
    case reading
    case writing
}

/// How a transaction ends.
package enum TransactionEnd: Hashable, Sendable {
    case keep
    case undo
}

/// Runs statements of one transaction, on one thread.
package protocol StatementRunner: AnyObject {
    /// Runs one statement to its end. `$1` in the text is the first value.
    func run(
        _ statement: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> StatementResult
}

/// Runs the statements of migrations too, whose texts are made of several literals.
package protocol SchemaRunner: StatementRunner {
    /// Runs one statement that has no values and no result.
    func define(_ statement: String) throws(StorageFailure)
}

/// The result of a statement.
package struct StatementResult: Hashable, Sendable {
    /// The rows of a query, or of a RETURNING clause.
    package let rows: [Row]
    /// How many rows were added, changed or removed.
    package let changedRows: Int

    package init(rows: [Row], changedRows: Int) {
        self.rows = rows
        self.changedRows = changedRows
    }
}
