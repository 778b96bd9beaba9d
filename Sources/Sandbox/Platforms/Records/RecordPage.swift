internal import Storage
internal import World

/// The question for one page of a list, the newest first.
struct RecordPage: Sendable {
    var limit: Int64 = 10
    /// The record after which the page begins, which is older.
    var after: String?
    /// The record before which the page ends, which is newer.
    var before: String?
    var createdFrom: Int64 = 0
    var createdTo: Int64 = .max
    /// Only the records of this payment; of events, only those of this type.
    var filter: String?

    /// The identifiers of a page, and whether there are more in its direction.
    struct Found: Sendable {
        var identifiers: [String]
        let hasMore: Bool
    }
}

/// The lists.
enum RecordList: Sendable {
    case payments
    case operations(Set<PlatformOperation.Kind>)
    case events
    case endpoints
}

extension Queryable where Self: ~Copyable {
    /// A page of a list; nil where a cursor names no record.
    func page(
        _ page: RecordPage,
        of list: RecordList,
        _ platform: Platform
    ) throws(PlatformFailure) -> RecordPage.Found? {
        var (low, high): (Int64, Int64) = (0, .max)
        if let after = page.after {
            guard let number = try number(after, list) else { return nil }
            high = number
        }
        if let before = page.before {
            guard let number = try number(before, list) else { return nil }
            low = number
        }
        let values: [StoredValue] = [
            .text(platform.rawValue), .integer(low), .integer(high), .integer(page.createdFrom),
            .integer(page.createdTo), StoredValue(page.filter),
            .integer(page.before == nil ? -1 : 1), .integer(page.limit + 1),
        ]
        var identifiers = try identifiers(list, values)
        let hasMore = identifiers.count > page.limit
        identifiers = Array(identifiers.prefix(Int(page.limit)))
        if page.before != nil { identifiers.reverse() }
        return RecordPage.Found(identifiers: identifiers, hasMore: hasMore)
    }

    private func number(
        _ identifier: String,
        _ list: RecordList
    ) throws(PlatformFailure) -> Int64? {
        let query: StaticString =
            switch list {
            case .payments: "SELECT number FROM platform_payment WHERE identifier = $1"
            case .operations: "SELECT number FROM platform_operation WHERE identifier = $1"
            case .events: "SELECT number FROM platform_event WHERE identifier = $1"
            case .endpoints: "SELECT number FROM platform_endpoint WHERE identifier = $1"
            }
        return try one(query, [.text(identifier)]) { row throws(StorageFailure) in
            try row.integer("number")
        }
    }

    private func identifiers(
        _ list: RecordList,
        _ values: [StoredValue]
    ) throws(PlatformFailure) -> [String] {
        func read(_ row: Row) throws(StorageFailure) -> String { try row.text("identifier") }
        return switch list {
        case .payments:
            try all(
                """
                SELECT identifier FROM platform_payment
                WHERE platform = $1 AND number > $2 AND number < $3
                    AND created_at BETWEEN $4 AND $5 AND ($6 IS NULL OR identifier = $6)
                ORDER BY number * $7 LIMIT $8
                """,
                values,
                read
            )
        case .operations(let kinds):
            try all(
                """
                SELECT identifier FROM platform_operation
                WHERE platform = $1 AND number > $2 AND number < $3
                    AND created_at BETWEEN $4 AND $5 AND ($6 IS NULL OR payment = $6)
                    AND instr($9, kind) > 0
                    AND (state = 'succeeded' OR state = 'declined' AND kind = 'authorize')
                ORDER BY number * $7 LIMIT $8
                """,
                values + [.text(kinds.map(\.rawValue).joined(separator: " "))],
                read
            )
        case .events:
            try all(
                """
                SELECT identifier FROM platform_event
                WHERE platform = $1 AND number > $2 AND number < $3
                    AND created_at BETWEEN $4 AND $5 AND ($6 IS NULL OR type = $6)
                ORDER BY number * $7 LIMIT $8
                """,
                values,
                read
            )
        case .endpoints:
            try all(
                """
                SELECT identifier FROM platform_endpoint
                WHERE platform = $1 AND number > $2 AND number < $3
                    AND created_at BETWEEN $4 AND $5 AND ($6 IS NULL OR url = $6)
                ORDER BY number * $7 LIMIT $8
                """,
                values,
                read
            )
        }
    }
}
