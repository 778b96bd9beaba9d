import CommandLineTool
import Files
import World

/// The folders of a demonstration: one of the sandbox, one of the merchant's server.
struct DemoFolders: Sendable {
    /// Where the records are kept unless an option says otherwise.
    static let standard = "quince-demo"

    let path: String
    /// Whether they are removed at the end.
    let areTemporary: Bool

    var sandbox: String { "\(path)/sandbox" }
    var server: String { "\(path)/server" }

    /// Makes the folders where they are missing.
    ///
    /// - Parameter given: The folder; nil for a temporary one.
    /// - Throws: ``CommandLineTool/UsageProblem``.
    init(_ given: String?) throws(UsageProblem) {
        if let given {
            (path, areTemporary) = (given, false)
            try SandboxVerb.makeFolder(given)
        } else {
            (path, areTemporary) = (try SandboxVerb.makeTemporaryFolder("quince-demo"), true)
        }
        try SandboxVerb.makeFolder(sandbox)
        try SandboxVerb.makeFolder(server)
    }

    /// Removes what is temporary.
    func removeIfTemporary() {
        guard areTemporary else { return }
        let keys = "\(server)/\(ServerSetup.processing)"
        for folder in [sandbox, keys, server, path] { Files.removeWithFiles(folder) }
    }
}
