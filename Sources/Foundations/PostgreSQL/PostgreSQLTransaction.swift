/// A transaction: all of its changes are kept, or none.
///
/// ``PostgreSQLPool/transact(_:)`` passes it to a closure. It is not copyable, so it cannot be kept.
/// Statements are literals, so values are always sent apart from the text.
public struct PostgreSQLTransaction: ~Copyable {
    private let connection: PostgreSQLConnection

    init(on connection: PostgreSQLConnection) {
        self.connection = connection
    }

    /// Runs a statement.
    ///
    /// - Throws: ``PostgreSQLFailure``, after which the transaction is undone in any case.
    @discardableResult
    public func run(
        _ statement: StaticString,
        _ values: [PostgreSQLValue] = []
    ) throws(PostgreSQLFailure) -> PostgreSQLAnswer {
        // Without COMMIT the server keeps nothing.
        try connection.run(statement, values, losing: .nothing)
    }
}
