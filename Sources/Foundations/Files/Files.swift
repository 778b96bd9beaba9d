public import Bytes
internal import Glibc
internal import Synchronization

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

    /// Reads a file whose content must not be seen, or standard input where the path is `-`.
    ///
    /// - Throws: ``FileFailure``, also where there are more bytes than the limit.
    public static func readSecret(_ path: String, limit: Int) throws(FileFailure) -> Secret {
        let descriptor =
            unsafe path == standardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
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
    /// - Throws: ``FileFailure``.
    public static func makeFolder(_ path: String) throws(FileFailure) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? part : "/\(part)"
            if unsafe mkdir(made, 0o755) != 0, errno != EEXIST {
                throw FileFailure(path, errorNumber: errno)
            }
        }
        guard isFolder(path) else { throw FileFailure(path, errorNumber: ENOTDIR) }
    }

    /// The paths of the files in a folder, those that begin with a dot left out, in order.
    ///
    /// Links are followed; one that leads nowhere is listed. Pipes, sockets and devices are no
    /// files: whoever reads them may wait for ever.
    ///
    /// - Throws: ``FileFailure``.
    public static func list(_ folder: String) throws(FileFailure) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            throw FileFailure(folder, errorNumber: errno)
        }
        defer { unsafe closedir(stream) }
        var paths: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if !name.hasPrefix("."), isFile(path) { paths.append(path) }
        }
        return paths.sorted()
    }

    /// What tells whether a file may have changed, or nil where there is none.
    public static func mark(_ path: String) -> FileVersion? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return FileVersion(
            device: UInt64(status.st_dev),
            number: UInt64(status.st_ino),
            size: Int64(status.st_size),
            modified: [Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)],
            changed: [Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec)]
        )
    }

    /// Whether something is at a path.
    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether a folder is at a path.
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A name of this kind that nothing has yet: `name`, `name-2`, `name-3` and so on.
    public static func unusedName(_ name: String) -> String {
        var unused = name
        var number = 1
        while exists(unused) {
            number += 1
            unused = "\(name)-\(number)"
        }
        return unused
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
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

    private static let writes = Atomic<Int>(0)

    /// Opens a file of a name that nobody else takes, beside the one whose place it will take.
    static func openTemporary(
        for path: String,
        mode: mode_t
    ) throws(FileFailure) -> (path: String, descriptor: Int32) {
        let number = writes.add(1, ordering: .relaxed).newValue
        let temporary = "\(path).\(getpid())-\(number).new"
        unsafe unlink(temporary)
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileFailure(path, errorNumber: errno) }
        return (temporary, descriptor)
    }

    /// The new file takes the old one's place whole, or not at all, also where two write at once.
    private static func write(
        _ content: Secret,
        to path: String,
        mode: mode_t
    ) throws(FileFailure) {
        let (temporary, descriptor) = try openTemporary(for: path, mode: mode)
        var failure = content.withBytes { CompleteWrite.failure(writing: $0, to: descriptor) } ?? 0
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        close(descriptor)
        if failure == 0, unsafe rename(temporary, path) != 0 { failure = errno }
        guard failure == 0 else {
            unsafe unlink(temporary)
            throw FileFailure(path, errorNumber: failure)
        }
    }
}
