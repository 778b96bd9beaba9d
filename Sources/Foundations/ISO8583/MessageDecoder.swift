internal import Bytes

extension ISO8583Message {
    /// Reads a message, all of whose bytes these are.
    ///
    /// Digits in BCD, lengths and characters are read strictly. A secondary bitmap without fields is
    /// read, since some networks always send one; hexadecimal digits may be small. The work is bounded by
    /// the number of bytes.
    public init(_ bytes: [UInt8], in layout: MessageLayout) throws(ISO8583Failure) {
        var decoder = MessageDecoder(layout: layout, bytes: bytes)
        type = try decoder.type()
        let numbers = try decoder.fieldNumbers()
        fields = MessageFields()
        fields.reserve(fields: numbers.count, bytes: bytes.count)
        for number in numbers { try decoder.readField(number, to: &fields) }
        guard decoder.rest.isEmpty else { throw .trailingBytes(decoder.rest.count) }
    }
}

/// Reads the parts of a message, one after another.
private struct MessageDecoder {
    let layout: MessageLayout
    private(set) var rest: ArraySlice<UInt8>

    init(layout: MessageLayout, bytes: [UInt8]) {
        self.layout = layout
        rest = bytes[...]
    }

    mutating func type() throws(ISO8583Failure) -> MessageType {
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
    private mutating func readBitmap(
        after offset: Int,
        to numbers: inout [Int]
    ) throws(ISO8583Failure) {
        guard let encoded = take(layout.bitmaps == .raw ? 8 : 16) else { throw .truncated }
        guard let raw = raw(encoded, layout.bitmaps) else { throw .invalidBitmap }
        var bits = raw.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
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
        let isHexadecimal = format.content == .binary && layout.binaryFields == .hexadecimal
        let count: Int
        if case .fixed(let length) = format.length {
            count = length
        } else {
            let written = try length(format.lengthDigits, of: number)
            guard !isHexadecimal || written.isMultiple(of: 2) else {
                throw .invalidLength(field: number)
            }
            count = isHexadecimal ? written / 2 : written
            guard format.admits(count) else { throw .invalidLength(field: number) }
        }
        try readValue(count, of: format.content, in: number, to: &fields)
    }

    private mutating func length(_ count: Int, of number: Int) throws(ISO8583Failure) -> Int {
        guard let encoded = take(encodedCount(ofDigits: count)) else {
            throw .truncatedField(number)
        }
        guard let digits = digits(encoded, count: count) else {
            throw .invalidLength(field: number)
        }
        return Self.number(digits)
    }

    private mutating func readValue(
        _ count: Int,
        of content: FieldFormat.Content,
        in number: Int,
        to fields: inout MessageFields
    ) throws(ISO8583Failure) {
        switch content {
        case .numeric:
            guard let encoded = take(encodedCount(ofDigits: count)) else { break }
            guard let digits = digits(encoded, count: count) else {
                throw .invalidContent(field: number)
            }
            return fields.append(digits, as: number)
        case .signedAmount:
            guard let sign = take(1), let encoded = take(encodedCount(ofDigits: count - 1)) else {
                break
            }
            guard let digits = digits(encoded, count: count - 1), content.admits(sign) else {
                throw .invalidContent(field: number)
            }
            return fields.append(sign + digits, as: number)
        case .alphanumeric, .text, .track:
            guard let value = take(count) else { break }
            guard content.admits(value) else { throw .invalidContent(field: number) }
            return fields.append(value, as: number)
        case .binary:
            let encodedCount = layout.binaryFields == .raw ? count : 2 * count
            guard let encoded = take(encodedCount) else { break }
            guard let value = raw(encoded, layout.binaryFields) else {
                throw .invalidContent(field: number)
            }
            return fields.append(value, as: number)
        }
        throw .truncatedField(number)
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private func encodedCount(ofDigits count: Int) -> Int {
        layout.digits == .ascii ? count : (count + 1) / 2
    }

    /// Digits in ASCII; nil where they are none.
    private func digits(_ encoded: ArraySlice<UInt8>, count: Int) -> ArraySlice<UInt8>? {
        guard layout.digits == .bcd else {
            return encoded.allSatisfy { $0.isDigit } ? encoded : nil
        }
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * encoded.count)
        for byte in encoded {
            guard byte >> 4 <= 9, byte & 0x0f <= 9 else { return nil }
            digits.append(0x30 | byte >> 4)
            digits.append(0x30 | byte & 0x0f)
        }
        guard digits.count > count else { return digits[...] }
        return digits[0] == 0x30 ? digits.dropFirst() : nil
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
