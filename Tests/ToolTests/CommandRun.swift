internal import CommandLineTool
internal import Foundation
internal import World

@testable import quince

/// A command of the tool, run in this process, and what it said.
struct CommandRun {
    let status: ExitStatus
    /// The text of standard output.
    let results: String
    /// The text of standard error.
    let remarks: String

    init(_ arguments: String...) async { await self.init(arguments) }

    init(_ arguments: [String]) async {
        let (results, remarks) = (LockedValue(""), LockedValue(""))
        let output = Output(
            results: { line in results.withLock { $0 += line + "\n" } },
            remarks: { line in remarks.withLock { $0 += line + "\n" } }
        )
        status = await Quince.tool.run(arguments, output: output)
        self.results = results.withLock { $0 }
        self.remarks = remarks.withLock { $0 }
    }

    /// The result as one JSON object, read by Foundation.
    var json: [String: Any] {
        let read = try? JSONSerialization.jsonObject(with: Data(results.utf8))
        return read as? [String: Any] ?? [:]
    }

    /// The text members of the result.
    var texts: [String: String] { json.compactMapValues { $0 as? String } }
}
