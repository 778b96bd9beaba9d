internal import CSQLite

/// A prepared statement of SQLite; it lives as long as its connection.
@safe
struct PreparedStatement {
    private let pointer: OpaquePointer
    /// SQLite's numbers of the parameters `$1`, `$2` and so on: it numbers names as they occur.
    private let parameters: [Int32]
    private let columns: RowColumns
    /// Whether it can change the database.
    let isReadOnly: Bool

    enum Binding {
        case bound
        case wrongCount(expected: Int, given: Int)
        case refused(code: Int32)
    }

    /// A statement; nil if its parameters are not `$1`, `$2` and so on.
    init?(_ pointer: OpaquePointer) {
        let count = unsafe sqlite3_bind_parameter_count(pointer)
        parameters = (0..<count).map { number in
            unsafe "$\(number + 1)".withCString { unsafe sqlite3_bind_parameter_index(pointer, $0) }
        }
        guard !parameters.contains(0) else { return nil }
        columns = RowColumns(
            (0..<(unsafe sqlite3_column_count(pointer))).map { index in
                unsafe sqlite3_column_name(pointer, index).map { unsafe String(cString: $0) } ?? ""
            }
        )
        isReadOnly = unsafe sqlite3_stmt_readonly(pointer) != 0
        unsafe self.pointer = pointer
    }

    func finalize() {
        unsafe sqlite3_finalize(pointer)
    }

    /// Also clears the bound values, so that they do not stay in memory.
    func reset() {
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
    }

    func step() -> Int32 {
        unsafe sqlite3_step(pointer)
    }

    /// Binds values, whose bytes must stay until ``reset()``.
    func bind(_ values: [StoredValue], in bound: BoundBytes) -> Binding {
        guard values.count == parameters.count else {
            return .wrongCount(expected: parameters.count, given: values.count)
        }
        bound.reserve(for: values)
        for (parameter, value) in zip(parameters, values) {
            let code = bind(value, at: parameter, in: bound)
            guard code == SQLITE_OK else { return .refused(code: code) }
        }
        return .bound
    }

    private func bind(_ value: StoredValue, at index: Int32, in bound: BoundBytes) -> Int32 {
        switch value {
        case .null: return unsafe sqlite3_bind_null(pointer, index)
        case .integer(let integer): return unsafe sqlite3_bind_int64(pointer, index, integer)
        case .text(let text):
            guard let count = Int32(exactly: text.utf8.count) else { return SQLITE_TOOBIG }
            guard let start = unsafe bound.add(text.utf8Span.span) else { return SQLITE_NOMEM }
            return unsafe quince_sqlite3_bind_text(pointer, index, start, count)
        case .bytes(let bytes):
            guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
            guard let start = unsafe bound.add(bytes.span) else { return SQLITE_NOMEM }
            return unsafe quince_sqlite3_bind_blob(pointer, index, start, count)
        }
    }

    func row() throws(StorageFailure) -> Row {
        // A statement that is prepared again after a change of the schema may have other columns.
        guard Int(unsafe sqlite3_column_count(pointer)) == columns.count else {
            throw .transactionLost
        }
        var values: [StoredValue] = []
        values.reserveCapacity(columns.count)
        for place in 0..<columns.count {
            guard let value = value(at: Int32(place)) else {
                throw .columnUnreadable(columns[place])
            }
            values.append(value)
        }
        return Row(columns: columns, values: values)
    }

    private func value(at index: Int32) -> StoredValue? {
        switch unsafe sqlite3_column_type(pointer, index) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(pointer, index))
        case SQLITE_TEXT:
            let text = columnBytes(at: index) { try? String(copying: UTF8Span(validating: $0)) }
            return text.map(StoredValue.text)
        case SQLITE_BLOB:
            return .bytes(columnBytes(at: index) { unsafe $0.withUnsafeBytes { unsafe Array($0) } })
        default: return nil
        }
    }

    /// Passes the bytes of a column to a closure, without a copy.
    private func columnBytes<Result>(at index: Int32, _ body: (Span<UInt8>) -> Result) -> Result {
        let start = unsafe sqlite3_column_blob(pointer, index)
        let count = Int(unsafe sqlite3_column_bytes(pointer, index))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        return body(unsafe Span(_unsafeBytes: bytes))
    }
}
