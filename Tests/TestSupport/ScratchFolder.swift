public import Foundation

/// An empty folder for one test, removed when the object is released.
public final class ScratchFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// Creates a folder with a unique name.
    public init() {
        var template = FileManager.default.temporaryDirectory
            .appending(path: "quince-test-XXXXXX").path.utf8CString.map { $0 }
        let made = unsafe mkdtemp(&template)
        precondition(unsafe made != nil, "no scratch folder could be made")
        let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
        url = URL(filePath: String(decoding: bytes, as: UTF8.self))
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of a file in it.
    public func path(_ name: String) -> String {
        url.appending(path: name).path
    }
}
