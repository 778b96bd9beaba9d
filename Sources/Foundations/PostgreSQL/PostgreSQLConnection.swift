internal import CPostgreSQL
internal import Glibc
internal import Storage

/// One connection to a server, used by one thread at a time. Its calls block that thread, but no
/// longer than the limits allow.
@safe
final class PostgreSQLConnection {
    private let handle: OpaquePointer
    private let silenceMilliseconds: Int32
    private let notices = ServerNotices()
    private var prepared: PreparedStatements
    /// Whether an answer was lost, so that the connection cannot be used again.
    private var isLost = false

    /// Connects to one host.
    init(
        to address: PostgreSQLAddress,
        at host: PostgreSQLHost,
        silenceMilliseconds: Int32,
        preparing prepared: PreparedStatements
    ) throws(StorageFailure) {
        self.silenceMilliseconds = silenceMilliseconds
        self.prepared = prepared
        guard let started = unsafe Self.start(address, at: host) else { throw .unreachable }
        unsafe handle = started
        unsafe notices.attach(to: handle)
        // Of an error, only the code is wanted.
        unsafe PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        try establish()
        guard unsafe PQsetnonblocking(handle, 1) == 0 else { throw .unreachable }
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Whether it can be used again, as far as is known without asking.
    ///
    /// A server that shuts down sends a message or closes the connection. Otherwise there is nothing to
    /// read between statements.
    var isFresh: Bool {
        guard isUsable else { return false }
        var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) == 0
    }

    /// Whether statements can be sent.
    var isUsable: Bool { unsafe !isLost && PQstatus(handle) == CONNECTION_OK }

    /// Whether no transaction is open, as the server last said.
    var isIdle: Bool { unsafe PQtransactionStatus(handle) == PQTRANS_IDLE }

    /// Whether statements are prepared.
    var isPreparing: Bool { prepared.isPreparing }

    /// Sends every further statement unprepared.
    func stopPreparing() { prepared.stop() }

    /// Prepares every statement again when it is next run.
    func prepareAgain() { prepared.forget() }

    /// Runs one statement to its end.
    ///
    /// - Parameters:
    ///   - text: The statement, in which `$1` stands for the first value.
    ///   - parameters: The values, sent in binary and apart from the text.
    /// - Returns: The server's answer.
    func run(_ text: String, _ parameters: StatementParameters) -> StatementOutcome {
        let key = PreparedStatements.Key(text: text, types: parameters.types)
        let name: String
        switch prepared.way(for: key) {
        case .unprepared: return exchange { unsafe parameters.send(text, over: handle) }
        case .prepared(let known): name = known
        case .preparing(let new):
            let types = parameters.types
            let outcome = exchange {
                unsafe PQsendPrepare(handle, new, text, Int32(types.count), types) == 1
            }
            guard case .answered = outcome else { return outcome }
            prepared.remember(key, as: new)
            name = new
        }
        return exchange { unsafe parameters.send(toPrepared: name, over: handle) }
    }

    /// Runs several statements without values, which are one message to the server, and notes whether
    /// the server sent a warning.
    func control(_ text: String, warned: inout Bool) -> ControlOutcome {
        _ = notices.takeWarning()
        guard isUsable, unsafe PQsendQuery(handle, text) == 1, flush() else { return lose() }
        var last: String?
        var lastValue: String?
        var error: ServerError?
        while true {
            guard awaitResult() else { return lose() }
            guard let result = unsafe PQgetResult(handle) else { break }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                let tag = unsafe PQcmdStatus(result).map { unsafe String(cString: $0) } ?? ""
                last = tag.split(separator: " ").first.map(String.init)
                if unsafe PQntuples(result) > 0 {
                    lastValue = unsafe PQgetvalue(result, 0, 0).map { unsafe String(cString: $0) }
                }
            case PGRES_FATAL_ERROR:
                // Class 08: a pooler reports that it lost the server.
                guard let reported = unsafe ServerError(result), !reported.code.hasPrefix("08")
                else { return lose() }
                error = reported
            default: return lose()
            }
        }
        warned = notices.takeWarning()
        guard unsafe PQstatus(handle) == CONNECTION_OK else { return lose() }
        if let error { return .refused(error) }
        return last.map { .done(last: $0, lastValue: lastValue) } ?? lose()
    }

    func control(_ text: String) -> ControlOutcome {
        var warned = false
        return control(text, warned: &warned)
    }

    private func lose() -> ControlOutcome {
        isLost = true
        return .lost
    }
}

extension PostgreSQLConnection {
    private static func start(
        _ address: PostgreSQLAddress,
        at host: PostgreSQLHost
    ) -> OpaquePointer? {
        // What comes before the connection string is replaced by it; what follows replaces it.
        let before = [
            ("fallback_application_name", "quince"), ("target_session_attrs", "primary"),
        ]
        let after = host.options.sorted { $0.key < $1.key } + [("client_encoding", "UTF8")]
        return unsafe address.withCString { string in
            let beforeKeys = unsafe before.map { unsafe strdup($0.0) }
            let beforeValues = unsafe before.map { unsafe strdup($0.1) }
            let afterKeys = unsafe after.map { unsafe strdup($0.0) }
            let afterValues = unsafe after.map { unsafe strdup($0.1) }
            defer {
                let copies = unsafe beforeKeys + beforeValues + afterKeys + afterValues
                unsafe copies.forEach { unsafe free($0) }
            }
            return unsafe "dbname".withCString { key in
                let keys =
                    unsafe beforeKeys.map { unsafe UnsafePointer($0) } + [key]
                    + afterKeys.map { unsafe UnsafePointer($0) } + [nil]
                let values =
                    unsafe beforeValues.map { unsafe UnsafePointer($0) } + [string]
                    + afterValues.map { unsafe UnsafePointer($0) } + [nil]
                return unsafe PQconnectStartParams(keys, values, 1)
            }
        }
    }

    private func establish() throws(StorageFailure) {
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
    private func refusal() -> StorageFailure {
        guard let text = unsafe PQerrorMessage(handle) else { return .unreachable }
        let words = unsafe String(cString: text).split { $0 == " " || $0 == "\n" }
        guard let code = words.last, ServerError.isCode(code) else {
            return unsafe PQconnectionNeedsPassword(handle) == 1 ? .passwordMissing : .unreachable
        }
        return .connectionRefused(code: String(code))
    }

    /// Sends a message, and reads all of its answer.
    ///
    /// An implicit commit happens after the statement's own result, so the results are read to the end.
    private func exchange(_ send: () -> Bool) -> StatementOutcome {
        guard isUsable, send(), flush() else {
            isLost = true
            return .lost
        }
        var outcome: StatementOutcome?
        while true {
            guard awaitResult() else {
                isLost = true
                return .lost
            }
            guard let result = unsafe PQgetResult(handle) else { break }
            let next = unsafe StatementOutcome(result)
            unsafe PQclear(result)
            switch next {
            case .lost, .unsupported:
                // Reading on would not end.
                isLost = true
                return next
            case .answered, .refused, .unreadable: outcome = next
            }
        }
        guard let outcome, unsafe PQstatus(handle) == CONNECTION_OK else {
            isLost = true
            return .lost
        }
        return outcome
    }

    private func awaitResult() -> Bool {
        while unsafe PQisBusy(handle) == 1 {
            guard wait(for: POLLIN), unsafe PQconsumeInput(handle) == 1 else { return false }
        }
        return true
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
