/// Sub-fields that follow one another, each after its number and its length, in digits.
///
/// - Source: the form of Mastercard's field 48 (two digits each) and field 104 (three digits each), as
///   starkbank-iso8583 and public documentation have it.
public struct TaggedSubfields: Hashable, Sendable {
    /// How sub-fields are announced.
    public struct Form: Hashable, Sendable {
        /// How many digits the number has.
        public let numberDigits: Int
        /// How many digits the length has.
        public let lengthDigits: Int

        /// Two digits for the number and two for the length.
        public static let twoAndTwo = Form(numberDigits: 2, lengthDigits: 2)
        /// Three digits for the number and three for the length.
        public static let threeAndThree = Form(numberDigits: 3, lengthDigits: 3)
    }

    /// The values by number, as characters in ASCII.
    public var values: [Int: [UInt8]]

    /// Sub-fields.
    public init(_ values: [Int: [UInt8]] = [:]) { self.values = values }

    /// Reads a field, or the part of it that has sub-fields.
    ///
    /// - Throws: ``SubfieldFailure``.
    public init(
        _ value: some Collection<UInt8>,
        in form: Form
    ) throws(SubfieldFailure) {
        values = [:]
        var reader = SubfieldReader(value)
        while !reader.isAtEnd {
            guard let number = try reader.number(digits: form.numberDigits) else {
                throw .invalidNumber
            }
            guard let length = try reader.number(digits: form.lengthDigits) else {
                throw .invalidLength
            }
            let value = try reader.take(length)
            guard FieldFormat.Content.text.admits(value) else { throw .invalidContent(number) }
            guard values.updateValue(Array(value), forKey: number) == nil else {
                throw .duplicate(number)
            }
        }
    }

    /// The sub-fields as characters, in the order of their numbers.
    ///
    /// - Throws: ``SubfieldFailure``.
    public func encoded(in form: Form) throws(SubfieldFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let digits = Self.digits(number, form.numberDigits) else { throw .invalidNumber }
            guard let length = Self.digits(value.count, form.lengthDigits) else {
                throw .invalidLength
            }
            guard FieldFormat.Content.text.admits(value) else { throw .invalidContent(number) }
            bytes += digits + length + value
        }
        return bytes
    }

    private static func digits(_ number: Int, _ count: Int) -> [UInt8]? {
        let digits = Array("\(number)".utf8)
        guard number >= 0, digits.count <= count else { return nil }
        return [UInt8](repeating: 0x30, count: count - digits.count) + digits
    }
}

/// Takes characters from the start of a field's value.
struct SubfieldReader {
    private var rest: ArraySlice<UInt8>

    init(_ value: some Collection<UInt8>) { rest = Array(value)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ count: Int) throws(SubfieldFailure) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number; nil where its characters are not digits.
    mutating func number(digits: Int) throws(SubfieldFailure) -> Int? {
        let value = try take(digits)
        guard value.allSatisfy(\.isDigit) else { return nil }
        return value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
