internal import Glibc

/// The names in one folder.
enum FolderListing {
    /// All names but `.` and `..`, in order, those that begin with a dot among them.
    static func names(in folder: String) throws(FileFailure) -> [String] {
        guard let stream = unsafe opendir(PathText.systemPath(folder)) else {
            throw FileFailure(folder, errorNumber: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe PathText.text(bytes.prefix { $0 != 0 })
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The path of a name in a folder.
    static func path(_ name: String, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
