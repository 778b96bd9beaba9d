internal import Glibc

/// A lock on a folder, held until the object is released; the system releases it when the process ends.
///
/// The lock is advisory: other programs can read and write the folder.
public final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Waits for an exclusive lock and takes it.
    ///
    /// - Throws: ``FileFailure``.
    public init(_ folder: String) throws(FileFailure) {
        descriptor = try Self.open(folder)
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let failure = FileFailure(folder, errorNumber: errno)
                close(descriptor)
                throw failure
            }
        }
    }

    /// Takes a lock that several may hold at once; nil where one holds it alone.
    ///
    /// - Throws: ``FileFailure``.
    public init?(sharing folder: String) throws(FileFailure) {
        descriptor = try Self.open(folder)
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Makes a shared lock exclusive, if there is no other holder.
    public func becomeExclusive() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    private static func open(_ folder: String) throws(FileFailure) -> Int32 {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let descriptor = unsafe Glibc.open(PathText.systemPath(folder), flags)
        guard descriptor >= 0 else { throw FileFailure(folder, errorNumber: errno) }
        return descriptor
    }
}
