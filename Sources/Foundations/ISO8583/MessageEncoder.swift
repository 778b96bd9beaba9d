internal import Bytes

extension ISO8583Message {
    /// The message as bytes.
    ///
    /// - Throws: ``ISO8583Failure`` where the layout has no such field, or a value is not as its
    ///   format demands; nothing is padded or cut.
    public func encoded(in layout: MessageLayout) throws(ISO8583Failure) -> [UInt8] {
        let numbers = fields.keys.sorted()
        var encoder = MessageEncoder(layout: layout)
        encoder.appendDigits(type.description.utf8)
        try encoder.appendBitmaps(of: numbers)
        for number in numbers {
            if let value = fields[number] { try encoder.append(value, as: number) }
        }
        return encoder.bytes
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
            guard layout.fields[number] != nil, (1...128).contains(number) else {
                throw .unknownField(number)
            }
            bitmap[(number - 1) / 8] |= 0x80 >> UInt8((number - 1) % 8)
        }
        append(bitmap, as: layout.bitmaps)
    }

    mutating func append(_ value: [UInt8], as number: Int) throws(ISO8583Failure) {
        guard let format = layout.fields[number] else { throw .unknownField(number) }
        guard format.admits(value.count) else { throw .wrongLength(field: number) }
        guard format.content.admits(value) else { throw .invalidContent(field: number) }
        if format.lengthDigits > 0 {
            let isDoubled = format.content == .binary && layout.binaryFields == .hexadecimal
            let length = String(isDoubled ? value.count * 2 : value.count)
            let zeros = String(repeating: "0", count: format.lengthDigits - length.utf8.count)
            appendDigits((zeros + length).utf8)
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

    mutating func appendDigits(_ digits: some Collection<UInt8>) {
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

    private mutating func append(_ raw: [UInt8], as form: MessageLayout.Binary) {
        switch form {
        case .raw: bytes.append(contentsOf: raw)
        case .hexadecimal: bytes.append(contentsOf: Hexadecimal.encode(raw).uppercased().utf8)
        }
    }
}
