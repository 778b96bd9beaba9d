internal import CPageFiles

/// A file of the folder `Web` that is part of the program: a page, or what a page loads.
///
/// The C compiler copies the files into the program, so that none has to be found when it runs.
struct PageFile: Hashable, Sendable {
    /// Its folder and name, such as `wallet/sheet.css`.
    let path: String
    /// Its content.
    let bytes: [UInt8]

    /// All files.
    static let all: [PageFile] = {
        var files: [PageFile] = []
        while let file = PageFile(at: files.count) { files.append(file) }
        return files
    }()

    private init?(at index: Int) {
        let file = unsafe page_file_at(index)
        guard let path = unsafe file.name, let bytes = unsafe file.bytes else { return nil }
        self.path = unsafe String(cString: path)
        self.bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: file.count))
    }
}
