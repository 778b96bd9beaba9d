internal import CPostgreSQL
internal import Glibc

/// One connection to a server, used by one thread at a time. Its calls block that thread, but no
/// longer than the limits allow.
@safe
final class PostgreSQLConnection {
    private let handle: OpaquePointer
    private let silenceMilliseconds: Int32
    /// Whether an answer was lost, so that the connection cannot be used again.
    private var isLost = false

    /// Connects and configures the session.
    init(
        to address: PostgreSQLAddress,
        limits: PostgreSQLLimits
    ) throws(PostgreSQLFailure) {
        silenceMilliseconds = limits.silenceMilliseconds
        guard let started = unsafe Self.start(address) else { throw .unreachable }
        unsafe handle = started
        // The server's messages are neither printed nor kept; only its error code is.
        unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
        unsafe PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        try establish()
        guard unsafe PQsetnonblocking(handle, 1) == 0 else { throw .unreachable }
        try configure(limits)
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Whether it can be used again, as far as is known without asking.
    ///
    /// A server that shuts down sends a message or closes the connection. Otherwise there is nothing to
    /// read between statements.
    var isFresh: Bool {
        guard !isLost, unsafe PQstatus(handle) == CONNECTION_OK else { return false }
        var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) == 0
    }

    /// Runs one statement to its end.
    ///
    /// - Parameters:
    ///   - statement: The text, in which `$1` stands for the first value.
    ///   - values: The values, sent in binary and apart from the text.
    ///   - effect: What a lost answer means for the statement.
    /// - Returns: The server's answer.
    /// - Throws: ``PostgreSQLFailure``.
    func run(
        _ statement: StaticString,
        _ values: [PostgreSQLValue] = [],
        losing effect: PostgreSQLFailure.Effect = .unknown
    ) throws(PostgreSQLFailure) -> PostgreSQLAnswer {
        guard !isLost, unsafe PQstatus(handle) == CONNECTION_OK else {
            throw .connectionLost(.nothing)
        }
        let parameters = try StatementParameters(values)
        guard unsafe parameters.send(statement, over: handle) else {
            isLost = true
            throw .connectionLost(effect)
        }
        guard flush(), let answers = answers() else {
            isLost = true
            throw .connectionLost(effect)
        }
        return try conclude(answers, losing: effect)
    }

    /// Runs a closure between BEGIN and COMMIT. If it throws, its changes are undone.
    func transact<Result>(
        _ body: (borrowing PostgreSQLTransaction) throws(PostgreSQLFailure) -> Result
    ) throws(PostgreSQLFailure) -> Result {
        _ = try run("BEGIN", losing: .nothing)
        // Named, because the optimizer of Swift 6.3.1 crashes on a temporary here.
        let transaction = PostgreSQLTransaction(on: self)
        let result: Result
        do {
            result = try body(transaction)
        } catch {
            // Where the connection is lost, the server undoes it by itself.
            if !isLost { _ = try? run("ROLLBACK", losing: .nothing) }
            throw error
        }
        let ending = try run("COMMIT")
        // The server answers a COMMIT of a failed transaction with ROLLBACK, and without an error.
        guard ending.command == "COMMIT" else { throw .transactionLost }
        return result
    }

    private static func start(_ address: PostgreSQLAddress) -> OpaquePointer? {
        unsafe address.withCString { string in
            unsafe "fallback_application_name".withCString { nameKey in
                unsafe "quince".withCString { name in
                    unsafe "dbname".withCString { stringKey in
                        unsafe "client_encoding".withCString { encodingKey in
                            unsafe "UTF8".withCString { encoding in
                                var keys = unsafe [nameKey, stringKey, encodingKey, nil]
                                var values = unsafe [name, string, encoding, nil]
                                return unsafe PQconnectStartParams(&keys, &values, 1)
                            }
                        }
                    }
                }
            }
        }
    }

    private func establish() throws(PostgreSQLFailure) {
        var step = PGRES_POLLING_WRITING
        while step != PGRES_POLLING_OK {
            guard unsafe PQstatus(handle) != CONNECTION_BAD, step != PGRES_POLLING_FAILED else {
                throw refusal()
            }
            let isReading = step == PGRES_POLLING_READING
            guard wait(for: isReading ? POLLIN : POLLOUT) else { throw .unreachable }
            step = unsafe PQconnectPoll(handle)
        }
    }

    /// Why there is no connection. libpq has the error code of a refused connection only at the end of
    /// its message.
    private func refusal() -> PostgreSQLFailure {
        guard let text = unsafe PQerrorMessage(handle) else { return .unreachable }
        let words = unsafe String(cString: text).split { $0 == " " || $0 == "\n" }
        return words.last.flatMap { SQLState($0) }.map(PostgreSQLFailure.refused) ?? .unreachable
    }

    /// Commits are flushed before they are answered, whatever the server's own settings are.
    private func configure(_ limits: PostgreSQLLimits) throws(PostgreSQLFailure) {
        let milliseconds = "\(limits.statementMilliseconds)"
        _ = try run(
            """
            SELECT set_config('statement_timeout', $1, false),
                set_config('idle_in_transaction_session_timeout', $1, false),
                set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                    WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
            """,
            [.text(milliseconds)],
            losing: .nothing
        )
    }

    private func flush() -> Bool {
        while true {
            switch unsafe PQflush(handle) {
            case 0: return true
            case 1:
                // The server may wait for its own output to be read first.
                guard wait(for: POLLIN | POLLOUT), unsafe PQconsumeInput(handle) == 1 else {
                    return false
                }
            default: return false
            }
        }
    }

    /// All results of one statement, or nil if the connection was lost.
    ///
    /// An implicit commit happens after the statement's own result, so the results are read to the end.
    private func answers() -> [StatementOutcome]? {
        var answers: [StatementOutcome] = []
        while true {
            while unsafe PQisBusy(handle) == 1 {
                guard wait(for: POLLIN), unsafe PQconsumeInput(handle) == 1 else { return nil }
            }
            guard let result = unsafe PQgetResult(handle) else { return answers }
            let outcome = unsafe StatementOutcome(result)
            unsafe PQclear(result)
            answers.append(outcome)
            // Reading on would not end.
            if case .unsupported = outcome { return answers }
        }
    }

    private func conclude(
        _ answers: [StatementOutcome],
        losing effect: PostgreSQLFailure.Effect
    ) throws(PostgreSQLFailure) -> PostgreSQLAnswer {
        var answer: PostgreSQLAnswer?
        for outcome in answers {
            switch outcome {
            case .answered(let last): answer = last
            case .unreadable(let column): throw .columnMismatch(column)
            case .unsupported:
                isLost = true
                throw .statementUnsupported
            case .refused(let failure):
                if let failure { throw failure }
                isLost = true
                throw .connectionLost(effect)
            }
        }
        guard let answer, unsafe PQstatus(handle) == CONNECTION_OK else {
            isLost = true
            throw .connectionLost(effect)
        }
        return answer
    }

    /// Waits until the socket is ready; false after the time limit.
    private func wait(for events: Int32) -> Bool {
        var descriptor = pollfd(
            fd: unsafe PQsocket(handle),
            events: Int16(events),
            revents: 0
        )
        while true {
            let ready = unsafe poll(&descriptor, 1, silenceMilliseconds)
            if ready > 0 { return true }
            guard ready < 0, errno == EINTR else { return false }
        }
    }
}
