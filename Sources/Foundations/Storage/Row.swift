/// One row of a result; its values are found by column name.
public struct Row: Hashable, Sendable {
    private let columns: [String]
    private let values: [StoredValue]

    package init(columns: [String], values: [StoredValue]) {
        self.columns = columns
        self.values = values
    }

    /// A column's whole number.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func integer(_ column: String) throws(StorageFailure) -> Int64 {
        let value = try value(column)
        guard case .integer(let integer) = value else {
            throw .columnMismatch(column: column, expected: .integer, found: value.kind)
        }
        return integer
    }

    /// A column's text.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func text(_ column: String) throws(StorageFailure) -> String {
        let value = try value(column)
        guard case .text(let text) = value else {
            throw .columnMismatch(column: column, expected: .text, found: value.kind)
        }
        return text
    }

    /// A column's bytes.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func bytes(_ column: String) throws(StorageFailure) -> [UInt8] {
        let value = try value(column)
        guard case .bytes(let bytes) = value else {
            throw .columnMismatch(column: column, expected: .bytes, found: value.kind)
        }
        return bytes
    }

    /// A column's whole number, or nil if it is null.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func integerIfPresent(_ column: String) throws(StorageFailure) -> Int64? {
        try value(column) == .null ? nil : try integer(column)
    }

    /// A column's text, or nil if it is null.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func textIfPresent(_ column: String) throws(StorageFailure) -> String? {
        try value(column) == .null ? nil : try text(column)
    }

    /// A column's bytes, or nil if it is null.
    ///
    /// - Throws: ``StorageFailure`` where the column is missing or holds something else.
    public func bytesIfPresent(_ column: String) throws(StorageFailure) -> [UInt8]? {
        try value(column) == .null ? nil : try bytes(column)
    }

    private func value(_ column: String) throws(StorageFailure) -> StoredValue {
        guard let index = columns.firstIndex(of: column) else { throw .columnMissing(column) }
        return values[index]
    }
}
