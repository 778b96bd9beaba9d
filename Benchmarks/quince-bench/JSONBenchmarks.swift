internal import JSON

/// Reading the most expensive JSON that a stranger can send, beside plain JSON of the same length.
struct JSONBenchmarks {
    /// As long as the longest text that is read as a token. Units: bytes.
    static let length = 65_536
    static let name = "json.hostile"

    private let plain: [UInt8]
    private let hostile: [[UInt8]]

    /// Objects of as many members as are read, with names that differ and one member each.
    init() throws {
        plain = Self.document { "\"member\($0)\":0" }
        hostile = [
            // Every letter is an escape; the names have one length and differ at their ends.
            Self.document { "\"\(Self.escaped(String($0 + 1_000)))\":0" },
            // The shortest names with an escape: the most names in a text.
            Self.document { "\"\(Self.escaped(Self.letter($0)))\":0" },
            // Long names that share their beginnings.
            Self.document { "\"\(Self.escaped("aaaaaaaa"))\($0)\":0" },
        ]
        for text in [plain] + hostile {
            guard text.count == Self.length else { throw BenchmarkFailure.tokensCannotBeMade }
            _ = try JSONDocument(text)
        }
    }

    /// Documents a second: of the slowest hostile kind, and of plain ones.
    func measure() throws -> Measurement {
        let measured = try hostile.map { text in
            try Measurement(
                Self.name,
                unit: "documents/s",
                floor: { try Self.read(plain, times: $0) },
                ours: { try Self.read(text, times: $0) }
            )
        }
        guard let worst = measured.min(by: { $0.ratio < $1.ratio }) else {
            throw BenchmarkFailure.noSuchFigure
        }
        return worst
    }

    private static func read(_ text: [UInt8], times: Int) throws -> Bool {
        for _ in 0..<times { _ = try JSONDocument(text) }
        return true
    }

    /// An array of objects, filled up with white space.
    private static func document(_ member: (Int) -> String) -> [UInt8] {
        let members = (0..<JSONDocument.memberLimit).map(member)
        var objects: [String] = []
        var length = 2
        while true {
            var object = "{"
            for member in members
            where length + object.utf8.count + member.utf8.count + 2 <= Self.length {
                object += (object == "{" ? "" : ",") + member
            }
            guard object != "{" else { break }
            objects.append(object + "}")
            length += object.utf8.count + 2
        }
        let text = Array("[\(objects.joined(separator: ","))]".utf8)
        return text + [UInt8](repeating: 0x20, count: max(0, Self.length - text.count))
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        .joined()
    }

    private static func letter(_ number: Int) -> String {
        Unicode.Scalar(UInt32(0x100 + number)).map { String(Character($0)) } ?? ""
    }
}
