public import Foundation

/// Where this checkout lies.
public enum Repository {
    /// The folder that holds Package.swift.
    public static let root: URL = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// The paths of what is committed or about to be, from the root, in order.
    ///
    /// Where there is no git, as in an archive, they are the files that are not hidden.
    public static let paths: [String] = {
        let listing = Shell.output(
            of: """
                git -c safe.directory='*' ls-files --cached --others --exclude-standard -z ||
                    find . -type f -not -path '*/.*' -printf '%P\\0'
                """,
            in: root
        )
        return Set(listing.split(separator: "\0").map(String.init)).sorted()
    }()

    /// The published test data that lies beside the project, or nil if it does not.
    ///
    /// It stays there: nothing of it is copied into the project.
    public static let publishedVectors: URL? = {
        let folder = root.deletingLastPathComponent().appending(path: "shared/vectors")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()
}
