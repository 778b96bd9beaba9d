internal import Glibc

extension Files {
    /// The permission bits of a file, such as 0o600, following links; nil if there is no regular
    /// file.
    public static func permissions(_ path: String) -> UInt32? {
        var status = stat()
        guard unsafe stat(PathText.systemPath(path), &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else {
            return nil
        }
        return UInt32(status.st_mode & 0o7777)
    }
}
