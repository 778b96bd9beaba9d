internal import AppLint

/// A Swift file of an app, with its tokens.
struct AppFile {
    /// The absolute path.
    let path: String
    /// UTF-8, without a byte order mark.
    let bytes: [UInt8]
    let unit: SourceUnit

    init(path: String, bytes: [UInt8]) throws(SourceRefusal) {
        self.path = path
        self.bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
        unit = try SourceUnit(self.bytes, .swift)
    }

    var tokens: [Token] { unit.tokens }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Whether the tokens at a place are these, with no space between them.
    func reads(_ texts: [String], at index: Int) -> Bool {
        guard index >= 0, index + texts.count <= tokens.count else { return false }
        return texts.indices.allSatisfy { offset in
            tokens[index + offset].text == texts[offset]
                && tokens[index + offset].kind != .text
                && (offset == 0
                    || tokens[index + offset].range.lowerBound
                        == tokens[index + offset - 1].range.upperBound)
        }
    }

    /// The bytes of some tokens and of what is between them.
    func bytes(of range: Range<Int>) -> Range<Int> {
        tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
    }

    /// The name of the type or extension around a token, or nil outside.
    func typeName(around index: Int) -> String? {
        var brace = unit.brackets.brace(around: index)
        while let opening = brace {
            if let name = unit.typeName(openedBy: opening) { return name }
            brace = unit.brackets.brace(around: opening)
        }
        return nil
    }
}

/// A change of a file.
struct Edit {
    /// The bytes that are replaced.
    let range: Range<Int>
    /// The text that replaces them. It has as many line breaks as they have.
    let text: String

    /// Replaces bytes by a text on one line, and keeps their line breaks after it.
    init(_ range: Range<Int>, of file: AppFile, _ text: String) {
        self.range = range
        let breaks = file.bytes[range].count { $0 == UInt8(ascii: "\n") }
        self.text = text + String(repeating: "\n", count: breaks)
    }

    /// Replaces bytes by spaces. Line breaks stay.
    init(blanking range: Range<Int>, of file: AppFile) {
        self.range = range
        text = String(
            decoding: file.bytes[range].map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") },
            as: UTF8.self
        )
    }
}
