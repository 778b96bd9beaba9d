internal import Payments
internal import Storage
internal import World

/// The devices that follow orders, in the database.
struct WalletRecords: Sendable {
    /// The pause before a device that has registered is told of the order. Units: seconds.
    private static let pauseSeconds: Int64 = 5
    /// How many devices may follow one order. A shopper has a few, and knows what registers more.
    private static let deviceLimit: Int64 = 50

    let database: Database

    /// Registers a device for an order, with a new push token where it is registered.
    ///
    /// A new registration counts as a change: the device fetched the order before, and an order that changed between
    /// would stay as it was on the device. It takes the place of the oldest where there are ``deviceLimit``.
    ///
    /// - Returns: Whether it was not registered.
    func register(
        _ device: String,
        for order: OrderID,
        pushToken: String,
        at now: UnixTime
    ) async throws(StorageFailure) -> Bool {
        try await database.write { transaction throws(StorageFailure) in
            let known = try transaction.execute(
                "UPDATE wallet_registration SET push_token = $3 WHERE device = $1 AND shop_order = $2",
                [.text(device), .text(order.text), .text(pushToken)]
            )
            guard known == 0 else { return false }
            try transaction.execute(
                """
                DELETE FROM wallet_registration WHERE shop_order = $1 AND device = (
                    SELECT device FROM wallet_registration WHERE shop_order = $1
                    ORDER BY changed DESC, device LIMIT 1 OFFSET $2)
                """,
                [.text(order.text), .integer(Self.deviceLimit - 1)]
            )
            try transaction.execute(
                """
                INSERT INTO wallet_registration (device, shop_order, push_token, changed, due_at, tries)
                VALUES ($1, $2, $3, $4, $5, 0)
                """,
                [
                    .text(device), .text(order.text), .text(pushToken),
                    .integer(try transaction.nextWalletChange(at: now)),
                    .integer(now.seconds + Self.pauseSeconds),
                ]
            )
            return true
        }
    }

    /// Ends a device's registration for an order, if there is one.
    func unregister(_ device: String, from order: OrderID) async throws(StorageFailure) {
        try await database.write { transaction throws(StorageFailure) in
            _ = try transaction.execute(
                "DELETE FROM wallet_registration WHERE device = $1 AND shop_order = $2",
                [.text(device), .text(order.text)]
            )
        }
    }

    /// The orders of a device that changed after a change, and the number of the last one.
    func orders(
        of device: String,
        changedAfter number: Int64
    ) async throws(StorageFailure) -> (orders: [String], last: Int64) {
        try await database.read { snapshot throws(StorageFailure) in
            var (orders, last) = ([String](), number)
            for row in try snapshot.rows(
                """
                SELECT shop_order, changed FROM wallet_registration
                WHERE device = $1 AND changed > $2 ORDER BY shop_order
                """,
                [.text(device), .integer(number)]
            ) {
                orders.append(try row.text("shop_order"))
                last = max(last, try row.integer("changed"))
            }
            return (orders, last)
        }
    }
}
