internal import Bytes

extension ISO8583Message {
    /// Reads a message, all of whose bytes these are.
    ///
    /// Digits in BCD, lengths and characters are read strictly. A secondary bitmap without fields is
    /// read, since some networks always send one; hexadecimal digits may be small. The work is bounded by
    /// the number of bytes.
    public init(_ bytes: [UInt8], in layout: MessageLayout) throws(ISO8583Failure) {
        var decoder = MessageDecoder(layout: layout, bytes: bytes[...])
        self = try decoder.message()
        guard decoder.rest.isEmpty else { throw .trailingBytes(decoder.rest.count) }
    }
}

extension MessageType {
    /// The type that a message begins with; nil where that is none.
    public init?(beginning bytes: [UInt8], in layout: MessageLayout) {
        var decoder = MessageDecoder(layout: layout, bytes: bytes[...])
        guard let type = try? decoder.headersAndType() else { return nil }
        self = type
    }
}

/// Reads the parts of a message, one after another.
struct MessageDecoder {
    let layout: MessageLayout
    private(set) var rest: ArraySlice<UInt8>

    init(layout: MessageLayout, bytes: ArraySlice<UInt8>) {
        self.layout = layout
        rest = bytes
    }

    /// The message that the bytes begin with.
    mutating func message() throws(ISO8583Failure) -> ISO8583Message {
        var message = ISO8583Message(try headersAndType())
        let numbers = try fieldNumbers()
        message.fields.reserve(fields: numbers.count, bytes: rest.count)
        for number in numbers { try readField(number, to: &message.fields) }
        return message
    }

    mutating func headersAndType() throws(ISO8583Failure) -> MessageType {
        if layout.transport != nil {
            _ = try TransportHeader(rest)
            rest = rest.dropFirst(TransportHeader.count)
        }
        if layout.header != nil {
            let header = try VisaHeader(rest)
            if let code = header.rejectCode { throw .rejected(code: code) }
            rest = rest.dropFirst(VisaHeader.count)
        }
        return try type()
    }

    private mutating func type() throws(ISO8583Failure) -> MessageType {
        guard let encoded = take(encodedCount(ofDigits: 4)) else { throw .truncated }
        guard let digits = digits(encoded, count: 4),
            let type = MessageType(UInt16(Self.number(digits)))
        else { throw .invalidType }
        return type
    }

    mutating func fieldNumbers() throws(ISO8583Failure) -> [Int] {
        var numbers: [Int] = []
        numbers.reserveCapacity(32)
        try readBitmap(after: 0, to: &numbers)
        // Field 1 announces the second bitmap and is none.
        if numbers.first == 1 {
            numbers.removeFirst()
            try readBitmap(after: 64, to: &numbers)
        }
        return numbers
    }

