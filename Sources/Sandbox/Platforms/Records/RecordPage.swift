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
        let identifiers: [String]
        let hasMore: Bool
    }
}

/// The kinds of records that a list has.
struct RecordList: OptionSet, Sendable {
    let rawValue: Int

    static let payments = RecordList(rawValue: 1)
    static let authorizations = RecordList(rawValue: 2)
    static let captures = RecordList(rawValue: 4)
    static let refunds = RecordList(rawValue: 8)
    static let events = RecordList(rawValue: 16)
    static let endpoints = RecordList(rawValue: 32)

    /// The kinds in the words of the view `platform_record`.
    fileprivate var words: String {
        let all: [(RecordList, String)] = [
            (.payments, "payment"), (.authorizations, "authorize"), (.captures, "capture"),
            (.refunds, "refund"), (.events, "event"), (.endpoints, "endpoint"),
        ]
        return all.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    /// A page of a list; nil where a cursor names no record.
    func page(
        _ page: RecordPage,
        of list: RecordList,
        _ platform: Platform
    ) throws(PlatformFailure) -> RecordPage.Found? {
        var bounds: [Int64] = [0, .max]
        for (place, cursor) in [page.before, page.after].enumerated() {
            guard let cursor else { continue }
            let number = try one(
                "SELECT number FROM platform_record WHERE identifier = $1",
                [.text(cursor)]
            ) { row throws(StorageFailure) in try row.integer("number") }
            guard let number else { return nil }
            bounds[place] = number
        }
        let found = try all(
            """
            SELECT identifier FROM platform_record
            WHERE instr($1, list) > 0 AND platform = $2 AND number > $3 AND number < $4
                AND created_at BETWEEN $5 AND $6 AND ($7 IS NULL OR filter = $7)
            ORDER BY number * $8 LIMIT $9
            """,
            [
                .text(list.words), .text(platform.rawValue), .integer(bounds[0]),
                .integer(bounds[1]), .integer(page.createdFrom), .integer(page.createdTo),
                StoredValue(page.filter), .integer(page.before == nil ? -1 : 1),
                .integer(page.limit + 1),
            ]
        ) { row throws(StorageFailure) in try row.text("identifier") }
        let some = Array(found.prefix(Int(page.limit)))
        return RecordPage.Found(
            identifiers: page.before == nil ? some : some.reversed(),
            hasMore: found.count > some.count
        )
    }
}
