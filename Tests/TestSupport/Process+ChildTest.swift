public import Foundation

extension Process {
    /// Makes another process of this program that runs one suite and prints nothing.
    ///
    /// - Parameters:
    ///   - suite: The suite's type. It is to be enabled only where the values are in the environment.
    ///   - values: What is added to the environment.
    /// - Returns: The process, which is not started yet.
    public static func test(_ suite: String, _ values: [String: String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", suite]
        process.environment = ProcessInfo.processInfo.environment.merging(values) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }
}