    /// Adds the numbers of the bits that are set; the first bit is the number after `offset`.
    mutating func readBitmap(
        after offset: Int,
        bytes count: Int = 8,
        to numbers: inout [Int]
    ) throws(ISO8583Failure) {
        guard let encoded = take(layout.bitmaps == .raw ? count : 2 * count) else {
            throw .truncated
        }
        guard let raw = raw(encoded, layout.bitmaps) else { throw .invalidBitmap }
        var bits = raw.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } << UInt64(64 - 8 * count)
        while bits != 0 {
            let place = bits.leadingZeroBitCount
            numbers.append(offset + place + 1)
            bits &= ~(1 << UInt64(63 - place))
        }
    }

    mutating func readField(
        _ number: Int,
        to fields: inout MessageFields
    ) throws(ISO8583Failure) {
        guard let format = layout.format(of: number) else { throw .unknownField(number) }
        try readField(number, format, to: &fields)
    }

    mutating func readField(
        _ number: Int,
        _ format: FieldFormat,
        to fields: inout MessageFields
    ) throws(ISO8583Failure) {
        let isHexadecimal = format.content == .binary && layout.binaryFields == .hexadecimal
        let count: Int
        if case .fixed(let length) = format.length {
            count = length
        } else {
            let written = try length(of: format, number)
            guard !isHexadecimal || written.isMultiple(of: 2) else {
                throw .invalidLength(field: number)
            }
            count = isHexadecimal ? written / 2 : written
            guard format.admits(count) else { throw .invalidLength(field: number) }
        }
        guard let encoded = take(encodedCount(count, format)) else { throw .truncatedField(number) }
        guard append(encoded, count, format, number, to: &fields) else {
            throw .invalidContent(field: number)
        }
    }

    private mutating func length(
        of format: FieldFormat,
        _ number: Int
    ) throws(ISO8583Failure) -> Int {
        if layout.lengths == .binary {
            guard let encoded = take(format.lengthBytes) else { throw .truncatedField(number) }
            return encoded.reduce(0) { $0 << 8 | Int($1) }
        }
        let count = format.lengthDigits
        guard let encoded = take(encodedCount(ofDigits: count)) else {
            throw .truncatedField(number)
        }
        guard let digits = digits(encoded, count: count) else {
            throw .invalidLength(field: number)
        }
        return Self.number(digits)
    }
    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private func encodedCount(ofDigits count: Int) -> Int {
        layout.digits == .ascii ? count : (count + 1) / 2
    }

    private func encodedCount(_ count: Int, _ format: FieldFormat) -> Int {
        switch format.content {
        case .numeric: isPacked(format) ? (count + 1) / 2 : count
        case .alphanumeric, .text, .dataset, .subfields: count
        case .binary: layout.binaryFields == .raw ? count : 2 * count
        case .signedAmount: isPacked(format) ? 1 + count / 2 : count
        case .track: layout.tracks == .packed ? (count + 1) / 2 : count
        case .digitPairs: isPacked(format) ? count : 2 * count
        }
    }

    /// Whether digits of the field are in BCD.
    private func isPacked(_ format: FieldFormat) -> Bool {
        layout.digits == .bcd && format.digits != .characters
    }

    /// Digits in ASCII; nil where they are none.
    private func digits(_ encoded: ArraySlice<UInt8>, count: Int) -> ArraySlice<UInt8>? {
        guard layout.digits == .bcd else {
            return encoded.allSatisfy { $0.isDigit } ? encoded : nil
        }
        return Self.unpacked(encoded, count)?[...]
    }

    private func raw(
        _ encoded: ArraySlice<UInt8>,
        _ form: MessageLayout.Binary
    ) -> ArraySlice<UInt8>? {
        switch form {
        case .raw: encoded
        case .hexadecimal: try? Hexadecimal.decode(encoded.span)[...]
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

extension MessageDecoder {
    /// Adds the value that bytes stand for; false where they stand for none.
    private func append(
        _ encoded: ArraySlice<UInt8>,
        _ count: Int,
        _ format: FieldFormat,
        _ number: Int,
        to fields: inout MessageFields
    ) -> Bool {
        switch format.content {
        case .numeric where !isPacked(format), .signedAmount where !isPacked(format),
            .digitPairs where !isPacked(format), .track where layout.tracks == .characters,
            .alphanumeric, .text:
            return appendCharacters(encoded, format.content, number, to: &fields)
        case .numeric:
            let isZeroAfter = format.digits == .zeroAfter
            return add(Self.unpacked(encoded, count, zeroAfter: isZeroAfter), number, to: &fields)
        case .digitPairs: return add(Self.unpacked(encoded, 2 * count), number, to: &fields)
        case .track: return add(Self.unpacked(encoded, count, upTo: 15), number, to: &fields)
        case .signedAmount:
            guard let sign = characters(encoded.prefix(1)), format.content.admits(sign),
                let digits = Self.unpacked(encoded.dropFirst(), count - 1)
            else { return false }
            return add(sign + digits, number, to: &fields)
        case .binary:
            if layout.binaryFields == .hexadecimal {
                return add(try? Hexadecimal.decode(encoded.span), number, to: &fields)
            }
            fields.append(encoded, as: number)
        case .dataset(let identifier):
            let count = encoded.count - FieldFormat.datasetHeaderCount
            guard count >= 0, encoded.first == identifier,
                encoded.dropFirst().prefix(2).elementsEqual([UInt8(count >> 8), UInt8(count & 255)])
            else { return false }
            fields.append(encoded.suffix(count), as: number)
        case .subfields:
            return add(layout.subfields(of: number)?.text(encoded, in: layout), number, to: &fields)
        }
        return true
    }

    private func appendCharacters(
        _ encoded: ArraySlice<UInt8>,
        _ content: FieldFormat.Content,
        _ number: Int,
        to fields: inout MessageFields
    ) -> Bool {
        if layout.characters == .ascii {
            guard content.admits(encoded) else { return false }
            fields.append(encoded, as: number)
            return true
        }
        guard let characters = characters(encoded), content.admits(characters) else { return false }
        return add(characters, number, to: &fields)
    }

    /// Adds a value that was made of other bytes, and leaves no copy of it.
    private func add(
        _ value: consuming [UInt8]?,
        _ number: Int,
        to fields: inout MessageFields
    ) -> Bool {
        guard var value else { return false }
        fields.append(value, as: number)
        value.clear()
        return true
    }

    /// Characters in ASCII; nil where they are none.
    private func characters(_ encoded: ArraySlice<UInt8>) -> [UInt8]? {
        if layout.characters == .ascii { return Array(encoded) }
        var characters: [UInt8] = []
        characters.reserveCapacity(encoded.count)
        for code in encoded {
            guard let character = CodePage500.character(of: code) else { return nil }
            characters.append(character)
        }
        return characters
    }

    /// The characters from `0` on that have these four bits each; nil where a value is above the
    /// limit, or what fills an odd number up is not zero.
    private static func unpacked(
        _ encoded: ArraySlice<UInt8>,
        _ count: Int,
        upTo limit: UInt8 = 9,
        zeroAfter: Bool = false
    ) -> [UInt8]? {
        var first = encoded.startIndex * 2
        if !count.isMultiple(of: 2) {
            guard let byte = zeroAfter ? encoded.last : encoded.first,
                zeroAfter ? byte & 0x0f == 0 : byte >> 4 == 0
            else { return nil }
            first += zeroAfter ? 0 : 1
        }
        var characters: [UInt8] = []
        characters.reserveCapacity(count)
        for place in first..<(first + count) {
            let byte = encoded[place / 2]
            let value = place.isMultiple(of: 2) ? byte >> 4 : byte & 0x0f
            guard value <= limit else { return nil }
            characters.append(0x30 | value)
        }
        return characters
    }
}
