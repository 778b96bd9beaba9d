public import Foundation

/// Commands run as a person would type them.
public enum Shell {
    /// The standard output of a command, in the language of the C locale.
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
            try process.start()
        } catch {
            return ""
        }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : ""
    }
}
