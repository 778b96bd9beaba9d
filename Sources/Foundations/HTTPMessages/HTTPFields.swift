/// The value of a header field. It holds no line break and no other control character but the tab,
/// so it cannot end its line or begin another field.
///
/// A byte above 127 is kept as the character of ISO 8859-1 with that number, so that no byte is lost.
///
/// - Source: RFC 9110 § 5.5.
public struct HTTPFieldValue: Hashable, Sendable {
    /// The text, without spaces and tabs at its ends.
    public let text: String

    /// A value; nil where the text has a control character, a character above U+00FF, or a space or
    /// a tab at an end.
    public init?(_ text: String) {
        let isValid = text.unicodeScalars.allSatisfy { scalar in
            scalar.value < 0x100 && HTTPCharacters.isFieldValue(UInt8(scalar.value))
        }
        guard isValid, text.utf8.first.map(HTTPCharacters.isBlank) != true,
            text.utf8.last.map(HTTPCharacters.isBlank) != true
        else { return nil }
        self.text = text
    }

    /// The type of JSON texts.
    public static let json: HTTPFieldValue = "application/json"

    /// A number in decimal digits.
    public init(_ number: Int) { text = String(number) }

    /// The value of a line, whose bytes were checked.
    init(valid bytes: ArraySlice<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            text = String(decoding: bytes, as: UTF8.self)
        } else {
            var scalars = String.UnicodeScalarView()
            for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
            text = String(scalars)
        }
    }

    /// Adds the bytes on the wire.
    func write(to bytes: inout [UInt8]) {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            bytes += text.utf8
        } else {
            bytes += text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        }
    }
}

extension HTTPFieldValue: ExpressibleByStringLiteral {
    /// A value that is written in the program.
    ///
    /// - Precondition: it is a field value.
    public init(stringLiteral text: StaticString) {
        guard let value = HTTPFieldValue(text.description) else {
            preconditionFailure("'\(text)' is not a field value")
        }
        self = value
    }
}

extension HTTPFieldValue: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

/// One line of a header.
public struct HTTPField: Hashable, Sendable {
    /// The name.
    public let name: HTTPFieldName
    /// The value.
    public let value: HTTPFieldValue

    /// A field.
    public init(_ name: HTTPFieldName, _ value: HTTPFieldValue) {
        self.name = name
        self.value = value
    }
}

/// The fields of a header, in order. A name may occur several times.
///
/// - Source: RFC 9110 § 5.
public struct HTTPFields: Hashable, Sendable {
    /// The fields, in order.
    public private(set) var all: [HTTPField] = []

    /// No fields.
    public init() {}

    /// The first value of a name. Setting replaces every field of the name; nil removes them.
    public subscript(_ name: HTTPFieldName) -> HTTPFieldValue? {
        get { all.first { $0.name == name }?.value }
        set {
            guard let first = all.firstIndex(where: { $0.name == name }) else {
                if let newValue { all.append(HTTPField(name, newValue)) }
                return
            }
            let rest = all[first...].filter { $0.name != name }
            all.removeSubrange(first...)
            if let newValue { all.append(HTTPField(name, newValue)) }
            all += rest
        }
    }

    /// Reserves memory for fields.
    mutating func reserveCapacity(_ count: Int) { all.reserveCapacity(count) }

    /// Adds a field after the others.
    public mutating func append(_ name: HTTPFieldName, _ value: HTTPFieldValue) {
        all.append(HTTPField(name, value))
    }

    /// How many fields have a name.
    func count(of name: HTTPFieldName) -> Int { all.count { $0.name == name } }

    /// The values of every field of a name, in order.
    public func values(of name: HTTPFieldName) -> [HTTPFieldValue] {
        all.compactMap { $0.name == name ? $0.value : nil }
    }

    /// The elements of a comma-separated list, from every field of a name, without empty ones.
    ///
    /// - Source: RFC 9110 § 5.6.1. Commas inside quoted strings are not looked at, so this is for lists
    ///   of tokens.
    public func tokens(of name: HTTPFieldName) -> [String] {
        values(of: name)
            .flatMap { value in
                value.text.utf8.split(separator: UInt8(ascii: ","))
                    .map { HTTPCharacters.trimmed(ArraySlice($0)) }
                    .filter { !$0.isEmpty }
                    .map { String(decoding: $0, as: UTF8.self) }
            }
    }

    /// Whether a list of tokens has an element, in any case.
    func hasToken(_ token: String, in name: HTTPFieldName) -> Bool {
        tokens(of: name).contains { HTTPCharacters.areEqualIgnoringCase($0, token) }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Fields in the order in which they are written.
    public init(dictionaryLiteral elements: (HTTPFieldName, HTTPFieldValue)...) {
        all = elements.map(HTTPField.init)
    }
}
