internal import CPostgreSQL
internal import Storage

/// The values of a statement in the form of the protocol: types, bytes, lengths and formats.
struct StatementParameters {
    /// The object identifiers of built-in types.
    ///
    /// - Source: PostgreSQL, `pg_type.dat`.
    enum TypeNumber {
        static let boolean: Oid = 16
        static let bytes: Oid = 17
        static let integer8: Oid = 20
        static let integer2: Oid = 21
        static let integer4: Oid = 23
        static let text: Oid = 25
        static let name: Oid = 19
        static let varyingText: Oid = 1043
        static let void: Oid = 2278
    }

    /// The type of each value; zero for null, whose type the server infers.
    private(set) var types: [Oid] = []
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []
    // One byte more than the values have, so that an empty value has a valid pointer too.
    private var bytes: [UInt8] = [0]

    init(_ values: [StoredValue]) throws(StorageFailure) {
        for value in values {
            switch value {
            case .null: try append(nil, of: 0)
            case .integer(let integer):
                let shifts = stride(from: 56, through: 0, by: -8)
                let number = shifts.map { UInt8(truncatingIfNeeded: integer >> Int64($0)) }
                try append(number, of: TypeNumber.integer8)
            case .text(let text): try append(Array(text.utf8), of: TypeNumber.text)
            case .bytes(let bytes): try append(bytes, of: TypeNumber.bytes)
            }
        }
    }

    private mutating func append(
        _ value: [UInt8]?,
        of type: Oid
    ) throws(StorageFailure) {
        guard let length = Int32(exactly: value?.count ?? 0) else { throw .tooBig }
        types.append(type)
        offsets.append(value.map { _ in bytes.count })
        lengths.append(length)
        bytes += value ?? []
    }

    /// Sends a statement with these values, and asks for an answer in binary.
    func send(_ text: String, over handle: OpaquePointer) -> Bool {
        unsafe withValues { count, values, formats in
            unsafe PQsendQueryParams(handle, text, count, types, values, lengths, formats, 1) == 1
        }
    }

    /// Sends the values of a statement that is prepared, and asks for an answer in binary.
    func send(toPrepared name: String, over handle: OpaquePointer) -> Bool {
        unsafe withValues { count, values, formats in
            unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
        }
    }

    private func withValues(
        _ body: (Int32, [UnsafePointer<CChar>?], [Int32]) -> Bool
    ) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
            let pointers = unsafe offsets.map { offset in
                unsafe offset.flatMap { offset in unsafe start.map { unsafe $0 + offset } }
            }
            let formats = [Int32](repeating: 1, count: lengths.count)
            return unsafe body(Int32(lengths.count), pointers, formats)
        }
    }
}
