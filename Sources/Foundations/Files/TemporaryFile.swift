internal import Bytes
internal import Glibc
internal import Synchronization

/// A file under another name until it is complete, in the folder of the one whose place it takes.
///
/// Its name begins with a dot, so that no one who lists the folder's keys or tokens takes it for one. It is
/// locked for as long as its process writes it: one without a lock was left behind by a process that
/// was killed, and ``sweep(_:)`` removes it.
struct TemporaryFile: ~Copyable {
    /// How the names of temporary files begin.
    static let prefix = ".quince-new-"

    private static let opened = Atomic<Int>(0)

    /// The path that it will have.
    private let target: String
    private let path: String
    private let descriptor: Int32
    private var isInPlace = false

    /// Creates a file beside the one whose place it will take.
    init(for target: String, mode: mode_t) throws(FileFailure) {
        self.target = target
        (path, descriptor) = try Self.create(beside: target, mode)
    }

    private static func create(
        beside target: String,
        _ mode: mode_t
    ) throws(FileFailure) -> (String, Int32) {
        try refuseDevice(target)
        while true {
            let number = opened.add(1, ordering: .relaxed).newValue
            let path = folder(of: target) + "\(prefix)\(getpid())-\(number)"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            let descriptor = unsafe open(PathText.systemPath(path), flags, mode)
            if descriptor >= 0 {
                // A sweep that saw the file before it was locked has removed it.
                var status = stat()
                let isKept =
                    unsafe flock(descriptor, LOCK_EX) == 0 && fstat(descriptor, &status) == 0
                    && status.st_nlink > 0
                if isKept { return (path, descriptor) }
                close(descriptor)
                unsafe unlink(PathText.systemPath(path))
            } else if errno != EEXIST {
                throw FileFailure(target, errorNumber: errno)
            }
        }
    }

    /// A file that was not put in its place is removed.
    deinit {
        if !isInPlace { unsafe unlink(PathText.systemPath(path)) }
        close(descriptor)
    }

    /// Writes all of its content, to the disk.
    func write(_ content: Secret) throws(FileFailure) {
        if let number = content.withBytes({ CompleteWrite.failure(writing: $0, to: descriptor) }) {
            throw FileFailure(target, errorNumber: number)
        }
        try sync()
    }

    /// Writes to it.
    func write(_ bytes: Span<UInt8>) throws(FileFailure) {
        if let number = CompleteWrite.failure(writing: bytes, to: descriptor) {
            throw FileFailure(target, errorNumber: number)
        }
    }

    /// Makes sure that what was written is on the disk.
    func sync() throws(FileFailure) {
        guard fsync(descriptor) == 0 else { throw FileFailure(target, errorNumber: errno) }
    }

    /// Puts it in the place of its target. The folder is synced by ``syncFolder(of:)``.
    mutating func moveToTarget() throws(FileFailure) {
        let result = unsafe rename(PathText.systemPath(path), PathText.systemPath(target))
        guard result == 0 else { throw FileFailure(target, errorNumber: errno) }
        isInPlace = true
    }

    /// Makes sure that a file's name is on the disk. A folder that may be written to and not read cannot
    /// be opened, and some file systems sync no folders: there, nothing can be done.
    static func syncFolder(of path: String) {
        let folder = PathText.systemPath(folder(of: path) + ".")
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Removes the temporary files that killed processes have left in a folder.
    static func sweep(_ folder: String) {
        let names = (try? FolderListing.names(in: folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = PathText.systemPath(FolderListing.path(name, in: folder))
            let descriptor = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unsafe unlink(path) }
            close(descriptor)
        }
    }

    /// The folder of a path, with the slash that ends it; empty for the current folder.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// A device, a pipe or a socket is not replaced by a file.
    private static func refuseDevice(_ path: String) throws(FileFailure) {
        var status = stat()
        guard unsafe lstat(PathText.systemPath(path), &status) == 0 else { return }
        guard [S_IFREG, S_IFLNK, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            throw FileFailure(path, .notAFile)
        }
    }
}
