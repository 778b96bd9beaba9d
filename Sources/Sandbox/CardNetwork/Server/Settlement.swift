public import Storage
internal import World

/// The end of a day: what merchants are paid, and what for.
public struct Settlement: Hashable, Sendable {
    /// The number, from 1.
    public let number: Int64
    /// The lines of the file (Documentation/SimulatedCardNetwork.md).
    ///
    /// - Source: RFC 4180 for commas and quotation marks.
    public let lines: [String]

    /// A settlement with the lines of a file.
    package init(number: Int64, lines: [String]) { (self.number, self.lines) = (number, lines) }

    /// The file.
    public var text: String { lines.joined(separator: "\n") + "\n" }

    /// A line of parts.
    package static func line(_ parts: String...) -> String { line(parts) }

    /// A line of parts.
    package static func line(_ parts: [String]) -> String {
        parts.map { part in
            guard part.contains(where: { ",\"\n".contains($0) }) else { return part }
            return "\""
                + part.split(separator: "\"", omittingEmptySubsequences: false)
                .joined(separator: "\"\"") + "\""
        }
        .joined(separator: ",")
    }
}

/// A capture or a refund of a merchant in a settlement, by fields 37 and 11 of its message.
package struct SettledMessage: Hashable, Sendable {
    /// Field 37.
    package let reference: String
    /// Field 11.
    package let trace: String

    /// A message by its fields.
    package init(reference: String, trace: String) {
        (self.reference, self.trace) = (reference, trace)
    }
}

extension CardNetwork {
    /// Settles: merchants are paid what was captured since the last time, less refunds and fees, and
    /// issuers pay it.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func settle() async throws(StorageFailure) -> Settlement {
        let now = clock.now
        return try await database.write { [network] transaction throws(StorageFailure) in
            var balances: [(LedgerAccount, currency: String, Int64)] = []
            for row in try transaction.rows(
                """
                SELECT account, currency, SUM(amount) AS balance FROM posting
                WHERE entry > (SELECT COALESCE(MAX(last_entry), 0) FROM settlement)
                    AND (account = 'fees' OR account LIKE 'merchant:%' OR account LIKE 'payable:%')
                GROUP BY account, currency HAVING SUM(amount) <> 0 ORDER BY currency, account
                """
            ) {
                guard let account = LedgerAccount(settled: try row.text("account")) else {
                    continue
                }
                balances.append((account, try row.text("currency"), try row.integer("balance")))
            }
            let last = try transaction.row(
                "SELECT COALESCE(MAX(number), 0) AS number FROM settlement"
            )
            let number = (try last?.integer("number") ?? 0) + 1
            try transaction.execute(
                "UPDATE clearing SET settlement = $1 WHERE settlement IS NULL",
                [.integer(number)]
            )
            let entry = network.settlement(balances)
            try transaction.insert(entry.postings.isEmpty ? [] : [entry])
            let settlement = try transaction.settlement(number, at: now, balances)
            try transaction.execute(
                """
                INSERT INTO settlement (number, settled_at, file, last_entry)
                VALUES ($1, $2, $3, (SELECT COALESCE(MAX(entry), 0) FROM posting))
                """,
                [.integer(number), .integer(now.seconds), .text(settlement.text)]
            )
            return settlement
        }
    }

    /// An earlier settlement; nil if there is none with the number.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func settlement(_ number: Int64) async throws(StorageFailure) -> Settlement? {
        try await database.read { snapshot throws(StorageFailure) in
            let row = try snapshot.row(
                "SELECT file FROM settlement WHERE number = $1",
                [.integer(number)]
            )
            guard let text = try row?.text("file") else { return nil }
            let lines = text.split(separator: "\n").map(String.init)
            return Settlement(number: number, lines: lines)
        }
    }

    /// A merchant's captures and refunds in a settlement, in the order of its file.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    package func settledMessages(
        of merchant: String,
        in number: Int64
    ) async throws(StorageFailure) -> [SettledMessage] {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.all(
                """
                SELECT reference, trace FROM clearing WHERE settlement = $1 AND merchant = $2
                ORDER BY number
                """,
                [.integer(number), .text(merchant)]
            ) { row throws(StorageFailure) in
                SettledMessage(reference: try row.text("reference"), trace: try row.text("trace"))
            }
        }
    }
}

extension Queryable where Self: ~Copyable {
    fileprivate func settlement(
        _ number: Int64,
        at time: UnixTime,
        _ balances: [(LedgerAccount, currency: String, Int64)]
    ) throws(Failure) -> Settlement {
        var lines = [Settlement.line("settlement", "1", "\(number)", time.iso8601)]
        lines += try all(
            """
            SELECT kind, merchant, reference, authorization_code, trace, currency, amount, fee
            FROM clearing WHERE settlement = $1 ORDER BY number
            """,
            [.integer(number)]
        ) { row throws(StorageFailure) in
            Settlement.line(
                try row.text("kind"),
                try row.text("currency"),
                try row.text("merchant"),
                try row.text("reference"),
                try row.text("authorization_code"),
                try row.text("trace"),
                "\(try row.integer("amount"))",
                "\(try row.integer("fee"))"
            )
        }
        for (account, currency, balance) in balances {
            switch account {
            case .merchant(let merchant):
                lines.append(Settlement.line("merchant", currency, merchant, "\(balance)"))
            case .payable(let issuer):
                lines.append(Settlement.line("issuer", currency, issuer, "\(balance)"))
            case .fees: lines.append(Settlement.line("fees", currency, "\(balance)"))
            default: break
            }
        }
        lines.append(Settlement.line("end", "\(lines.count + 1)"))
        return Settlement(number: number, lines: lines)
    }
}
