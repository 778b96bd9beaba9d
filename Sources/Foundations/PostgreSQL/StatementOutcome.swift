internal import CPostgreSQL

/// The result of a statement.
enum StatementOutcome {
    case answered(PostgreSQLAnswer)
    /// A column has a type that is not supported.
    case unreadable(column: String)
    /// The statement starts a transfer, such as COPY, which is not supported.
    case unsupported
    /// Refused, or nil if it is not known whether it was done.
    case refused(PostgreSQLFailure?)

    init(_ result: OpaquePointer) {
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: self = unsafe Self.answer(in: result)
        case PGRES_FATAL_ERROR: self = .refused(unsafe Self.failure(in: result))
        default: self = .unsupported
        }
    }

    /// Only the severity ERROR means that the statement was undone: a session can also be ended after
    /// a commit and before its answer.
    private static func failure(in result: OpaquePointer) -> PostgreSQLFailure? {
        let severity = unsafe quince_pq_severity(result).map { unsafe String(cString: $0) }
        let code = unsafe quince_pq_sqlstate(result).map { unsafe String(cString: $0) }
        guard severity == "ERROR", let state = code.flatMap({ SQLState($0) }) else { return nil }
        switch state.code {
        case "40001", "40P01": return .serialization(state)
        case "57014": return .timedOut
        case "25P02": return .transactionLost
        case "23505":
            let name = unsafe quince_pq_constraint(result).map { unsafe String(cString: $0) }
            return .uniquenessViolated(constraint: name ?? "")
        default: return .statementRefused(state)
        }
    }

    private static func answer(in result: OpaquePointer) -> StatementOutcome {
        let width = unsafe PQnfields(result)
        let columns = (0..<width).map { column in
            unsafe PQfname(result, column).map { unsafe String(cString: $0) } ?? ""
        }
        var rows: [PostgreSQLRow] = []
        for row in 0..<(unsafe PQntuples(result)) {
            var values: [PostgreSQLValue] = []
            for column in 0..<width {
                guard let value = unsafe value(in: result, row, column) else {
                    return .unreadable(column: columns[Int(column)])
                }
                values.append(value)
            }
            rows.append(PostgreSQLRow(columns: columns, values: values))
        }
        let affected = unsafe PQcmdTuples(result).map { unsafe String(cString: $0) } ?? ""
        let command = unsafe PQcmdStatus(result).map { unsafe String(cString: $0) } ?? ""
        return .answered(
            PostgreSQLAnswer(rows: rows, affectedRows: Int(affected) ?? 0, command: command)
        )
    }

    private static func value(
        in result: OpaquePointer,
        _ row: Int32,
        _ column: Int32
    ) -> PostgreSQLValue? {
        if unsafe PQgetisnull(result, row, column) == 1 { return .null }
        let start = unsafe PQgetvalue(result, row, column)
        let count = Int(unsafe PQgetlength(result, row, column))
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
        switch unsafe PQftype(result, column) {
        case StatementParameters.TypeNumber.integer8, StatementParameters.TypeNumber.integer4,
            StatementParameters.TypeNumber.integer2, StatementParameters.TypeNumber.boolean:
            return integer(bytes).map(PostgreSQLValue.integer)
        case StatementParameters.TypeNumber.text, StatementParameters.TypeNumber.varyingText,
            StatementParameters.TypeNumber.name:
            return String(validating: bytes, as: UTF8.self).map(PostgreSQLValue.text)
        case StatementParameters.TypeNumber.bytes: return .bytes(bytes)
        // The type `void`.
        case 2278: return .null
        default: return nil
        }
    }

    private static func integer(_ bytes: [UInt8]) -> Int64? {
        guard let first = bytes.first, bytes.count <= 8 else { return nil }
        let start: Int64 = bytes.count > 1 && first & 0x80 != 0 ? -1 : 0
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }
}
