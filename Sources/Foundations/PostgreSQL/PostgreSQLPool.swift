/// Connections to one server, shared by any number of callers.
///
/// Nobody's task is blocked: each connection has a thread of its own, which waits for the server
/// while the caller is suspended. There are few connections, and a queue before them that is not
/// endless. A connection is opened when it is first needed, and anew when the server had gone
/// away; a caller hears of that only where an answer was lost by it. A task that is cancelled
/// waits for its answer all the same, which comes within the limits.
///
/// - Source: PostgreSQL, *libpq*; Documentation/Decisions/0019-postgresql-by-libpq.md.
public final class PostgreSQLPool: Sendable {
    private let address: PostgreSQLAddress
    private let limits: PostgreSQLLimits
    private let threads: ConnectionThreads

    /// Connections to a server. Nothing is opened yet.
    public init(_ address: PostgreSQLAddress, limits: PostgreSQLLimits = .standard) {
        self.address = address
        self.limits = limits
        threads = ConnectionThreads(limits)
    }

    deinit { threads.close() }

    /// Runs one statement, as a unit of work of its own.
    ///
    /// - Throws: ``PostgreSQLFailure``; its effect says whether the statement may have been done.
    @discardableResult
    public func run(
        _ statement: StaticString,
        _ values: [PostgreSQLValue] = []
    ) async throws(PostgreSQLFailure) -> PostgreSQLAnswer {
        try await perform { connection throws(PostgreSQLFailure) in
            try connection.run(statement, values)
        }
    }

    /// Does a unit of work: all of it is kept when this returns, or none of it.
    ///
    /// The closure runs on the connection's thread. It may read nothing but its transaction: a
    /// call to the pool from inside it would not be waited for.
    ///
    /// - Throws: What the closure throws, or ``PostgreSQLFailure``; its effect says whether the
    ///   work may have been done.
    @discardableResult
    public func transact<Result: Sendable>(
        _ body:
            @escaping @Sendable (borrowing PostgreSQLTransaction) throws(PostgreSQLFailure)
            -> Result
    ) async throws(PostgreSQLFailure) -> Result {
        try await perform { connection throws(PostgreSQLFailure) in
            try connection.transact(body)
        }
    }

    private func perform<Answer: Sendable>(
        _ work: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Answer
    ) async throws(PostgreSQLFailure) -> Answer {
        let (address, limits) = (address, limits)
        let result: Result<Answer, PostgreSQLFailure> = await withCheckedContinuation {
            continuation in
            do throws(PostgreSQLFailure) {
                try threads.submit { connection in
                    let result = Self.attempt(work, on: &connection, address, limits)
                    continuation.resume(returning: result)
                }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }

    private static func attempt<Answer>(
        _ work: (PostgreSQLConnection) throws(PostgreSQLFailure) -> Answer,
        on connection: inout PostgreSQLConnection?,
        _ address: PostgreSQLAddress,
        _ limits: PostgreSQLLimits
    ) -> Result<Answer, PostgreSQLFailure> {
        do throws(PostgreSQLFailure) {
            if let open = connection, open.isFresh { return .success(try work(open)) }
            connection = nil
            let opened = try PostgreSQLConnection(to: address, limits: limits)
            connection = opened
            return .success(try work(opened))
        } catch {
            return .failure(error)
        }
    }
}
