public import Payments
public import Storage
public import World

/// Reads the audit log from its beginning, a page at a time: however long it is, no more than a page is in
/// memory.
public struct AuditReader: Sendable {
    /// Which changes are read.
    public struct Filter: Hashable, Sendable {
        /// Only those of this payment: its identifier, `payment-` and 32 hexadecimal digits.
        public var payment: String?
        /// Only those at this time or later.
        public var since: UnixTime?

        /// All changes.
        public init() {}
    }

    private static let pageSize: Int64 = 500
    /// The place of the reference in the subject of the charge of a credential.
    private static let placeOfReference = "credential-".count + 32 + " for ".count + 1

    private let database: Database
    private let world: World

    /// A reader of a database that was opened with ``MerchantAPIServer/migrations``.
    public init(_ database: Database, world: World) {
        (self.database, self.world) = (database, world)
    }

    /// Passes the changes to a closure, in the order in which they were recorded.
    ///
    /// A request for a payment is recorded under the shop's reference, before the payment has an identifier; it
    /// is among the changes of each payment with that reference.
    ///
    /// - Returns: False where there is no payment of the filter's identifier.
    /// - Throws: ``Storage/StorageFailure``, or ``Payments/RecordFailure`` where the payment cannot be read.
    public func read(_ filter: Filter, _ take: (AuditLog.Entry) -> Void) async throws -> Bool {
        var reference: String?
        if let payment = filter.payment {
            reference = try await self.reference(of: payment)
            guard reference != nil else { return false }
        }
        var last: Int64 = 0
        while true {
            let after = last
            let rows = try await database.read { [reference] snapshot throws(StorageFailure) in
                try Self.rows(filter, reference, after: after, in: snapshot)
            }
            for row in rows { take(try Self.entry(row)) }
            guard let row = rows.last else { return true }
            last = try row.integer("number")
        }
    }

    /// The shop's reference of a payment; nil where there is no such payment.
    private func reference(of payment: String) async throws(RecordFailure) -> String? {
        guard let identifier = PaymentID(payment) else { return nil }
        let records = DeskRecords(database: database, world: world)
        return try await records.payment(identifier.attempt)?.attempt.merchantReference
    }

    private static func rows(
        _ filter: Filter,
        _ reference: String?,
        after number: Int64,
        in snapshot: borrowing Snapshot<StorageFailure>
    ) throws(StorageFailure) -> [Row] {
        let page: [StoredValue] = [
            .integer(number), .integer(filter.since?.seconds ?? .min), .integer(pageSize),
        ]
        guard let payment = filter.payment, let reference else {
            return try snapshot.rows(
                """
                SELECT a.number, a.at, a.caller, a.role, a.action, a.subject, k.name
                FROM audit_entry a LEFT JOIN api_key k ON k.identifier = a.caller
                WHERE a.number > $1 AND a.at >= $2 ORDER BY a.number LIMIT $3
                """,
                page
            )
        }
        return try snapshot.rows(
            """
            SELECT a.number, a.at, a.caller, a.role, a.action, a.subject, k.name
            FROM audit_entry a LEFT JOIN api_key k ON k.identifier = a.caller
            WHERE a.number > $1 AND a.at >= $2
                AND (a.subject = $4 OR (a.action = 'payment.ask' AND a.subject = $5)
                    OR (a.action = 'credential.charge' AND substr(a.subject, $6) = $5))
            ORDER BY a.number LIMIT $3
            """,
            page + [
                .text(payment), .text(reference), .integer(Int64(Self.placeOfReference)),
            ]
        )
    }

    private static func entry(_ row: Row) throws(StorageFailure) -> AuditLog.Entry {
        AuditLog.Entry(
            at: UnixTime(seconds: try row.integer("at")),
            caller: AuditLog.Caller(identifier: try row.text("caller"), role: try row.text("role")),
            callerName: try row.textIfPresent("name"),
            action: try row.text("action"),
            subject: try row.text("subject")
        )
    }
}
