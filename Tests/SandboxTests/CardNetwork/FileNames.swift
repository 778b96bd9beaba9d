import Foundation
import TestSupport
import Testing

/// The files of a test's folder.
enum FileNames {
    static func all(in folder: ScratchFolder) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.isEmpty)
        return names
    }

    static func bytes(of name: String, in folder: ScratchFolder) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.url.appending(path: name)))
    }
}
