/// A pool of connections to one server.
///
/// Each connection has its own thread, which waits for the server while the caller's task is
/// suspended. Work for the connections waits in a bounded queue. A connection is opened when it is
/// first needed, and opened again after the server was restarted; a caller gets an error only where
/// an answer was lost. Work of a cancelled task leaves the queue; once it was sent, the task waits for
/// its answer, which comes within the limits.
///
/// - Source: PostgreSQL, *libpq*; Documentation/Decisions/0019-postgresql-by-libpq.md.
public final class PostgreSQLPool: Sendable {
    private let address: PostgreSQLAddress
    private let limits: PostgreSQLLimits
    private let threads: ConnectionThreads

    /// A pool. No connection is opened yet.
    public init(_ address: PostgreSQLAddress, limits: PostgreSQLLimits = .standard) {
        self.address = address
        self.limits = limits
        threads = ConnectionThreads(limits)
    }

    deinit { threads.close() }

    /// Runs one statement in its own transaction.
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

    /// Runs a transaction: all of it is kept when this returns, or nothing is.
    ///
    /// The closure runs on the connection's thread. It must use only its transaction: it cannot wait for
    /// another call to the pool.
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
        let ticket = threads.newTicket()
        let result: Result<Answer, PostgreSQLFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let submitted = ConnectionThreads.Work(
                    run: { connection in
                        let result = Self.attempt(work, on: &connection, address, limits)
                        continuation.resume(returning: result)
                    },
                    refuse: { continuation.resume(returning: .failure($0)) }
                )
                threads.submit(submitted, as: ticket)
            }
        } onCancel: {
            threads.cancel(ticket)
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
