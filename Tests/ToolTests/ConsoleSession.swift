internal import Foundation
internal import TestSupport

/// One terminal in a fresh folder, in which the commands of one page are run in order.
///
/// The folder holds what a reader has there: `./quince`, `./dev` and the examples. Its home is
/// the folder itself, so that no state of an earlier session is found.
struct ConsoleSession {
    struct Outcome: Hashable, Sendable {
        let output: String
        let status: Int
    }

    /// Runs commands in one shell. A command that the shell never came to has no outcome.
    static func run(_ commands: [String]) throws -> [Outcome] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "quince-console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["quince", "dev", "Examples"] {
            let original = Repository.root.appending(path: name)
            guard FileManager.default.fileExists(atPath: original.path) else { continue }
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name),
                withDestinationURL: original
            )
        }
        let script = folder.appending(path: ".session")
        try Data(self.script(for: commands).utf8).write(to: script)
        let transcript = Shell.output(
            of: "timeout 600 bash .session >.transcript 2>&1 </dev/null; cat .transcript",
            in: folder
        )
        return outcomes(in: transcript)
    }

    /// Separates what one command prints from what the next one prints.
    private static let separator: Character = "\u{1e}"

    private static func script(for commands: [String]) -> String {
        let runs = commands.map { command in
            let quoted = command.replacing("'", with: "'\\''")
            return "eval '\(quoted)'\nprintf '\\x1e%d\\x1e' $?\n"
        }
        return """
            trap 'kill $(jobs -p) 2>/dev/null' EXIT
            export HOME="$PWD" PATH="$PWD:$PATH" LC_ALL=C.UTF-8 TERM=dumb
            unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME

            """ + runs.joined()
    }

    private static func outcomes(in transcript: String) -> [Outcome] {
        let parts = transcript.split(separator: separator, omittingEmptySubsequences: false)
        return stride(from: 0, to: parts.count - 1, by: 2)
            .compactMap { index in
                Int(parts[index + 1]).map { Outcome(output: String(parts[index]), status: $0) }
            }
    }
}
