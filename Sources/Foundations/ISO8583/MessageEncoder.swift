internal import Bytes

extension ISO8583Message {
    /// The message as bytes.
    ///
    /// - Throws: ``ISO8583Failure`` where the layout has no such field, or a value is not as its
    ///   format demands; nothing is padded or cut.
    public func encoded(in layout: MessageLayout) throws(ISO8583Failure) -> [UInt8] {
        var encoder = MessageEncoder(layout: layout)
        // Enough for all of it: bytes that a larger array replaces would stay in memory.
        encoder.bytes.reserveCapacity(96 + 4 * fields.count + 2 * fields.byteCount)
        if let transport = layout.transport { encoder.bytes += transport.bytes }
        let start = encoder.bytes.count
        if layout.header != nil { encoder.bytes += repeatElement(0, count: VisaHeader.count) }
        encoder.appendNumber(Int(type.number), digits: 4)
        try encoder.appendBitmaps(of: fields.numbers)
        for (number, value) in fields { try encoder.append(value, as: number) }
        if let header = layout.header {
            let end = start + VisaHeader.count
            encoder.bytes.replaceSubrange(
                start..<end,
                with: try header.encoded(before: encoder.bytes.count - end)
            )
        }
        return encoder.bytes
    }
}

extension ISO8583Message {
    /// Checks what ``encoded(in:)`` checks, and writes nothing.
    ///
    /// - Throws: ``ISO8583Failure``.
    public func check(in layout: MessageLayout) throws(ISO8583Failure) {
        for (number, value) in fields {
            guard let format = layout.format(of: number) else { throw .unknownField(number) }
            try format.check(value, as: number)
            guard format.content == .subfields else { continue }
            var encoder = MessageEncoder(layout: layout)
            encoder.bytes.reserveCapacity(8 + 2 * value.count)
            defer { encoder.bytes.clear() }
            try encoder.append(value, as: number)
        }
    }
}

extension FieldFormat {
    fileprivate func check(
        _ value: ArraySlice<UInt8>,
        as number: Int
    ) throws(ISO8583Failure) {
        guard let length = length(of: value), content == .subfields || admits(length) else {
            throw .wrongLength(field: number)
        }
        guard content.admits(value) else { throw .invalidContent(field: number) }
    }
}

/// Writes the parts of a message.
struct MessageEncoder {
    let layout: MessageLayout
    var bytes: [UInt8] = []

    mutating func appendBitmaps(of numbers: [Int]) throws(ISO8583Failure) {
        let isLong = (numbers.last ?? 0) > 64
        var bitmap = [UInt8](repeating: 0, count: isLong ? 16 : 8)
        if isLong { bitmap[0] = 0x80 }
        for number in numbers {
            guard layout.format(of: number) != nil else { throw .unknownField(number) }
            bitmap[(number - 1) / 8] |= 0x80 >> UInt8((number - 1) % 8)
        }
        append(bitmap[...], as: layout.bitmaps)
    }

    mutating func append(
        _ value: ArraySlice<UInt8>,
        as number: Int
    ) throws(ISO8583Failure) {
        guard let format = layout.format(of: number) else { throw .unknownField(number) }
        try append(value, as: number, format)
    }

    mutating func append(
        _ value: ArraySlice<UInt8>,
        as number: Int,
        _ format: FieldFormat
    ) throws(ISO8583Failure) {
        try format.check(value, as: number)
        if format.content == .subfields { return try appendSubfields(value, as: number, format) }
        if format.lengthDigits > 0 { appendLength(of: value, format) }
        switch format.content {
        case .numeric, .digitPairs:
            if format.digits == .characters {
                append(characters: value)
            } else {
                appendDigits(value, zeroAfter: format.digits == .zeroAfter)
            }
        case .signedAmount:
            append(characters: value.prefix(1))
            if format.digits == .characters {
                append(characters: value.dropFirst())
            } else {
                appendDigits(value.dropFirst())
            }
        case .alphanumeric, .text: append(characters: value)
        case .track:
            if layout.tracks == .packed { appendPacked(value) } else { append(characters: value) }
        case .binary: append(value, as: layout.binaryFields)
        case .dataset(let identifier):
            bytes.append(identifier)
            bytes += [UInt8(value.count >> 8), UInt8(value.count & 255)]
            bytes += value
        case .subfields: break
        }
    }

    private mutating func appendLength(of value: ArraySlice<UInt8>, _ format: FieldFormat) {
        let length = format.length(of: value) ?? 0
        if layout.lengths == .binary {
            if format.lengthBytes == 2 { bytes.append(UInt8(length >> 8)) }
            return bytes.append(UInt8(length & 255))
        }
        let isDoubled = format.content == .binary && layout.binaryFields == .hexadecimal
        appendNumber(isDoubled ? 2 * length : length, digits: format.lengthDigits)
    }

    /// Appends what the layout makes of a field's sub-fields, after its length of one byte.
    private mutating func appendSubfields(
        _ value: ArraySlice<UInt8>,
        as number: Int,
        _ format: FieldFormat
    ) throws(ISO8583Failure) {
        let start = bytes.count
        bytes.append(0)
        guard let subfields = layout.subfields(of: number), subfields.append(value, to: &self)
        else {
            throw .invalidContent(field: number)
        }
        let length = bytes.count - start - 1
        guard length <= 255, format.admits(length) else { throw .wrongLength(field: number) }
        bytes[start] = UInt8(length)
    }

    /// Appends a number with zeros before it. Its digits are no more than these.
    mutating func appendNumber(_ number: Int, digits count: Int) {
        appendDigits(
            (1...count).lazy.map { place in
                let smaller = (place..<count).reduce(1) { power, _ in power * 10 }
                return 0x30 + UInt8(number / smaller % 10)
            }
        )
    }

    private mutating func appendDigits(_ digits: some Collection<UInt8>, zeroAfter: Bool = false) {
        switch layout.digits {
        case .ascii: bytes.append(contentsOf: digits)
        case .bcd: appendPacked(digits, zeroAfter: zeroAfter)
        }
    }

    /// Appends the characters from `0` to `?`, two in a byte; D is as `=`.
    private mutating func appendPacked(_ digits: some Collection<UInt8>, zeroAfter: Bool = false) {
        var high: UInt8? = digits.count.isMultiple(of: 2) || zeroAfter ? nil : 0
        for digit in digits {
            let value = digit == UInt8(ascii: "D") ? 0x0d : digit & 0x0f
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        if let last = high { bytes.append(last << 4) }
    }

    private mutating func append(characters: ArraySlice<UInt8>) {
        switch layout.characters {
        case .ascii: bytes.append(contentsOf: characters)
        case .ebcdic: for character in characters { bytes.append(CodePage500.code(of: character)) }
        }
    }

    mutating func append(_ raw: ArraySlice<UInt8>, as form: MessageLayout.Binary) {
        switch form {
        case .raw: bytes.append(contentsOf: raw)
        case .hexadecimal:
            for byte in raw {
                bytes.append(Hexadecimal.capitalDigit(byte >> 4))
                bytes.append(Hexadecimal.capitalDigit(byte & 0x0f))
            }
        }
    }
}
