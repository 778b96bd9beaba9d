internal import Glibc

/// A command line that a user gave, for the system's shell.
public struct ShellCommand: Hashable, Sendable {
    private let line: String

    /// A command line.
    ///
    /// - Parameters:
    ///   - command: The user's command line.
    ///   - variables: Variables of its environment, beside those of this process.
    ///   - input: The file that it reads as standard input.
    ///   - secondsLimit: After how many seconds it is ended.
    public init(
        _ command: String,
        variables: KeyValuePairs<String, String> = [:],
        input: String = "/dev/null",
        secondsLimit: Int
    ) {
        let assignments = variables.map { "\($0.key)=\(Self.quoted($0.value)) " }.joined()
        line =
            assignments + "timeout \(secondsLimit) /bin/sh -c \(Self.quoted(command))"
            + " <\(Self.quoted(input)) 1>&2"
    }

    /// Runs the command. What it prints goes to standard error.
    ///
    /// - Returns: Its exit status, 124 after the time limit; nil where no process could be started, or a
    ///   signal ended it.
    /// - Source: POSIX.1-2017, `system`; GNU coreutils, `timeout`.
    public func run() async -> Int32? {
        await withCheckedContinuation { continuation in
            // The command may take long, and a task's thread must not wait.
            let started = DetachedThread.start {
                let status = unsafe system(line)
                let hasExited = status != -1 && status & 0x7f == 0
                continuation.resume(returning: hasExited ? (status >> 8) & 0xff : nil)
            }
            if started != 0 { continuation.resume(returning: nil) }
        }
    }

    /// The text as one word of the shell's.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
