/// Reads a text into nodes. One pass; no recursion deeper than ``JSONDocument/depthLimit``.
struct JSONParser {
    private(set) var nodes: [JSONNode] = []
    private var position = 0

    init(length: Int) {
        nodes.reserveCapacity(min(64, length))
    }

    mutating func parseDocument(_ bytes: Span<UInt8>) throws(JSONFailure) {
        if let encoding = JSONText.foreignEncoding(of: bytes) { throw encoding }
        skipWhiteSpace(bytes)
        guard position < bytes.count else { throw .empty }
        try parseValue(bytes, depth: 0)
        skipWhiteSpace(bytes)
        guard position == bytes.count else { throw .trailingBytes(offset: position) }
    }

    private mutating func parseValue(_ bytes: Span<UInt8>, depth: Int) throws(JSONFailure) {
        switch try peek(bytes) {
        case UInt8(ascii: "{"): try parseObject(bytes, depth: depth + 1)
        case UInt8(ascii: "["): try parseArray(bytes, depth: depth + 1)
        case UInt8(ascii: "\""): try parseString(bytes)
        case UInt8(ascii: "t"): try parseWord("true", .yes, bytes)
        case UInt8(ascii: "f"): try parseWord("false", .no, bytes)
        case UInt8(ascii: "n"): try parseWord("null", .null, bytes)
        default: try parseNumber(bytes)
        }
    }

    private mutating func parseObject(_ bytes: Span<UInt8>, depth: Int) throws(JSONFailure) {
        let object = try open(.object, depth: depth)
        var names = JSONNameSet()
        skipWhiteSpace(bytes)
        if try peek(bytes) != UInt8(ascii: "}") {
            while true {
                guard try peek(bytes) == UInt8(ascii: "\"") else {
                    throw .unexpectedByte(offset: position)
                }
                let name = nodes.count
                try parseString(bytes)
                guard try names.insert(name, of: nodes, in: bytes) else {
                    throw .duplicateName(offset: nodes[name].start - 1)
                }
                skipWhiteSpace(bytes)
                try expect(UInt8(ascii: ":"), bytes)
                skipWhiteSpace(bytes)
                try parseValue(bytes, depth: depth)
                guard try parseComma(before: UInt8(ascii: "}"), bytes) else { break }
            }
        }
        try expect(UInt8(ascii: "}"), bytes)
        close(object)
    }

    private mutating func parseArray(_ bytes: Span<UInt8>, depth: Int) throws(JSONFailure) {
        let array = try open(.array, depth: depth)
        skipWhiteSpace(bytes)
        if try peek(bytes) != UInt8(ascii: "]") {
            while true {
                try parseValue(bytes, depth: depth)
                guard try parseComma(before: UInt8(ascii: "]"), bytes) else { break }
            }
        }
        try expect(UInt8(ascii: "]"), bytes)
        close(array)
    }

    /// True after a comma, false at the closing bracket.
    private mutating func parseComma(
        before closing: UInt8,
        _ bytes: Span<UInt8>
    ) throws(JSONFailure) -> Bool {
        skipWhiteSpace(bytes)
        if try peek(bytes) == closing { return false }
        try expect(UInt8(ascii: ","), bytes)
        skipWhiteSpace(bytes)
        return true
    }

    private mutating func parseString(_ bytes: Span<UInt8>) throws(JSONFailure) {
        position += 1
        let start = position
        var escaped = false
        while true {
            guard position < bytes.count else { throw .unexpectedEnd }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                nodes.append(
                    JSONNode(
                        kind: escaped ? .escapedString : .string,
                        start: start,
                        end: position,
                        next: nodes.count + 1
                    )
                )
                position += 1
                return
            case UInt8(ascii: "\\"):
                escaped = true
                guard let length = JSONText.escape(in: bytes, at: position)?.length else {
                    throw JSONText.isEscapeCutOff(in: bytes, at: position)
                        ? .unexpectedEnd : .invalidEscape(offset: position)
                }
                position += length
            case 0x20...0x7f: skipPlainText(bytes)
            case 0x80...0xff:
                guard let length = JSONText.utf8Length(in: bytes, at: position) else {
                    throw JSONText.isUTF8CutOff(in: bytes, at: position)
                        ? .unexpectedEnd : .notUTF8(offset: position)
                }
                position += length
            default:
                // A file that breaks off in a string often has the line's end that an editor adds.
                let start = position
                skipWhiteSpace(bytes)
                throw position == bytes.count ? .unexpectedEnd : .controlCharacter(offset: start)
            }
        }
    }

    /// Goes to the next byte of a string that has a meaning of its own.
    private mutating func skipPlainText(_ bytes: Span<UInt8>) {
        // A token is one long string; comparing by hand is three times as fast as with a range.
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        var end = position + 1
        while end < bytes.count {
            let byte = bytes[end]
            if byte < 0x20 || byte > 0x7f || byte == quote || byte == backslash { break }
            end += 1
        }
        position = end
    }

    private mutating func parseNumber(_ bytes: Span<UInt8>) throws(JSONFailure) {
        let start = position
        if try peek(bytes) == UInt8(ascii: "-") { position += 1 }
        if try peek(bytes) == UInt8(ascii: "0") {
            position += 1
        } else {
            try parseDigits(bytes)
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try parseDigits(bytes)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            let sign = try peek(bytes)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            try parseDigits(bytes)
        }
        append(.number, from: start)
    }

    private mutating func parseDigits(_ bytes: Span<UInt8>) throws(JSONFailure) {
        guard (0x30...0x39).contains(try peek(bytes)) else {
            throw .unexpectedByte(offset: position)
        }
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    }

    private mutating func parseWord(
        _ word: StaticString,
        _ kind: JSONNode.Kind,
        _ bytes: Span<UInt8>
    ) throws(JSONFailure) {
        let start = position
        for character in word.description.utf8 { try expect(character, bytes) }
        append(kind, from: start)
    }

    private mutating func append(_ kind: JSONNode.Kind, from start: Int) {
        nodes.append(JSONNode(kind: kind, start: start, end: position, next: nodes.count + 1))
    }

    private mutating func open(_ kind: JSONNode.Kind, depth: Int) throws(JSONFailure) -> Int {
        guard depth <= JSONDocument.depthLimit else {
            throw .tooDeep(limit: JSONDocument.depthLimit)
        }
        position += 1
        append(kind, from: position - 1)
        return nodes.count - 1
    }

    private mutating func close(_ index: Int) {
        nodes[index].end = position
        nodes[index].next = nodes.count
    }

    private func peek(_ bytes: Span<UInt8>) throws(JSONFailure) -> UInt8 {
        guard position < bytes.count else { throw .unexpectedEnd }
        return bytes[position]
    }

    private mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(JSONFailure) {
        guard try peek(bytes) == byte else { throw .unexpectedByte(offset: position) }
        position += 1
    }

    private mutating func skipWhiteSpace(_ bytes: Span<UInt8>) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0a, 0x0d, 0x09: position += 1
            default: return
            }
        }
    }
}
