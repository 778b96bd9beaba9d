internal import Glibc

/// Finds the files under a folder, in order, with bounded work.
///
/// Links are not followed, so no folder is visited twice. Names that begin with a dot are left out.
public struct FolderWalk: Sendable {
    /// The kind of a path's file.
    public enum Kind: Hashable, Sendable {
        /// A file, or a link to one.
        case file
        /// A folder, or a link to one.
        case folder
        /// A pipe, a socket or a device: a reader may wait for ever.
        case other
    }

    /// The most files that are found; where there are more, the walk fails.
    public static let fileLimit = 200_000
    /// The most levels of folders.
    public static let depthLimit = 64

    /// The files, and the pipes, sockets and devices.
    public private(set) var paths: [String] = []
    /// The folders that could not be looked into.
    public private(set) var failures: [FileFailure] = []

    /// Walks through a folder; folders of the names to pass over are not looked into.
    ///
    /// - Throws: ``FileFailure`` where there are too many files.
    public init(_ folder: String, passingOver names: Set<String>) throws(FileFailure) {
        try walk(folder, depth: 0, names)
    }

    /// The kind of the file at a path.
    ///
    /// - Throws: ``FileFailure`` where nothing is.
    public static func kind(of path: String) throws(FileFailure) -> Kind {
        var status = stat()
        guard unsafe stat(PathText.systemPath(path), &status) == 0 else {
            throw FileFailure(path, errorNumber: errno)
        }
        return kind(status)
    }

    private static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }

    private mutating func walk(
        _ folder: String,
        depth: Int,
        _ passedOver: Set<String>
    ) throws(FileFailure) {
        guard depth < Self.depthLimit else {
            return failures.append(FileFailure(folder, .tooDeep(limit: Self.depthLimit)))
        }
        let names: [String]
        do throws(FileFailure) { names = try FolderListing.names(in: folder) } catch {
            return failures.append(error)
        }
        for name in names where !name.hasPrefix(".") && !passedOver.contains(name) {
            let path = FolderListing.path(name, in: folder)
            var status = stat()
            guard unsafe lstat(PathText.systemPath(path), &status) == 0,
                status.st_mode & S_IFMT != S_IFLNK
            else {
                continue
            }
            if Self.kind(status) == .folder {
                try walk(path, depth: depth + 1, passedOver)
            } else {
                guard paths.count < Self.fileLimit else {
                    throw FileFailure(folder, .tooManyFiles(limit: Self.fileLimit))
                }
                paths.append(path)
            }
        }
    }
}
