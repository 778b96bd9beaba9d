/// A unit of work: everything done in it is kept, or nothing.
///
/// It is lent to a closure by ``PostgreSQLPool/transact(_:)`` and cannot be kept: it is not
/// copyable. Statements are literals, so a value can only be sent beside the text, never in it.
public struct PostgreSQLTransaction: ~Copyable {
    private let connection: PostgreSQLConnection

    init(on connection: PostgreSQLConnection) {
        self.connection = connection
    }

    /// Runs a statement.
    ///
    /// - Throws: ``PostgreSQLFailure``, after which the transaction is undone whatever follows.
    @discardableResult
    public func run(
        _ statement: StaticString,
        _ values: [PostgreSQLValue] = []
    ) throws(PostgreSQLFailure) -> PostgreSQLAnswer {
        // Without its COMMIT the server keeps nothing of it.
        try connection.run(statement, values, losing: .nothing)
    }
}
