/// A comment `quince:ignore RULE` or `quince:ignore RULE, RULE`.
struct IgnoreComment: Hashable, Sendable {
    let line: Int
    let rules: [String]

    private static let marker = Array("quince:ignore".utf8)

    /// Reads one line of a comment; nil when it has no marker.
    init?(comment: ArraySlice<UInt8>, line: Int) {
        guard let start = Self.endOfMarker(in: comment) else { return nil }
        var rest = comment[start...]
        var rules: [String] = []
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let word = rest.prefix {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
            guard !word.isEmpty else { break }
            rules.append(String(decoding: word, as: UTF8.self))
            rest = rest[word.endIndex...].drop { $0 == UInt8(ascii: " ") }
            guard rest.first == UInt8(ascii: ",") else { break }
            rest = rest.dropFirst()
        }
        guard !rules.isEmpty else { return nil }
        self.line = line
        self.rules = rules
    }

    private static func endOfMarker(in comment: ArraySlice<UInt8>) -> Int? {
        guard comment.count >= marker.count else { return nil }
        for start in comment.startIndex...(comment.endIndex - marker.count)
        where comment[start] == marker[0] {
            let end = start + marker.count
            if comment[start..<end].elementsEqual(marker) { return end }
        }
        return nil
    }
}
