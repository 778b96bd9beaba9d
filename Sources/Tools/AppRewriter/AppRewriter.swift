internal import AppLint
internal import Files
internal import Glibc

/// The tool of the plugin AppFiles: `AppRewriter FILE COPY FILE COPY …` writes a copy of each file.
@main
enum AppRewriter {
    /// Maximum size of a source, as for `quince lint`.
    private static let sizeLimit = 8 << 20

    static func main() {
        let words = ProcessArguments.words
        guard words.count.isMultiple(of: 2) else {
            fail("AppRewriter: usage: AppRewriter FILE COPY …")
        }
        let rewriting = Rewriting(stride(from: 0, to: words.count, by: 2).map { file(words[$0]) })
        for (index, file) in rewriting.files.enumerated() {
            write(rewriting.text(of: file), to: words[2 * index + 1])
        }
    }

    private static func file(_ path: String) -> AppFile {
        do throws(FileFailure) {
            let bytes = try Files.read(path, limit: sizeLimit)
            do throws(SourceRefusal) {
                return try AppFile(path: path, bytes: bytes)
            } catch {
                fail("\(path):1:1: error: \(error); \(error.remedy)")
            }
        } catch {
            fail("error: \(error)")
        }
    }

    /// An unchanged copy keeps its date, so that it is not compiled again.
    private static func write(_ text: String, to path: String) {
        do throws(FileFailure) {
            let isThere = Files.exists(path)
            if isThere, try Files.read(path, limit: 2 * sizeLimit).elementsEqual(text.utf8) {
                return
            }
            try Files.write(text, to: path)
        } catch {
            fail("error: \(error)")
        }
    }

    private static func fail(_ message: String) -> Never {
        try? StandardStream.error.write(message)
        exit(1)
    }
}
