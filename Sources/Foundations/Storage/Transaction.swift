/// A ``Transaction`` or a ``Snapshot``, which can be queried.
public protocol Queryable<Failure>: ~Copyable {
    /// The error type of the closure that it was passed to.
    associatedtype Failure: CarriesStorageFailure

    /// All rows of a result. Limit the result in the query, by a LIMIT or a key.
    func rows(_ query: StaticString, _ values: [StoredValue]) throws(Failure) -> [Row]
}

extension Queryable where Self: ~Copyable {
    /// All rows of a query without parameters.
    public func rows(_ query: StaticString) throws(Failure) -> [Row] { try rows(query, []) }

    /// The only row of a result, or nil.
    ///
    /// - Throws: ``StorageFailure/severalRows`` where there is more than one.
    public func row(
        _ query: StaticString,
        _ values: [StoredValue] = []
    ) throws(Failure) -> Row? {
        let rows = try rows(query, values)
        guard rows.count <= 1 else { throw Failure(storage: .severalRows) }
        return rows.first
    }

    /// The records of a result, each read from its row.
    public func all<Record>(
        _ query: StaticString,
        _ values: [StoredValue] = [],
        _ read: (Row) throws(StorageFailure) -> Record
    ) throws(Failure) -> [Record] {
        let rows = try rows(query, values)
        return try Failure.carrying { () throws(StorageFailure) in try rows.map(read) }
    }

    /// The record of the only row of a result, or nil.
    ///
    /// - Throws: ``StorageFailure/severalRows`` where there is more than one.
    public func one<Record>(
        _ query: StaticString,
        _ values: [StoredValue] = [],
        _ read: (Row) throws(StorageFailure) -> Record
    ) throws(Failure) -> Record? {
        let row = try row(query, values)
        return try Failure.carrying { () throws(StorageFailure) in try row.map(read) }
    }
}

/// A transaction: all of its writes are kept, or none.
///
/// ``Database/write(_:)`` passes it to a closure, whose error type it throws. It is not copyable, so
/// it cannot be kept. Statements are literals, so values can only be bound, never inserted into the
/// text; `$1` stands for the first value. A statement that fails ends the transaction: later
/// statements throw ``StorageFailure/transactionLost``, and nothing is kept. Where a row may exist
/// already, say `ON CONFLICT DO NOTHING` and look at the number of changed rows.
public struct Transaction<Failure: CarriesStorageFailure>: ~Copyable, Queryable {
    private let runner: any StatementRunner

    package init(on runner: any StatementRunner) {
        self.runner = runner
    }

    /// The same transaction with another error type.
    package func throwing<Other>(_: Other.Type) -> Transaction<Other> { .init(on: runner) }

    /// Runs a statement that changes rows, and returns how many it changed.
    ///
    /// - Throws: A ``StorageFailure`` in the transaction's error type.
    @discardableResult
    public func execute(
        _ statement: StaticString,
        _ values: [StoredValue] = []
    ) throws(Failure) -> Int {
        try runner.run(statement, values, Failure.self).changedRows
    }

    /// All rows of a result, including what this transaction wrote so far, or of a RETURNING clause.
    public func rows(_ query: StaticString, _ values: [StoredValue]) throws(Failure) -> [Row] {
        try runner.run(query, values, Failure.self).rows
    }
}

/// The database at one moment, for reading.
///
/// ``Database/read(_:)`` passes it to a closure, whose error type it throws. It is not copyable, so it
/// cannot be kept.
public struct Snapshot<Failure: CarriesStorageFailure>: ~Copyable, Queryable {
    private let runner: any StatementRunner

    package init(on runner: any StatementRunner) {
        self.runner = runner
    }

    /// All rows of a result, at the moment of the snapshot.
    public func rows(_ query: StaticString, _ values: [StoredValue]) throws(Failure) -> [Row] {
        try runner.run(query, values, Failure.self).rows
    }
}

extension StatementRunner {
    fileprivate func run<Failure: CarriesStorageFailure>(
        _ statement: StaticString,
        _ values: [StoredValue],
        _: Failure.Type
    ) throws(Failure) -> StatementResult {
        try Failure.carrying { () throws(StorageFailure) in try run(statement, values) }
    }
}
