internal import Bytes
public import ISO8583
public import World

/// The package starkbank-iso8583 as a codec of Visa's messages, and the fields that it has.
public struct VisaOracle: Sendable {
    /// A field or a sub-field of the package.
    public struct Field: Hashable, Sendable {
        /// Such as `digits`, `text` or `undefined`.
        public let kind: String
        /// Whether a length precedes it.
        public let isVariable: Bool
        /// Its greatest length.
        public let limit: Int
    }

    /// The package refused a request, or failed.
    public struct Refusal: Error { let complaint: String }

    /// The fields by number.
    public let fields: [Int: Field]
    /// The sub-fields of the fields that have some; 0 is the bitmap.
    public let subfields: [Int: [Int: Field]]

    /// Asks the package for its fields.
    public init() throws {
        var (fields, subfields): ([Int: Field], [Int: [Int: Field]]) = ([:], [:])
        for column in try Self.answers(to: ["fields"])[0].split(separator: "\t") {
            let parts = column.split(separator: " ")
            let numbers = parts[0].split(separator: ".").compactMap { Int($0) }
            let limit = parts[2].trimmingPrefix("+")
            let field = Field(
                kind: String(parts[1]),
                isVariable: limit != parts[2],
                limit: Int(limit) ?? -1
            )
            if numbers.count == 1 {
                fields[numbers[0]] = field
            } else {
                subfields[numbers[0], default: [:]][numbers[1]] = field
            }
        }
        (self.fields, self.subfields) = (fields, subfields)
    }

    /// The answers to requests, as `Tests/Oracles/visa-messages.py` describes them.
    public static func answers(to requests: [String]) throws -> [String] {
        let answer = try PythonOracle.run(
            "visa-messages.py",
            input: requests.map { $0 + "\n" }.joined()
        )
        let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard answer.isSuccess, lines.count == requests.count + 1 else {
            throw Refusal(complaint: answer.complaint)
        }
        return lines.dropLast().map(String.init)
    }

    /// A message in the package's terms: the header without lengths, the type and the fields.
    public func columns(of message: ISO8583Message, header: String = Self.plainHeader) -> String {
        let fields = message.fields.flatMap { number, value in
            self.columns(of: Array(value), in: number)
        }
        return (["h=\(header)", "t=\(message.type)"] + fields).joined(separator: "\t")
    }

    /// A header of the format 1 and the text format 2, with zeros in all else.
    public static let plainHeader = "0102" + String(repeating: "0", count: 34)

    private func columns(of value: [UInt8], in number: Int) -> [String] {
        guard let field = fields[number] else { return ["\(number)=unknown"] }
        let text = String(decoding: value, as: UTF8.self)
        switch (field.kind, number) {
        case ("subfields", _):
            let parts = subcolumns(of: text, subfields[number] ?? [:])
            guard !parts.isEmpty else { return ["\(number).00="] }
            return parts.map { "\(number)." + $0 }
        // The package has the digit that fills the field up.
        case (_, 22): return ["22=\(text)0"]
        case (_, 35), (_, 36):
            return ["\(number)=" + value.map { String($0 & 0x0f, radix: 16) }.joined()]
        // The package has the data set around the data objects.
        case (_, 55):
            let count = String(value.count, radix: 16)
            let zeros = String(repeating: "0", count: 4 - count.count)
            return ["55=01\(zeros)\(count)" + Hexadecimal.encode(value)]
        case ("digits", _), ("text", _), ("hexadecimal", _): return ["\(number)=\(text)"]
        default: return ["\(number)=" + Hexadecimal.encode(value)]
        }
    }

    private func subcolumns(of text: String, _ subfields: [Int: Field]) -> [String] {
        var rest = Substring(text)
        func take(_ count: Int) -> String {
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }
        let bitmap = take(2 * (subfields[0]?.limit ?? 0)).compactMap { $0.hexDigitValue }
        var columns: [String] = []
        for number in 1...max(1, 4 * bitmap.count)
        where bitmap[(number - 1) / 4] & (8 >> ((number - 1) % 4)) != 0 {
            guard let field = subfields[number] else { return ["unknown"] }
            let isText = ["digits", "text"].contains(field.kind)
            let count = field.isVariable ? Int(take(2)) ?? 0 : field.limit
            let value = take(isText ? count : 2 * count)
            let name = number < 10 ? "0\(number)" : "\(number)"
            columns.append("\(name)=" + (isText ? value : value.lowercased()))
        }
        return columns + (rest.isEmpty ? [] : ["rest"])
    }
}

