public import Bytes
internal import Glibc

/// Reads and writes whole files.
public enum Files {
    /// The name that means standard input.
    public static let standardInput = "-"

    /// Reads a file, or standard input for the path `-`.
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

    /// Reads a secret file, or standard input for the path `-`.
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

    /// Writes a file that every user may read.
    ///
    /// - Throws: ``FileFailure``.
    public static func write(_ text: String, to path: String) throws(FileFailure) {
        try write(Secret(copying: Array(text.utf8)), to: path, mode: 0o644)
    }

    /// Writes bytes to a file that every user may read.
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

    /// Creates a folder and its parents; an existing folder is not an error.
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

    /// Creates a folder that does not exist yet: `name` or, if that exists, `name-2`, `name-3` and
    /// so on. Concurrent calls get different folders.
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

    /// Creates a folder that only its owner can use, named by a path and six characters more.
    ///
    /// - Returns: The folder's name.
    /// - Throws: ``FileFailure``.
    public static func makePrivateFolder(_ path: String) throws(FileFailure) -> String {
        var name = PathText.systemPath(path + "-XXXXXX")
        guard unsafe mkdtemp(&name) != nil else {
            throw FileFailure(path, errorNumber: errno)
        }
        return PathText.text(name.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// Removes a folder and the files in it.
    ///
    /// - Returns: Whether nothing is there any more.
    @discardableResult
    public static func removeWithFiles(_ folder: String) -> Bool {
        for file in (try? list(folder)) ?? [] { _ = remove(file) }
        return remove(folder)
    }

    /// Removes a file or an empty folder.
    ///
    /// - Returns: Whether nothing is there any more.
    public static func remove(_ path: String) -> Bool {
        let path = PathText.systemPath(path)
        return unsafe Glibc.remove(path) == 0 || errno == ENOENT
    }

    /// Removes the temporary files of killed processes in a folder.
    ///
    /// The files of a running process are kept.
    public static func sweep(_ folder: String) { TemporaryFile.sweep(folder) }

    /// The paths of the files in a folder, without those that begin with a dot, in order.
    ///
    /// Links are followed; a broken link is listed. Pipes, sockets and devices are omitted,
    /// because opening them may block forever.
    ///
    /// - Throws: ``FileFailure``.
    public static func list(_ folder: String) throws(FileFailure) -> [String] {
        try FolderListing.names(in: folder).filter { !$0.hasPrefix(".") }
            .map { FolderListing.path($0, in: folder) }.filter(isFile)
    }

    /// The paths of the folders in a folder, without those that begin with a dot, in order.
    ///
    /// - Throws: ``FileFailure``.
    public static func folders(in folder: String) throws(FileFailure) -> [String] {
        try FolderListing.names(in: folder).filter { !$0.hasPrefix(".") }
            .map { FolderListing.path($0, in: folder) }.filter(isFolder)
    }

    /// The version of a file, which shows whether it may have changed; nil if there is no file.
    public static func mark(_ path: String) -> FileVersion? {
        var status = stat()
        guard unsafe stat(PathText.systemPath(path), &status) == 0 else { return nil }
        return FileVersion(
            device: UInt64(status.st_dev),
            number: UInt64(status.st_ino),
            mode: UInt32(status.st_mode),
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

    /// The new file replaces the old one completely or not at all, also if two are written
    /// concurrently.
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
