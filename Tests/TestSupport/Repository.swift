public import Foundation

/// Where this checkout lies.
public enum Repository {
    /// The folder that holds Package.swift.
    public static let root: URL = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// The published test data that lies beside the project, or nil where it does not.
    ///
    /// It stays there: nothing of it is copied into the project.
    public static let publishedVectors: URL? = {
        let folder = root.deletingLastPathComponent().appending(path: "shared/vectors")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()
}
