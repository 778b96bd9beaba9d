/// A ``Transaction`` or a ``Snapshot``, which can be queried.
public protocol Queryable: ~Copyable {
    /// All rows of a result. Limit the result in the query, by a LIMIT or a key.
    func rows(
        _ query: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> [Row]
}

extension Queryable where Self: ~Copyable {
    /// All rows of a query without parameters.
    public func rows(_ query: StaticString) throws(StorageFailure) -> [Row] {
        try rows(query, [])
    }

    /// The only row of a result, or nil.
    ///
    /// - Throws: ``StorageFailure/severalRows`` where there is more than one.
    public func row(
        _ query: StaticString,
        _ values: [StoredValue] = []
    ) throws(StorageFailure) -> Row? {
        let rows = try rows(query, values)
        guard rows.count <= 1 else { throw .severalRows }
        return rows.first
    }
}

/// A transaction: all of its writes are kept, or none.
///
/// ``Database/write(_:)`` passes it to a closure. It is not copyable, so it cannot be kept.
/// Statements are literals, so values can only be bound, never inserted into the text; `$1` stands
/// for the first value. A statement that fails ends the transaction: later statements throw
/// ``StorageFailure/transactionLost``, and nothing is kept. Where a row may exist already, say
/// `ON CONFLICT DO NOTHING` and look at the number of changed rows.
public struct Transaction: ~Copyable, Queryable {
    private let runner: any StatementRunner

    package init(on runner: any StatementRunner) {
        self.runner = runner
    }

    /// Runs a statement that changes rows, and returns how many it changed.
    ///
    /// - Throws: ``StorageFailure``.
    @discardableResult
    public func execute(
        _ statement: StaticString,
        _ values: [StoredValue] = []
    ) throws(StorageFailure) -> Int {
        try runner.run(statement, values).changedRows
    }

    /// All rows of a result, including what this transaction wrote so far, or of a RETURNING clause.
    public func rows(
        _ query: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> [Row] {
        try runner.run(query, values).rows
    }
}

/// The database at one moment, for reading.
///
/// ``Database/read(_:)`` passes it to a closure. It is not copyable, so it cannot be kept.
public struct Snapshot: ~Copyable, Queryable {
    private let runner: any StatementRunner

    package init(on runner: any StatementRunner) {
        self.runner = runner
    }

    /// All rows of a result, at the moment of the snapshot.
    public func rows(
        _ query: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> [Row] {
        try runner.run(query, values).rows
    }
}
