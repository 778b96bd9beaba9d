internal import Foundation

/// The Python packages of other authors that `Tests/Oracles/install` installs, asked by a script in
/// `Tests/Oracles`.
public enum PythonOracle {
    private static let python = Repository.root.appending(path: ".build/oracle/bin/python3")

    /// The Python that has the packages.
    public static var path: String { python.path }

    /// Whether the packages are installed.
    public static let isInstalled = FileManager.default.fileExists(atPath: python.path)

    /// Runs a script, which gets the input on standard input.
    public static func run(_ script: String, input: String) throws -> Program.Answer {
        let path = Repository.root.appending(path: "Tests/Oracles/\(script)").path
        return try Program(at: python).run([path], input: Array(input.utf8))
    }
}
