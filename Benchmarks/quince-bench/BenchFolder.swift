internal import Foundation

/// A folder in the system's folder for temporary files, which is removed after its last use.
final class BenchFolder: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appending(path: "quince-bench-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A path in the folder.
    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Makes a folder in it.
    func newFolder(_ name: String) throws -> URL {
        let new = url.appending(path: name)
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        return new
    }
}
