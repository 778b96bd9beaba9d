import Files

/// The build settings of a `.xcconfig` file.
///
/// A setting with a condition, such as `NAME[sdk=macosx*]`, has its condition in its name. Of several definitions the
/// last one counts. A file that is included has its definitions at the place of its `#include`.
///
/// - Source: Apple, Xcode Help, *Configuration Settings File (xcconfig) format*.
struct BuildSettingsFile: Hashable {
    /// The values by the names.
    private(set) var settings: [String: String] = [:]
    /// The files that cannot be read, beside those of `#include?`.
    private(set) var missing: [String] = []
    /// How many files were read; files may include each other in a circle.
    private var count = 0
    private static let mostFiles = 256

    /// Reads a file, and those that it includes.
    init(_ path: String) { read(path, isOptional: false) }

    private mutating func read(_ path: String, isOptional: Bool) {
        guard count < Self.mostFiles, let bytes = try? Files.read(path, limit: 1_048_576)
        else {
            if !isOptional { missing.append(path) }
            return
        }
        count += 1
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let text = Self.trimmed(
                line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            )
            if text.hasPrefix("#include") {
                let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
                guard parts.count == 3 else { continue }
                let included = XcodeProject.file(
                    String(parts[1]),
                    in: XcodeProject.parent(of: path)
                )
                read(included, isOptional: parts[0].contains("?"))
            } else if let sign = Self.assignment(in: text) {
                settings[String(Self.trimmed(text[..<sign]))] =
                    String(Self.trimmed(text[text.index(after: sign)...]))
            }
        }
    }

    /// The sign `=` that is in no condition.
    private static func assignment(in text: Substring) -> String.Index? {
        var isCondition = false
        return text.indices.first { place in
            if "[]".contains(text[place]) { isCondition = text[place] == "[" }
            return text[place] == "=" && !isCondition
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let text = text.drop { $0 == " " || $0 == "\t" }
        let end = text.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { text[...$0] } ?? ""
    }
}
