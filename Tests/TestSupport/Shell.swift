public import Foundation
internal import Glibc

/// Commands run as a person would type them.
public enum Shell {
    /// What a command writes to standard output, in the language of the C locale.
    ///
    /// A command that fails gives an empty text, so that the test fails.
    public static func output(of command: String, in folder: URL) -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        do {
            try withNoSignalBlocked { try process.run() }
        } catch {
            return ""
        }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : ""
    }
    /// The system's threads from which tests start programs may block INT and TERM, which a program
    /// inherits: a server that `kill` or `timeout` should end would run on.
    private static func withNoSignalBlocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var blocked = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try body()
    }
}
