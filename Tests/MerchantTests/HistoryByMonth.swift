import Foundation
import TestSupport
import Testing

/// The script that partitions a database's history by month.
enum HistoryByMonth {
    static let script = Repository.root.appending(
        path: "Examples/postgresql/partition-by-month.sql"
    )

    /// When the tests' clocks start.
    static let start = "2025-11-24T16:00:00Z"

    /// Runs the script, as an operator does at a time.
    static func partition(_ connectionString: String, at time: String) {
        do {
            var text = try String(contentsOf: script, encoding: .utf8)
            text = text.replacing("now()", with: "timestamptz '\(time)'")
            let run = try Program(at: URL(filePath: PostgreSQLServer.psql)).run(
                ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", connectionString],
                input: Array(text.utf8)
            )
            #expect(run.isSuccess, "\(run.complaint)")
        } catch { Issue.record(error) }
    }
}
