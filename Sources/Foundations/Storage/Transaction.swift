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
/// Statements are literals, so values can only be bound, never inserted into the text.
public struct Transaction: ~Copyable, Queryable {
    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    /// Runs a statement that changes rows, and returns how many it changed.
    ///
    /// - Throws: ``StorageFailure/uniquenessViolated(columns:)`` where the row exists, after
    ///   which the transaction can go on; other cases as they apply.
    @discardableResult
    public func execute(
        _ statement: StaticString,
        _ values: [StoredValue] = []
    ) throws(StorageFailure) -> Int {
        guard connection.isInTransaction else { throw .transactionLost }
        _ = try connection.run(statement, values)
        return connection.changedRows
    }

    /// All rows of a result, including what this transaction wrote so far.
    public func rows(
        _ query: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> [Row] {
        guard connection.isInTransaction else { throw .transactionLost }
        return try connection.run(query, values)
    }
}

/// The database at one moment, for reading.
///
/// ``Database/read(_:)`` passes it to a closure. It is not copyable, so it cannot be kept.
public struct Snapshot: ~Copyable, Queryable {
    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    /// All rows of a result, at the moment of the snapshot.
    public func rows(
        _ query: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> [Row] {
        try connection.run(query, values)
    }
}
