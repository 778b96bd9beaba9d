internal import CPostgreSQL
internal import Storage

/// The server's answer to one statement.
enum StatementOutcome {
    case answered(StatementResult)
    /// The statement was undone, and the session goes on.
    case refused(ServerError)
    /// A column has a type or a value that is not supported.
    case unreadable(column: String)
    /// The statement starts a transfer, such as COPY, which is not supported.
    case unsupported
    /// It is not known whether the statement was done.
    case lost

    init(_ result: OpaquePointer) {
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: self = unsafe Self.answer(in: result)
        case PGRES_FATAL_ERROR:
            self = unsafe ServerError(result).map(StatementOutcome.refused) ?? .lost
        default: self = .unsupported
        }
    }

    private static func answer(in result: OpaquePointer) -> StatementOutcome {
        let width = unsafe PQnfields(result)
        let columns = RowColumns(
            (0..<width).map { column in
                unsafe PQfname(result, column).map { unsafe String(cString: $0) } ?? ""
            }
        )
        var rows: [Row] = []
        for row in 0..<(unsafe PQntuples(result)) {
            var values: [StoredValue] = []
            for column in 0..<width {
                guard let value = unsafe value(in: result, row, column) else {
                    return .unreadable(column: columns[Int(column)])
                }
                values.append(value)
            }
            rows.append(Row(columns: columns, values: values))
        }
        let changed = unsafe PQcmdTuples(result).map { unsafe String(cString: $0) } ?? ""
        return .answered(StatementResult(rows: rows, changedRows: Int(changed) ?? 0))
    }

    private static func value(
        in result: OpaquePointer,
        _ row: Int32,
        _ column: Int32
    ) -> StoredValue? {
        if unsafe PQgetisnull(result, row, column) == 1 { return .null }
        let start = unsafe PQgetvalue(result, row, column)
        let count = Int(unsafe PQgetlength(result, row, column))
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
        switch unsafe PQftype(result, column) {
        case StatementParameters.TypeNumber.integer8, StatementParameters.TypeNumber.integer4,
            StatementParameters.TypeNumber.integer2, StatementParameters.TypeNumber.boolean:
            return integer(bytes).map { StoredValue($0) }
        case StatementParameters.TypeNumber.text, StatementParameters.TypeNumber.varyingText,
            StatementParameters.TypeNumber.name:
            return String(validating: bytes, as: UTF8.self).map { StoredValue($0) }
        case StatementParameters.TypeNumber.bytes: return .bytes(bytes)
        case StatementParameters.TypeNumber.void: return .null
        default: return nil
        }
    }

    private static func integer(_ bytes: [UInt8]) -> Int64? {
        guard let first = bytes.first, bytes.count <= 8 else { return nil }
        let start: Int64 = bytes.count > 1 && first & 0x80 != 0 ? -1 : 0
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }
}

/// The server's answer to one message of several statements without parameters.
enum ControlOutcome {
    /// All were done. The last is named by the first word of its command tag, such as `COMMIT`; the
    /// value is the first of the last result with rows, as text.
    case done(last: String, lastValue: String?)
    /// One was undone, and the following ones were skipped. The session goes on.
    case refused(ServerError)
    /// It is not known which were done.
    case lost
}
