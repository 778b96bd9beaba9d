internal import Bytes

extension ISO8583Message {
    /// The message as bytes.
    ///
    /// - Throws: ``ISO8583Failure`` where the layout has no such field, or a value is not as its
    ///   format demands; nothing is padded or cut.
    public func encoded(in layout: MessageLayout) throws(ISO8583Failure) -> [UInt8] {
        var encoder = MessageEncoder(layout: layout)
        // Enough for all of it: bytes that a larger array replaces would stay in memory.
        encoder.bytes.reserveCapacity(64 + 4 * fields.count + 2 * fields.byteCount)
        encoder.appendNumber(Int(type.number), digits: 4)
        try encoder.appendBitmaps(of: fields.numbers)
        for (number, value) in fields { try encoder.append(value, as: number) }
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
        }
    }
}

extension FieldFormat {
    fileprivate func check(
        _ value: ArraySlice<UInt8>,
        as number: Int
    ) throws(ISO8583Failure) {
        guard admits(value.count) else { throw .wrongLength(field: number) }
        guard content.admits(value) else { throw .invalidContent(field: number) }
    }
}

/// Writes the parts of a message.
private struct MessageEncoder {
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
        try format.check(value, as: number)
        if format.lengthDigits > 0 {
            let isDoubled = format.content == .binary && layout.binaryFields == .hexadecimal
            appendNumber(
                isDoubled ? value.count * 2 : value.count,
                digits: format.lengthDigits
            )
        }
        switch format.content {
        case .numeric: appendDigits(value)
        case .signedAmount:
            bytes.append(contentsOf: value.prefix(1))
            appendDigits(value.dropFirst())
        case .alphanumeric, .text, .track: bytes.append(contentsOf: value)
        case .binary: append(value, as: layout.binaryFields)
        }
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

    private mutating func appendDigits(_ digits: some Collection<UInt8>) {
        switch layout.digits {
        case .ascii: bytes.append(contentsOf: digits)
        case .bcd:
            var high: UInt8? = digits.count.isMultiple(of: 2) ? nil : 0
            for digit in digits {
                if let first = high {
                    bytes.append(first << 4 | digit & 0x0f)
                    high = nil
                } else {
                    high = digit & 0x0f
                }
            }
        }
    }

    private mutating func append(_ raw: ArraySlice<UInt8>, as form: MessageLayout.Binary) {
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
