internal import Foundation
internal import TestSupport

/// The files of a repository as text, sorted by path.
struct SourceTree: Sendable {
    let files: [SourceFile]
    /// The paths of files that are no text, such as pictures.
    let otherPaths: [String]
    /// The modules that Package.swift declares.
    let layout: PackageLayout

    init(_ texts: [String: String], others: [String] = []) {
        otherPaths = others
        layout = PackageLayout(manifest: texts["Package.swift"] ?? "")
        files = texts.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
    }

    /// The files of this checkout, committed or not.
    static let checkout: SourceTree = {
        var texts: [String: String] = [:]
        var others: [String] = []
        for path in Repository.paths {
            let url = Repository.root.appending(path: path)
            if let text = try? String(contentsOf: url, encoding: .utf8) {
                texts[path] = text
            } else if (try? url.checkResourceIsReachable()) == true {
                others.append(path)
            }
        }
        precondition(texts["Package.swift"] != nil, "not a checkout: there is no Package.swift")
        return SourceTree(texts, others: others)
    }()

    var swift: [SourceFile] { files.filter { $0.path.hasSuffix(".swift") } }

    /// The product's sources.
    var sources: [SourceFile] {
        swift.filter { ["Sources/", "Testing/"].contains(where: $0.path.hasPrefix) }
    }

    var markdown: [SourceFile] { files.filter { $0.path.hasSuffix(".md") } }

    subscript(path: String) -> SourceFile? { files.first { $0.path == path } }
}

/// One file: its text and its Swift code.
struct SourceFile: Sendable {
    let path: String
    let text: String
    let lines: [Substring]
    /// The lines with comments and the insides of string literals blanked; empty for other files.
    let codeLines: [Substring]
    /// The bytes of the lines of code, and a zero.
    private let code: [UInt8]
    /// The bytes of the text in lower case, and a zero.
    private let lowercased: [UInt8]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lowercased = Array(text.lowercased().utf8) + [0]
        lines = Self.lines(of: text)
        let blanked = path.hasSuffix(".swift") ? CodeBlanker.bytes(text) : []
        code = blanked + [0]
        codeLines = Self.lines(of: String(decoding: blanked, as: UTF8.self))
    }

    /// The folder's path, without a closing slash.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    func isInside(_ folders: some Sequence<String>) -> Bool {
        folders.contains { path.hasPrefix($0 + "/") }
    }

    /// One violation for each line of code that uses one of these words.
    func uses(of words: [String], because message: (String) -> String) -> [Violation] {
        let words = words.filter { Self.isFound($0, in: code) }
        if words.isEmpty { return [] }
        return codeLines.enumerated()
            .flatMap { index, line in
                words.filter { line.uses($0) }
                    .map { Violation(path: path, line: index + 1, message: message($0)) }
            }
    }

    /// Whether the text contains a word, in any case. Most files contain none of the words that rules look for.
    func mentions(_ word: String) -> Bool { Self.isFound(word.lowercased(), in: lowercased) }

    private static func isFound(_ text: String, in bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe strstr(start.assumingMemoryBound(to: CChar.self), text) != nil
        }
    }

    private static func lines(of text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

/// A place where a rule is broken.
struct Violation: Hashable, Sendable, CustomStringConvertible {
    let path: String
    var line: Int?
    let message: String

    var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
}

extension StringProtocol {
    /// Whether this text contains a word, not as part of a longer one.
    func uses(_ word: String) -> Bool {
        var rest = self[...]
        while let range = rest.range(of: word) {
            let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
            let after = range.upperBound < endIndex ? self[range.upperBound] : " "
            let startsFree = !(word.first?.isPartOfName == true && before.isPartOfName)
            let endsFree = !(word.last?.isPartOfName == true && after.isPartOfName)
            if startsFree && endsFree { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }
}

extension Character {
    var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
