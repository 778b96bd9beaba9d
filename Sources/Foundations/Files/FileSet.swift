public import Bytes
internal import Glibc

/// Files that belong together, such as a token, the key that opens it and the root that it is signed under.
///
/// They replace those of an earlier set. At no moment are there files of both: all are written
/// under temporary names, then the earlier ones are removed, then these get their names. Between
/// the two, or after a crash there, files are missing.
public struct FileSet: Sendable {
    private struct Member: Sendable {
        let path: String
        let content: Secret
        let mode: mode_t
    }

    private var members: [Member] = []

    /// A set without files.
    public init() {}

    /// Adds a file that every user may read.
    public mutating func add(_ bytes: [UInt8], at path: String) {
        members.append(Member(path: path, content: Secret(copying: bytes), mode: 0o644))
    }

    /// Adds a text file that every user may read.
    public mutating func add(_ text: String, at path: String) { add(Array(text.utf8), at: path) }

    /// Adds a file that only this user may read.
    public mutating func addSecret(_ secret: Secret, at path: String) {
        members.append(Member(path: path, content: secret, mode: 0o600))
    }

    /// Writes the files, in order, and replaces others.
    ///
    /// - Parameters:
    ///   - earlier: The paths of the earlier set. They are removed, even if this set has no such
    ///     file.
    ///   - lock: A lock on their folder, so that concurrent sets do not mix.
    /// - Throws: ``FileFailure``. If it is thrown before a file was removed, for example on a full
    ///   disk, the earlier files are unchanged.
    public func write(
        replacing earlier: [String],
        holding lock: FolderLock
    ) throws(FileFailure) {
        defer { withExtendedLifetime(lock) {} }
        try write(members[...]) { () throws(FileFailure) in
            for path in earlier {
                let result = unsafe unlink(PathText.systemPath(path))
                guard result == 0 || errno == ENOENT else {
                    throw FileFailure(path, errorNumber: errno)
                }
            }
        }
        for path in Set(members.map(\.path)) { TemporaryFile.syncFolder(of: path) }
    }

    /// Writes temporary files, removes the earlier ones, and then moves the new ones to their
    /// paths, the first one first.
    private func write(
        _ members: ArraySlice<Member>,
        removing remove: () throws(FileFailure) -> Void
    ) throws(FileFailure) {
        guard let last = members.last else { return try remove() }
        var file = try TemporaryFile(for: last.path, mode: last.mode)
        try file.write(last.content)
        try write(members.dropLast(), removing: remove)
        try file.moveToTarget()
    }
}
