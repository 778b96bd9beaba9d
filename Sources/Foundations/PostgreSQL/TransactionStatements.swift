/// The statements that begin a transaction, each time with its settings.
///
/// Settings of a session would not do: a pooler in transaction mode gives each transaction another
/// session. Each property is one message to the server.
///
/// - Source: PostgreSQL, *SET*, `SET LOCAL`; PgBouncer, *Feature matrix for pooling modes*.
struct TransactionStatements: Sendable {
    /// Begins a transaction that writes.
    let beginWriting: String
    /// Begins a transaction that reads.
    let beginReading: String
    /// Begins a transaction that sees what others commit while it waits for a lock.
    let beginReadCommitted: String

    init(_ limits: PostgreSQLLimits) {
        let limits = """
            SET LOCAL statement_timeout = \(limits.statementMilliseconds); \
            SET LOCAL idle_in_transaction_session_timeout = \(limits.statementMilliseconds)
            """
        // A commit is flushed before it is answered, whatever the server's settings are, and a warning
        // that it was not replicated is sent.
        let durability = """
            SET LOCAL client_min_messages = warning; \
            SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit') \
            WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)
            """
        beginWriting = "BEGIN ISOLATION LEVEL SERIALIZABLE; \(limits); \(durability)"
        beginReading = "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY; \(limits)"
        beginReadCommitted = "BEGIN ISOLATION LEVEL READ COMMITTED; \(limits); \(durability)"
    }
}
