internal import Bytes

/// The sub-fields of a field that begins with a bitmap of its own, and their formats.
///
/// In a field of text the bitmap and binary sub-fields are written as capital hexadecimal digits.
///
/// - Source: the form of Visa's fields 62, 63 and 126, as starkbank-iso8583 has it; hexadecimal
///   digits in place of bytes are our choice for layouts in which these fields are text.
public struct BitmapSubfields: Hashable, Sendable {
    /// The bytes of the bitmap.
    public let bitmapCount: Int
    /// The formats by number, of fixed lengths; the content `.binary` counts bytes.
    public let formats: [Int: FieldFormat]

    /// Sub-fields of fixed lengths.
    public init(bitmapCount: Int, formats: [Int: FieldFormat]) {
        self.bitmapCount = bitmapCount
        self.formats = formats
    }

    /// Reads a field.
    ///
    /// - Returns: The values by number: characters in ASCII, or bytes where the format is binary.
    /// - Throws: ``SubfieldFailure``.
    public func decode(_ value: some Collection<UInt8>) throws(SubfieldFailure) -> [Int: [UInt8]] {
        var reader = SubfieldReader(value)
        guard let bitmap = try? Hexadecimal.decode(Array(try reader.take(2 * bitmapCount)).span)
        else { throw value.count < 2 * bitmapCount ? .truncated : .invalidNumber }
        var values: [Int: [UInt8]] = [:]
        for number in 1...(8 * bitmapCount)
        where bitmap[(number - 1) / 8] & 0x80 >> UInt8((number - 1) % 8) != 0 {
            guard let format = formats[number] else { throw .invalidNumber }
            let isBinary = format.content == .binary
            let encoded = Array(try reader.take(isBinary ? 2 * length(format) : length(format)))
            let value = isBinary ? try? Hexadecimal.decode(encoded.span) : encoded
            guard let value, format.content.admits(value) else { throw .invalidContent(number) }
            values[number] = value
        }
        guard reader.isAtEnd else { throw .trailingCharacters }
        return values
    }

    /// The field as characters.
    ///
    /// - Throws: ``SubfieldFailure``.
    public func encode(_ values: [Int: [UInt8]]) throws(SubfieldFailure) -> [UInt8] {
        var encoded: [UInt8] = []
        for (number, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let format = formats[number], (1...(8 * bitmapCount)).contains(number) else {
                throw .invalidNumber
            }
            guard value.count == length(format) else { throw .invalidLength }
            guard format.content.admits(value) else { throw .invalidContent(number) }
            encoded += format.content == .binary ? Self.hexadecimal(value) : value
        }
        return bitmap(of: values.keys) + encoded
    }

    /// The characters with which a field begins that has these sub-fields.
    public func bitmap(of numbers: some Sequence<Int>) -> [UInt8] {
        var bitmap = [UInt8](repeating: 0, count: bitmapCount)
        for number in numbers { bitmap[(number - 1) / 8] |= 0x80 >> UInt8((number - 1) % 8) }
        return Self.hexadecimal(bitmap)
    }

    private func length(_ format: FieldFormat) -> Int {
        switch format.length {
        case .fixed(let count), .upTo99(let count), .upTo999(let count), .upTo9999(let count): count
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
        Array(Hexadecimal.encode(bytes).uppercased().utf8)
    }
}
