internal import Storage

/// How many connections and waiting callers a database has, and how long it waits.
public struct PostgreSQLLimits: Hashable, Sendable {
    /// Four connections, a thousand waiting callers, five seconds for a statement, ten seconds
    /// without an answer, and half a minute to find out about a lost commit.
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
    /// For how long to ask whether a commit was made whose answer was lost, before it is reported as
    /// ``Storage/StorageFailure/commitUnknown``.
    public let resolutionSeconds: Int64

    /// Limits. A value below one counts as one.
    public init(
        connections: Int = 4,
        waiting: Int = 1_000,
        statementMilliseconds: Int32 = 5_000,
        silenceMilliseconds: Int32 = 10_000,
        resolutionSeconds: Int64 = 30
    ) {
        self.connections = max(1, connections)
        self.waiting = max(1, waiting)
        self.statementMilliseconds = max(1, statementMilliseconds)
        self.silenceMilliseconds = max(1, silenceMilliseconds)
        self.resolutionSeconds = max(1, resolutionSeconds)
    }

    /// For migrations, which may take a minute, also while another server migrates.
    var forMigrations: PostgreSQLLimits {
        PostgreSQLLimits(
            connections: 1,
            waiting: 1,
            statementMilliseconds: max(60_000, statementMilliseconds),
            silenceMilliseconds: max(70_000, silenceMilliseconds),
            resolutionSeconds: resolutionSeconds
        )
    }

    var forThreads: WorkLimits { WorkLimits(threads: connections, waiting: waiting) }
}
