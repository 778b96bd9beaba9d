internal import AppleServers
internal import Cryptography
internal import Storage
internal import Wallet

/// The counters of a device's accounts, in the database: a number is written before it is used.
struct DurableCounters: PaymentCounters {
    let database: Database
    /// The numbers of the cards, in the order in which the Secure Element has them.
    let cards: [Int64]

    func reserve(
        _ count: Int,
        of account: DeviceAccountID
    ) async throws(SecureElementFailure) -> Int {
        guard cards.indices.contains(account.number - 1) else { throw .unknownAccount }
        let card = cards[account.number - 1]
        let last: Int64?
        do throws(StorageFailure) {
            last = try await database.write { transaction throws(StorageFailure) in
                try transaction.row(
                    """
                    UPDATE device_card SET highest_counter = highest_counter + $1
                    WHERE number = $2 AND state = 'active' AND highest_counter + $1 <= 65535
                    RETURNING highest_counter
                    """,
                    [.integer(Int64(count)), .integer(card)]
                )?.integer("highest_counter")
            }
        } catch { throw .counterNotKept }
        guard let last else { throw await reason(of: card) }
        return Int(last) - count + 1
    }

    /// Why no number was reserved.
    private func reason(of card: Int64) async -> SecureElementFailure {
        do throws(StorageFailure) {
            let row = try await database.read { snapshot throws(StorageFailure) in
                try snapshot.row(
                    "SELECT number FROM device_card WHERE number = $1 AND state = 'active'",
                    [.integer(card)]
                )
            }
            return row == nil ? .unknownAccount : .counterUsedUp
        } catch { return .counterNotKept }
    }
}
