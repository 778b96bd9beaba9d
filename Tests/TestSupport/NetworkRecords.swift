package import CardNetwork
package import Storage

/// The records of a network, for the tests that check them.
extension CardNetwork {
    /// The sums of all postings, by account and currency.
    package func balanceSheet() async throws(StorageFailure) -> [String: [String: Int64]] {
        try await database.read { snapshot throws(StorageFailure) in
            var sheet: [String: [String: Int64]] = [:]
            for row in try snapshot.rows(
                """
                SELECT account, currency, SUM(amount) AS balance FROM posting
                GROUP BY account, currency
                """
            ) {
                sheet[try row.text("account"), default: [:]][try row.text("currency")] =
                    try row.integer("balance")
            }
            return sheet
        }
    }

    /// The kinds of the journal entries after one that do not add up to zero in every currency. The number
    /// becomes that of the last entry.
    package func unbalancedEntries(
        after entry: inout Int64
    ) async throws(StorageFailure) -> [String] {
        let checked = entry
        let found = try await database.read { snapshot throws(StorageFailure) in
            var (kinds, last): ([String], Int64) = ([], checked)
            for row in try snapshot.rows(
                """
                SELECT entry, kind, SUM(amount) AS sum FROM posting WHERE entry > $1
                GROUP BY entry, currency ORDER BY entry
                """,
                [.integer(checked)]
            ) {
                last = try row.integer("entry")
                if try row.integer("sum") != 0 { kinds.append(try row.text("kind")) }
            }
            return (kinds: kinds, last: last)
        }
        entry = found.last
        return found.kinds
    }

    /// Every payment, in the order of the authorizations.
    package func payments() async throws(StorageFailure) -> [NetworkPayment] {
        try await database.read { snapshot throws(StorageFailure) in
            let rows = try snapshot.rows("SELECT * FROM network_payment ORDER BY number")
            return try rows.map { (row) throws(StorageFailure) in try NetworkPayment(row) }
        }
    }
}
