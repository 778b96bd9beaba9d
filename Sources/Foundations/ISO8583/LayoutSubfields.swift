internal import Bytes

/// Sub-fields between two forms: that of ``BitmapSubfields`` in a field of text, which is the form of
/// ``MessageLayout/asciiHexadecimal``, and that of a layout in which the field is no text.
extension BitmapSubfields {
    /// The field of text that has the sub-fields of these bytes; nil where they are no sub-fields.
    func text(_ encoded: ArraySlice<UInt8>, in layout: MessageLayout) -> [UInt8]? {
        converted(encoded, from: layout, to: .asciiHexadecimal)
    }

    /// Writes the sub-fields of a field of text; false where it has none or others.
    func append(_ text: ArraySlice<UInt8>, to encoder: inout MessageEncoder) -> Bool {
        guard var bytes = converted(text, from: .asciiHexadecimal, to: encoder.layout) else {
            return false
        }
        encoder.bytes += bytes
        bytes.clear()
        return true
    }

    private func converted(
        _ bytes: ArraySlice<UInt8>,
        from source: MessageLayout,
        to target: MessageLayout
    ) -> [UInt8]? {
        var encoder = MessageEncoder(layout: target)
        // Enough for all of it: bytes that a larger array replaces would stay in memory.
        encoder.bytes.reserveCapacity(8 + 2 * bytes.count)
        do throws(ISO8583Failure) {
            let values = try values(bytes, in: source)
            var bitmap = [UInt8](repeating: 0, count: bitmapCount)
            for number in values.numbers {
                bitmap[(number - 1) / 8] |= 0x80 >> UInt8((number - 1) % 8)
            }
            encoder.append(bitmap[...], as: target.bitmaps)
            for (number, value) in values {
                guard let format = formats[number] else { return nil }
                try encoder.append(value, as: number, format)
            }
            return encoder.bytes
        } catch {
            encoder.bytes.clear()
            return nil
        }
    }

    private func values(
        _ bytes: ArraySlice<UInt8>,
        in layout: MessageLayout
    ) throws(ISO8583Failure) -> MessageFields {
        var decoder = MessageDecoder(layout: layout, bytes: bytes)
        var numbers: [Int] = []
        try decoder.readBitmap(after: 0, bytes: bitmapCount, to: &numbers)
        var values = MessageFields()
        values.reserve(fields: numbers.count, bytes: 2 * bytes.count)
        for number in numbers {
            guard let format = formats[number] else { throw .unknownField(number) }
            try decoder.readField(number, format, to: &values)
        }
        guard decoder.rest.isEmpty else { throw .trailingBytes(decoder.rest.count) }
        return values
    }
}