extension VisaOracle {
    /// A message with values at random for a third of the fields that the package has, as our messages
    /// have them.
    public func message(from randomness: SeededRandomness) -> ISO8583Message {
        var maker = VisaValues(randomness: randomness)
        let types: [MessageType] = [
            .authorizationRequest, .reversalAdvice, .networkManagementRequest, .financialRequest,
        ]
        let isShort = maker.below(2) == 0
        var message = ISO8583Message(types[maker.below(types.count)])
        for (number, field) in fields.sorted(by: { $0.key < $1.key })
        where field.kind != "undefined" && maker.below(3) == 0 {
            if isShort, number > 64 { continue }
            message.fields[number] = maker.value(of: field, number, subfields[number] ?? [:])
        }
        return message
    }
}

/// Makes values.
private struct VisaValues {
    let randomness: SeededRandomness

    /// Fields of the package's texts and digits that have fewer values with us, after ISO 8583:1987.
    private static let narrower: [Int: String] = [
        17: "digits", 28: "signed", 29: "signed", 30: "signed", 31: "signed", 97: "signed",
        35: "track", 36: "track", 37: "letters", 38: "letters", 39: "letters", 91: "letters",
        92: "letters", 94: "letters", 95: "letters",
    ]

    mutating func below(_ bound: Int) -> Int { Int(randomness.number(below: UInt64(bound))) }

    mutating func value(
        of field: VisaOracle.Field,
        _ number: Int,
        _ subfields: [Int: VisaOracle.Field]
    ) -> [UInt8] {
        switch (field.kind, number) {
        case ("subfields", _): return self.subfields(subfields)
        case (_, 22): return characters("digits", 3)
        case (_, 55): return randomness.bytes(below(field.limit - 2))
        default:
            let count = field.isVariable ? below(field.limit + 1) : field.limit
            return value(Self.narrower[number] ?? field.kind, count)
        }
    }

    private mutating func value(_ kind: String, _ count: Int) -> [UInt8] {
        switch kind {
        case "bytes", "bits": randomness.bytes(count)
        case "datasets": datasets(count)
        case "hexadecimal": characters("digits", 2 * count)
        case "signed": characters("sign", 1) + characters("digits", count - 1)
        default: characters(kind, count)
        }
    }

    private mutating func characters(_ kind: String, _ count: Int) -> [UInt8] {
        let alphabet: [UInt8] =
            switch kind {
            case "digits": Array("0123456789".utf8)
            case "track": Array("0123456789:;<=>?".utf8)
            case "sign": Array("CD".utf8)
            case "letters": Array("0123456789 ABCXYZabcxyz".utf8)
            default: Array(0x20...0x7e)
            }
        return (0..<count).map { _ in alphabet[below(alphabet.count)] }
    }

    /// Data sets of tags, in the order in which the package writes them.
    private mutating func datasets(_ limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for identifier: UInt8 in [0x01, 0x56, 0x5d] where below(2) == 0 {
            var content: [UInt8] = []
            for tag: [UInt8] in [[0x01], [0x02], [0x5f, 0x2a], [0x82], [0x9f, 0x1e]]
            where below(2) == 0 {
                let value = randomness.bytes(below(140))
                let length = UInt8(value.count)
                content += tag + (length < 128 ? [length] : [0x81, length]) + value
            }
            guard bytes.count + 3 + content.count <= limit else { break }
            bytes += [identifier, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
        }
        return bytes
    }

    /// Sub-fields in the form of a field of text.
    private mutating func subfields(_ subfields: [Int: VisaOracle.Field]) -> [UInt8] {
        var bitmap = [UInt8](repeating: 0, count: subfields[0]?.limit ?? 0)
        var text = ""
        for (number, field) in subfields.sorted(by: { $0.key < $1.key })
        where number > 0 && field.kind != "undefined" && below(3) == 0 {
            bitmap[(number - 1) / 8] |= 0x80 >> UInt8((number - 1) % 8)
            let count = field.isVariable ? below(field.limit + 1) : field.limit
            if field.isVariable { text += (count < 10 ? "0" : "") + "\(count)" }
            let isText = ["digits", "text"].contains(field.kind)
            let bytes = isText ? value(field.kind, count) : randomness.bytes(count)
            text +=
                isText
                ? String(decoding: bytes, as: UTF8.self) : Hexadecimal.encode(bytes).uppercased()
        }
        return Array((Hexadecimal.encode(bitmap).uppercased() + text).utf8)
    }
}
