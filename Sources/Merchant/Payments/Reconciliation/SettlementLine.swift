internal import World

/// One line of a settlement file, divided into its parts.
package struct SettlementLine {
    private var parts: ArraySlice<String>
    private let count: Int

    /// Divides a line. Quotation marks stand around a part only if it has a comma or a quotation mark.
    ///
    /// - Source: RFC 4180, section 2.
    init(_ bytes: ArraySlice<UInt8>) throws(SettlementFileFailure.Cause) {
        guard bytes.count <= SettlementFile.lineByteLimit else {
            throw .lineTooLong(limit: SettlementFile.lineByteLimit)
        }
        guard bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .notPrintable }
        parts = try Self.parts(of: bytes)[...]
        count = parts.count
    }

    /// The parts of a line, where perhaps quotation marks stand around parts that need none.
    package static func parts(
        of bytes: ArraySlice<UInt8>,
        needless: Bool = false
    ) throws(SettlementFileFailure.Cause) -> [String] {
        var found: [String] = []
        var rest = bytes
        while true {
            found.append(try Self.part(from: &rest, needless))
            guard rest.popFirst() != nil else { return found }
        }
    }

    /// Takes a part; what remains is empty or begins with a comma.
    private static func part(
        from rest: inout ArraySlice<UInt8>,
        _ needless: Bool
    ) throws(SettlementFileFailure.Cause) -> String {
        let (comma, mark) = (UInt8(ascii: ","), UInt8(ascii: "\""))
        guard rest.first == mark else {
            let part = rest.prefix { $0 != comma }
            guard !part.contains(mark) else { throw .quotation }
            rest = rest.dropFirst(part.count)
            return String(decoding: part, as: UTF8.self)
        }
        rest.removeFirst()
        var part: [UInt8] = []
        while true {
            guard let next = rest.popFirst() else { throw .quotation }
            if next == mark {
                guard rest.first == mark else { break }
                rest.removeFirst()
            }
            part.append(next)
        }
        guard rest.isEmpty || rest.first == comma,
            needless || part.contains(comma) || part.contains(mark)
        else { throw .quotation }
        return String(decoding: part, as: UTF8.self)
    }

    /// The first part.
    mutating func kind() -> String { parts.popFirst() ?? "" }

    /// Checks the number of parts after the first.
    func require(_ expected: Int) throws(SettlementFileFailure.Cause) {
        guard count == expected + 1 else {
            throw .partCount(expected: expected + 1, found: count)
        }
    }

    /// The next part, as it is.
    mutating func text() -> String { parts.popFirst() ?? "" }

    /// A whole number as Swift writes it: without a plus sign and without zeros before it.
    mutating func integer(
        _ part: SettlementFileFailure.Part
    ) throws(SettlementFileFailure.Cause) -> Int64 {
        let text = text()
        guard let value = Int64(text), String(value) == text else { throw .part(part) }
        return value
    }

    mutating func time() throws(SettlementFileFailure.Cause) -> UnixTime {
        let text = text()
        guard let time = UnixTime(iso8601: text), time.iso8601 == text else { throw .part(.time) }
        return time
    }

    /// Three digits.
    mutating func currency() throws(SettlementFileFailure.Cause) -> String {
        try characters(.currency, 3...3) { Self.isDigit($0) }
    }

    /// One to fifteen characters that neither begin nor end with a space.
    mutating func name(
        _ part: SettlementFileFailure.Part,
        limit: Int
    ) throws(SettlementFileFailure.Cause) -> String {
        let text = try characters(part, 1...limit) { _ in true }
        guard text.utf8.first != 0x20, text.utf8.last != 0x20 else { throw .part(part) }
        return text
    }

    /// Letters and digits.
    mutating func code(
        _ part: SettlementFileFailure.Part,
        count: Int
    ) throws(SettlementFileFailure.Cause) -> String {
        try characters(part, count...count) {
            Self.isDigit($0) || (0x41...0x5a).contains($0 & 0xdf)
        }
    }

    mutating func trace() throws(SettlementFileFailure.Cause) -> String {
        let text = try characters(.trace, 6...6) { Self.isDigit($0) }
        guard text != "000000" else { throw .part(.trace) }
        return text
    }

    private mutating func characters(
        _ part: SettlementFileFailure.Part,
        _ count: ClosedRange<Int>,
        _ isAllowed: (UInt8) -> Bool
    ) throws(SettlementFileFailure.Cause) -> String {
        let text = text()
        guard count.contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else {
            throw .part(part)
        }
        return text
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
