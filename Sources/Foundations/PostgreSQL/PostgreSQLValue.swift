/// A value that is sent or received, always in binary format. There is no binary floating point:
/// money is an integer of minor units.
///
/// - Source: PostgreSQL, *Data Types*: `bigint`, `text`, `bytea`.
public enum PostgreSQLValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number, as `bigint`; smaller integers and booleans are read as one too.
    case integer(Int64)
    /// Text in UTF-8, as `text`. The server refuses NUL in it.
    case text(String)
    /// Bytes, as `bytea`.
    case bytes([UInt8])
}

/// The result of a statement.
public struct PostgreSQLAnswer: Hashable, Sendable {
    /// The rows, for a query.
    public let rows: [PostgreSQLRow]
    /// How many rows were added, changed, removed or returned.
    public let affectedRows: Int
    /// The server's command tag, such as `COMMIT`.
    let command: String

    /// The only row, or nil.
    ///
    /// - Throws: ``PostgreSQLFailure/severalRows`` where there is more than one.
    public func row() throws(PostgreSQLFailure) -> PostgreSQLRow? {
        guard rows.count <= 1 else { throw .severalRows }
        return rows.first
    }
}

/// One row of a result; its values are found by column name.
public struct PostgreSQLRow: Hashable, Sendable {
    private let columns: [String]
    private let values: [PostgreSQLValue]

    init(columns: [String], values: [PostgreSQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// A column's value.
    ///
    /// - Throws: ``PostgreSQLFailure/columnMissing(_:)``.
    public func value(_ column: String) throws(PostgreSQLFailure) -> PostgreSQLValue {
        guard let index = columns.firstIndex(of: column) else { throw .columnMissing(column) }
        return values[index]
    }

    /// A column's whole number.
    ///
    /// - Throws: ``PostgreSQLFailure`` where the column is missing or holds something else.
    public func integer(_ column: String) throws(PostgreSQLFailure) -> Int64 {
        guard case .integer(let integer) = try value(column) else { throw .columnMismatch(column) }
        return integer
    }

    /// A column's text.
    ///
    /// - Throws: ``PostgreSQLFailure`` where the column is missing or holds something else.
    public func text(_ column: String) throws(PostgreSQLFailure) -> String {
        guard case .text(let text) = try value(column) else { throw .columnMismatch(column) }
        return text
    }

    /// A column's bytes.
    ///
    /// - Throws: ``PostgreSQLFailure`` where the column is missing or holds something else.
    public func bytes(_ column: String) throws(PostgreSQLFailure) -> [UInt8] {
        guard case .bytes(let bytes) = try value(column) else { throw .columnMismatch(column) }
        return bytes
    }
}
