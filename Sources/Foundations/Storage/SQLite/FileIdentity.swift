internal import Glibc

/// Which file has a name.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let node: ino_t

    /// The file that has the name now; nil where there is none, or one without a byte.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_size > 0 else { return nil }
        (device, node) = (status.st_dev, status.st_ino)
    }
}
