/// How often a transaction is run again, and after which pause.
///
/// It is a value that counts; its caller waits.
struct TransactionTries: Hashable {
    /// How often a transaction is run in all where concurrent transactions interfere. While tables are
    /// small, most that run at the same time do, since the server compares pages and not rows.
    static let amongConcurrent = 50
    /// How often a transaction is run in all where a row exists: the second time it sees the row.
    static let withRowOfAnother = 2
    /// How often a transaction is run again with unprepared statements, or on a new connection.
    static let otherwise = 2

    private var counts: [Interference: Int] = [:]

    /// Counts a run that was undone.
    ///
    /// - Returns: How long to wait at most before the next run, in milliseconds, or nil where there is
    ///   none. The caller waits for a random part of it, so that two transactions do not meet again.
    mutating func pause(after interference: Interference) -> UInt64? {
        let runs = counts[interference, default: 0] + 1
        counts[interference] = runs
        switch interference {
        case .concurrentTransaction:
            return runs < Self.amongConcurrent ? min(2 << runs, 100) : nil
        case .rowOfAnother: return runs < Self.withRowOfAnother ? 0 : nil
        case .statementForgotten, .connectionLost: return runs < Self.otherwise ? 0 : nil
        }
    }
}
