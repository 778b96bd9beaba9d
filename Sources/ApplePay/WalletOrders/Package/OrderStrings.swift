/// A file of texts by their keys, in the form `"key" = "text";` with comments as in C.
///
/// - Source: Apple, *Resource Programming Guide*, "String Resources".
struct OrderStrings {
    struct Failure: Error { let line: Int }

    /// The texts by their keys.
    private(set) var texts: [String: String] = [:]
    /// The keys that appear again.
    private(set) var repeated: [String] = []
    /// Whether the file is UTF-16 or has only ASCII.
    let hasRightEncoding: Bool

    private var rest: Substring
    private var line = 1

    init(_ bytes: [UInt8]) throws(Failure) {
        let isBigEndian = bytes.starts(with: [0xfe, 0xff])
        if isBigEndian || bytes.starts(with: [0xff, 0xfe]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2)
                .map { place in
                    let (high, low) = isBigEndian ? (place, place + 1) : (place + 1, place)
                    return UInt16(bytes[high]) << 8 | UInt16(bytes[low])
                }
            guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
                throw Failure(line: 1)
            }
            (rest, hasRightEncoding) = (text[...], true)
        } else {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Failure(line: 1)
            }
            (rest, hasRightEncoding) = (text[...], text.utf8.allSatisfy { $0 < 0x80 })
        }
        while try skip() {
            let key = try text()
            try expect("=")
            let text = try text()
            try expect(";")
            if texts.updateValue(text, forKey: key) != nil { repeated.append(key) }
        }
    }

    private mutating func next() -> Character? {
        let character = rest.popFirst()
        if character?.isNewline == true { line += 1 }
        return character
    }

    /// Skips spaces and comments; false at the end.
    private mutating func skip() throws(Failure) -> Bool {
        while let first = rest.first {
            if first.isWhitespace {
                _ = next()
            } else if rest.hasPrefix("//") {
                while let character = rest.first, !character.isNewline { _ = next() }
            } else if rest.hasPrefix("/*") {
                rest.removeFirst(2)
                while !rest.hasPrefix("*/") {
                    guard next() != nil else { throw Failure(line: line) }
                }
                rest.removeFirst(2)
            } else {
                return true
            }
        }
        return false
    }

    private mutating func expect(_ character: Character) throws(Failure) {
        guard try skip(), next() == character else { throw Failure(line: line) }
    }

    /// A text in quotation marks, with its escapes as they are.
    private mutating func text() throws(Failure) -> String {
        try expect("\"")
        var text = ""
        while let character = next() {
            guard character != "\"" else { return text }
            text.append(character)
            if character == "\\" {
                guard let escaped = next() else { break }
                text.append(escaped)
            }
        }
        throw Failure(line: line)
    }
}
