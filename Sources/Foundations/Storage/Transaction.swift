/// What can be asked: a ``Transaction`` or a ``Snapshot``.
public protocol Queryable: ~Copyable {
    /// All rows of an answer. Bound the answer in the query itself, by a LIMIT or a key.
    func rows(
        _ query: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> [Row]
}

extension Queryable where Self: ~Copyable {
    /// All rows of an answer to a query without parameters.
    public func rows(_ query: StaticString) throws(StorageFailure) -> [Row] {
        try rows(query, [])
    }

    /// The one row of an answer, or nil.
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

/// A unit of work: everything written in it is kept, or nothing.
///
/// It is lent to a closure by ``Database/write(_:)`` and cannot be kept: it is not copyable.
/// Statements are literals, so a value can only be bound, never pasted into the text.
public struct Transaction: ~Copyable, Queryable {
    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    /// Runs a statement that changes rows, and says how many it changed itself.
    ///
    /// - Throws: ``StorageFailure/uniquenessViolated(columns:)`` where a claim is lost, after
    ///   which the transaction may go on; other cases as they apply.
    @discardableResult
    public func execute(
        _ statement: StaticString,
        _ values: [StoredValue] = []
    ) throws(StorageFailure) -> Int {
        guard connection.isInTransaction else { throw .transactionLost }
        _ = try connection.run(statement, values)
        return connection.changedRows
    }

    /// All rows of an answer, with what this transaction wrote so far.
    public func rows(
        _ query: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> [Row] {
        guard connection.isInTransaction else { throw .transactionLost }
        return try connection.run(query, values)
    }
}

/// The database as it was at one moment, for reading.
///
/// It is lent to a closure by ``Database/read(_:)`` and cannot be kept: it is not copyable.
public struct Snapshot: ~Copyable, Queryable {
    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    /// All rows of an answer, as of the moment of this snapshot.
    public func rows(
        _ query: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> [Row] {
        try connection.run(query, values)
    }
}
