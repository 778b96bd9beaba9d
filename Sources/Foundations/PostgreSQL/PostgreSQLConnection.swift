internal import CPostgreSQL
internal import Glibc

/// One connection to a server, used by one thread at a time. Its calls block that thread, but
/// never for longer than the limits say.
@safe
final class PostgreSQLConnection {
    private let handle: OpaquePointer
    private let silenceMilliseconds: Int32
    /// Whether an answer was lost, so that nothing more may be asked here.
    private var isLost = false

    /// Connects, and settles how the session behaves.
    init(
        to address: PostgreSQLAddress,
        limits: PostgreSQLLimits
    ) throws(PostgreSQLFailure) {
        silenceMilliseconds = limits.silenceMilliseconds
        guard let started = unsafe Self.start(address) else { throw .unreachable }
        unsafe handle = started
        // The server's words are not wanted, on standard error least of all; its code is.
        unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
        unsafe PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        try shakeHands()
        guard unsafe PQsetnonblocking(handle, 1) == 0 else { throw .unreachable }
        try settle(limits)
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Whether it can be used again, as far as is known without asking.
    ///
    /// A server that goes away says so, or hangs up: between statements there is nothing to read.
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
    ///   - effect: What is known to be left behind where the answer is lost.
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

    /// Runs a closure between BEGIN and COMMIT, or undoes what it did.
    func transact<Result>(
        _ body: (borrowing PostgreSQLTransaction) throws(PostgreSQLFailure) -> Result
    ) throws(PostgreSQLFailure) -> Result {
        _ = try run("BEGIN", losing: .nothing)
        // By name: on a temporary, the optimizer of Swift 6.3.1 crashes.
        let transaction = PostgreSQLTransaction(on: self)
        let result: Result
        do {
            result = try body(transaction)
        } catch {
            // A server that cannot be told undoes it by itself.
            if !isLost { _ = try? run("ROLLBACK", losing: .nothing) }
            throw error
        }
        let ending = try run("COMMIT")
        // A transaction that had failed is undone, and the server calls that a success.
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

    private func shakeHands() throws(PostgreSQLFailure) {
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

    /// Why there is no connection. libpq keeps the code of a server that refused at the end of its
    /// text, and nowhere else.
    private func refusal() -> PostgreSQLFailure {
        guard let text = unsafe PQerrorMessage(handle) else { return .unreachable }
        let words = unsafe String(cString: text).split { $0 == " " || $0 == "\n" }
        return words.last.flatMap { SQLState($0) }.map(PostgreSQLFailure.refused) ?? .unreachable
    }

    /// A commit is flushed before it is answered, whatever the server's own settings say.
    private func settle(_ limits: PostgreSQLLimits) throws(PostgreSQLFailure) {
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
                // The server may have to be read before it reads on.
                guard wait(for: POLLIN | POLLOUT), unsafe PQconsumeInput(handle) == 1 else {
                    return false
                }
            default: return false
            }
        }
    }

    /// Everything that is answered to one statement, or nil where the connection went down.
    ///
    /// A commit comes after the statement's own answer: what counts is that nothing else comes,
    /// up to the end.
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
            // Such an answer has no end.
            if case .beyondUs = outcome { return answers }
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
            case .beyondUs:
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

    /// Waits until the socket is ready; false where it stayed silent for too long.
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
