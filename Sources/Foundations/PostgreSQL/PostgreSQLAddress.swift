public import Bytes
internal import CPostgreSQL

/// The address of a server: a connection string, which may contain a password.
///
/// - Source: PostgreSQL, *Connection Strings*: `host=/run/postgresql dbname=shop user=shop`, or a
///   URI `postgresql://…`. What the string leaves out, libpq takes from the variables `PG…`,
///   the service file and the password file.
public struct PostgreSQLAddress: Sendable {
    /// The string, and a zero byte.
    private let terminated: Secret

    /// An address that libpq can parse.
    ///
    /// - Throws: ``PostgreSQLFailure/addressMalformed``.
    public init(_ connectionString: Secret) throws(PostgreSQLFailure) {
        let hasZero = connectionString.withBytes { bytes in
            bytes.indices.contains { bytes[$0] == 0 }
        }
        guard !hasZero else { throw .addressMalformed }
        terminated = Secret(count: connectionString.count + 1) { copy in
            connectionString.withBytes { bytes in
                for index in bytes.indices { copy[index] = bytes[index] }
            }
        }
        let isReadable = unsafe withCString { text in
            // Its message would quote the string.
            let options = unsafe PQconninfoParse(text, nil)
            defer { unsafe PQconninfoFree(options) }
            return unsafe options != nil
        }
        guard isReadable else { throw .addressMalformed }
    }

    /// Passes the string to C, with its zero byte.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        terminated.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { buffer in
                let text = unsafe buffer.assumingMemoryBound(to: CChar.self)
                // The zero byte is always there, so the buffer is not empty.
                guard let start = text.baseAddress else {
                    preconditionFailure("a connection string has at least its zero byte")
                }
                return unsafe body(start)
            }
        }
    }
}

/// How many connections and waiting callers a pool has, and how long it waits.
public struct PostgreSQLLimits: Hashable, Sendable {
    /// Four connections, a thousand waiting callers, five seconds for a statement and ten seconds
    /// without an answer.
    public static let standard = PostgreSQLLimits()

    /// The most connections, each with its own thread.
    public let connections: Int
    /// How many callers may wait for a connection; more are refused at once.
    public let waiting: Int
    /// How long the server may work on one statement, waiting for locks included.
    public let statementMilliseconds: Int32
    /// How long to wait for the server to send anything. It should be longer than a statement may
    /// take, so that the server can report a timeout itself.
    public let silenceMilliseconds: Int32

    /// Limits. A value below one counts as one.
    public init(
        connections: Int = 4,
        waiting: Int = 1_000,
        statementMilliseconds: Int32 = 5_000,
        silenceMilliseconds: Int32 = 10_000
    ) {
        self.connections = max(1, connections)
        self.waiting = max(1, waiting)
        self.statementMilliseconds = max(1, statementMilliseconds)
        self.silenceMilliseconds = max(1, silenceMilliseconds)
    }
}
