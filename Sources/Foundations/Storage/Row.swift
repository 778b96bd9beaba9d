/// One row of a result; its values are found by column name.
public struct Row: Hashable, Sendable {
    private let columns: RowColumns
    private let values: [StoredValue]

    package init(columns: RowColumns, values: [StoredValue]) {
        self.columns = columns
        self.values = values
    }

    /// A column's whole number.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func integer(_ column: String) throws(StorageFailure) -> Int64 {
        guard let integer = try integerIfPresent(column) else {
            throw .columnMismatch(column: column, expected: .integer, found: .null)
        }
        return integer
    }

    /// A column's text.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func text(_ column: String) throws(StorageFailure) -> String {
        guard let text = try textIfPresent(column) else {
            throw .columnMismatch(column: column, expected: .text, found: .null)
        }
        return text
    }

    /// A column's bytes.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func bytes(_ column: String) throws(StorageFailure) -> [UInt8] {
        guard let bytes = try bytesIfPresent(column) else {
            throw .columnMismatch(column: column, expected: .bytes, found: .null)
        }
        return bytes
    }

    /// A column's whole number, or nil if it is null.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func integerIfPresent(_ column: String) throws(StorageFailure) -> Int64? {
        switch try value(column) {
        case .null: return nil
        case .integer(let integer): return integer
        case let other: throw .columnMismatch(column: column, expected: .integer, found: other.kind)
        }
    }

    /// A column's text, or nil if it is null.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func textIfPresent(_ column: String) throws(StorageFailure) -> String? {
        switch try value(column) {
        case .null: return nil
        case .text(let text): return text
        case let other: throw .columnMismatch(column: column, expected: .text, found: other.kind)
        }
    }

    /// A column's bytes, or nil if it is null.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func bytesIfPresent(_ column: String) throws(StorageFailure) -> [UInt8]? {
        switch try value(column) {
        case .null: return nil
        case .bytes(let bytes): return bytes
        case let other: throw .columnMismatch(column: column, expected: .bytes, found: other.kind)
        }
    }

    private func value(_ column: String) throws(StorageFailure) -> StoredValue {
        guard let place = columns.place(of: column) else { throw .columnMissing(column) }
        return values[place]
    }
}
