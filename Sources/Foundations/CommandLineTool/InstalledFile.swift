/// A file or folder that is installed with a tool, as its manual page lists it.
public struct InstalledFile: Sendable {
    let path: String
    let help: String

    /// A file with what it is, in one line.
    public init(_ path: String, help: String) {
        self.path = path
        self.help = help
    }
}
