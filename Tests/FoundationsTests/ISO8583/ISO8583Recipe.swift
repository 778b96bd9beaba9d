import Bytes
import ISO8583
import World

/// A message made at random, as pyiso8583 writes its fields: texts, and hexadecimal for bytes.
struct ISO8583Recipe {
    static let layouts: [(name: String, layout: MessageLayout)] = [
        ("ascii", .ascii), ("asciiHexadecimal", .asciiHexadecimal), ("bcd", .bcd),
    ]
    /// The formats as the standard's table has them, for as many fields as a payment uses and some
    /// more: content, least and greatest length.
    static let fields: [Int: (content: Character, lengths: ClosedRange<Int>)] = [
        2: ("n", 1...19), 3: ("n", 6...6), 4: ("n", 12...12), 7: ("n", 10...10), 11: ("n", 6...6),
        14: ("n", 4...4), 18: ("n", 4...4), 22: ("n", 3...3), 23: ("n", 3...3), 25: ("n", 2...2),
        27: ("n", 1...1), 32: ("n", 0...11), 33: ("n", 1...11), 37: ("a", 12...12),
        38: ("a", 6...6), 39: ("a", 2...2), 41: ("s", 8...8), 42: ("s", 15...15),
        43: ("s", 40...40), 44: ("s", 0...25), 48: ("s", 0...999), 49: ("n", 3...3),
        52: ("b", 8...8), 53: ("n", 16...16), 54: ("s", 1...240), 55: ("b", 0...255),
        60: ("s", 1...99), 63: ("s", 100...101), 64: ("b", 8...8), 66: ("n", 1...1),
        70: ("n", 3...3), 90: ("n", 42...42), 95: ("a", 42...42), 100: ("n", 1...11),
        102: ("s", 1...28), 104: ("s", 1...100), 126: ("s", 1...999), 128: ("b", 8...8),
    ]

    let type: MessageType
    let values: [Int: String]

    static func random(from randomness: SeededRandomness) -> ISO8583Recipe {
        func below(_ bound: Int) -> Int { Int(randomness.number(below: UInt64(bound))) }
        let types: [MessageType] = [
            .authorizationRequest, .reversalAdvice, .networkManagementRequest, .financialRequest,
        ]
        let isShort = below(2) == 0
        var values: [Int: String] = [:]
        for (number, field) in fields.sorted(by: { $0.key < $1.key }) where below(3) == 0 {
            if isShort, number > 64 { continue }
            let count = field.lengths.lowerBound + below(field.lengths.count)
            values[number] = text(field.content, count, below)
        }
        return ISO8583Recipe(type: types[below(types.count)], values: values)
    }

    private static func text(_ content: Character, _ count: Int, _ below: (Int) -> Int) -> String {
        let alphabet: [Character] =
            switch content {
            case "n": Array("0123456789")
            case "a": Array("0123456789 ABCXYZabcxyz")
            case "b": Array("0123456789ABCDEF")
            default: (0x20...0x7e).map { Character(Unicode.Scalar($0)) }
            }
        let characters = (0..<(content == "b" ? 2 * count : count)).map { _ in
            alphabet[below(alphabet.count)]
        }
        return String(characters)
    }

    /// The message that the recipe is for.
    var message: ISO8583Message {
        get throws {
            var fields: [Int: [UInt8]] = [:]
            for (number, value) in values {
                let isBinary = Self.fields[number]?.content == "b"
                fields[number] = isBinary ? try Hexadecimal.decode(value) : Array(value.utf8)
            }
            return ISO8583Message(type, fields: MessageFields(fields))
        }
    }

    /// The fields as the oracle takes and gives them.
    var columns: String {
        (["t=\(type)"] + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
            .joined(separator: "\t")
    }
}
