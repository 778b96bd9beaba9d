/// A value in the database. There is no binary floating point: money is an integer of minor units.
///
/// - Source: SQLite, *Datatypes In SQLite*, the storage classes without REAL.
public enum StoredValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// Text in UTF-8.
    case text(String)
    /// Bytes.
    case bytes([UInt8])

    /// A number, or null where there is none.
    public init(_ integer: Int64?) {
        self = integer.map(StoredValue.integer) ?? .null
    }

    /// Text, or null where there is none.
    public init(_ text: String?) {
        self = text.map(StoredValue.text) ?? .null
    }

    /// Bytes, or null where there are none.
    public init(_ bytes: [UInt8]?) {
        self = bytes.map(StoredValue.bytes) ?? .null
    }

    /// Whether a database takes a text, which must not hold U+0000. PostgreSQL cannot store it, so SQLite is
    /// not given it either.
    ///
    /// - Source: PostgreSQL, *Character Types*.
    public static func takes(_ text: String) -> Bool { !text.utf8.contains(0) }

    /// The kind of this value.
    public var kind: Kind {
        switch self {
        case .null: .null
        case .integer: .integer
        case .text: .text
        case .bytes: .bytes
        }
    }

    /// The kinds of values.
    public enum Kind: String, Hashable, Sendable {
        /// No value.
        case null
        /// A whole number.
        case integer
        /// Text in UTF-8.
        case text
        /// Bytes.
        case bytes
    }
}
