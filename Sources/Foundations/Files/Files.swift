public import Bytes
internal import Glibc

/// Reads and writes whole files.
public enum Files {
    /// The name that means standard input.
    public static let standardInput = "-"

    /// Reads a file, or standard input where the path is `-`.
    ///
    /// - Throws: ``FileFailure``, also where there are more bytes than the limit.
    public static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        let secret = try readSecret(path, limit: limit)
        return secret.withBytes { [UInt8](copying: $0) }
    }

    /// Reads the first bytes of a regular file, at most so many. A pipe is not waited for.
    ///
    /// - Throws: ``FileFailure``.
    public static func beginning(of path: String, count: Int) throws(FileFailure) -> [UInt8] {
        guard isFile(path) else { throw FileFailure(path, .notAFile) }
        let descriptor = unsafe open(PathText.systemPath(path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(path, errorNumber: errno) }
        defer { close(descriptor) }
        var length = 0
        let buffer = try Secret(count: count) { (span) throws(FileFailure) in
            length = try fill(&span, from: descriptor, path: path)
        }
        return buffer.withBytes { [UInt8](copying: $0.extracting(0..<length)) }
    }

    /// Reads a file whose content must not be seen, or standard input where the path is `-`.
    ///
    /// - Throws: ``FileFailure``, also where there are more bytes than the limit.
    public static func readSecret(_ path: String, limit: Int) throws(FileFailure) -> Secret {
        let descriptor =
            unsafe path == standardInput
            ? STDIN_FILENO : open(PathText.systemPath(path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(path, errorNumber: errno) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var length = 0
        let buffer = try Secret(count: limit + 1) { (span) throws(FileFailure) in
            length = try fill(&span, from: descriptor, path: path)
        }
        guard length <= limit else { throw FileFailure(path, .tooLong(limit: limit)) }
        return buffer.withBytes { Secret(copying: $0.extracting(0..<length)) }
    }

    /// Writes a file that everybody may read.
    ///
    /// - Throws: ``FileFailure``.
    public static func write(_ text: String, to path: String) throws(FileFailure) {
        try write(Secret(copying: Array(text.utf8)), to: path, mode: 0o644)
    }

    /// Writes bytes that everybody may read.
    ///
    /// - Throws: ``FileFailure``.
    public static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        try write(Secret(copying: bytes), to: path, mode: 0o644)
    }

    /// Writes a file that only this user may read.
    ///
    /// - Throws: ``FileFailure``.
    public static func writeSecret(_ secret: Secret, to path: String) throws(FileFailure) {
        try write(secret, to: path, mode: 0o600)
    }

    /// Makes a folder, and those above it; it is no failure where it is there already.
    ///
    /// - Returns: The folders that were not there before, the outermost first.
    /// - Throws: ``FileFailure``.
    @discardableResult
    public static func makeFolder(_ path: String) throws(FileFailure) -> [String] {
        var made: [String] = []
        var folder = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            folder += folder.isEmpty || folder.hasSuffix("/") ? part : "/\(part)"
            if unsafe mkdir(PathText.systemPath(folder), 0o755) == 0 {
                made.append(folder)
            } else if errno != EEXIST {
                throw FileFailure(path, errorNumber: errno)
            }
        }
        guard isFolder(path) else { throw FileFailure(path, errorNumber: ENOTDIR) }
        return made
    }

    /// Makes a folder that was not there before: `name` or, where that is taken, `name-2`, `name-3` and
    /// so on. Of those who ask at once, each gets a folder of its own.
    ///
    /// - Returns: The folder's name.
    /// - Throws: ``FileFailure``.
    public static func makeNewFolder(_ name: String) throws(FileFailure) -> String {
        var (folder, number) = (name, 1)
        while unsafe mkdir(PathText.systemPath(folder), 0o755) != 0 {
            guard errno == EEXIST else { throw FileFailure(folder, errorNumber: errno) }
            number += 1
            folder = "\(name)-\(number)"
        }
        return folder
    }

    /// Removes a file, or a folder that is empty.
    ///
    /// - Returns: Whether nothing is there any more.
    public static func remove(_ path: String) -> Bool {
        let path = PathText.systemPath(path)
        return unsafe Glibc.remove(path) == 0 || errno == ENOENT
    }

    /// Removes what runs that were killed left in a folder while they were writing a file.
    ///
    /// What another process is writing at this time stays.
    public static func sweep(_ folder: String) { TemporaryFile.sweep(folder) }

    /// The paths of the files in a folder, those that begin with a dot left out, in order.
    ///
    /// Links are followed; one that leads nowhere is listed. Pipes, sockets and devices are left out:
    /// a reader may wait for them for ever.
    ///
    /// - Throws: ``FileFailure``.
    public static func list(_ folder: String) throws(FileFailure) -> [String] {
        try FolderListing.names(in: folder).filter { !$0.hasPrefix(".") }
            .map { FolderListing.path($0, in: folder) }.filter(isFile)
    }

    /// What tells whether a file may have changed, or nil where there is none.
    public static func mark(_ path: String) -> FileVersion? {
        var status = stat()
        guard unsafe stat(PathText.systemPath(path), &status) == 0 else { return nil }
        return FileVersion(
            device: UInt64(status.st_dev),
            number: UInt64(status.st_ino),
            size: Int64(status.st_size),
            modified: [Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)],
            changed: [Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec)]
        )
    }

    /// Whether something is at a path.
    public static func exists(_ path: String) -> Bool {
        unsafe access(PathText.systemPath(path), F_OK) == 0
    }

    /// Whether a folder is at a path.
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(PathText.systemPath(path), &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(PathText.systemPath(path), &status) != 0
            || status.st_mode & S_IFMT == S_IFREG
    }

    private static func fill(
        _ span: inout MutableSpan<UInt8>,
        from descriptor: Int32,
        path: String
    ) throws(FileFailure) -> Int {
        var length = 0
        while length < span.count {
            let count = unsafe span.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(
                    descriptor,
                    buffer.baseAddress?.advanced(by: length),
                    buffer.count - length
                )
            }
            if count == 0 { break }
            if count > 0 {
                length += count
            } else if errno != EINTR {
                throw FileFailure(path, errorNumber: errno)
            }
        }
        return length
    }

    /// The new file takes the old one's place whole, or not at all, also where two write at once.
    private static func write(
        _ content: Secret,
        to path: String,
        mode: mode_t
    ) throws(FileFailure) {
        var file = try TemporaryFile(for: path, mode: mode)
        try file.write(content)
        try file.moveToTarget()
        TemporaryFile.syncFolder(of: path)
    }
}
