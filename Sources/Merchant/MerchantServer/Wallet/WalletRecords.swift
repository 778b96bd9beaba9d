internal import Payments
internal import Storage

/// The devices that follow orders, in the database.
struct WalletRecords: Sendable {
    let database: Database

    /// Registers a device for an order, with a new push token where it is registered.
    ///
    /// - Returns: Whether it was not registered.
    func register(
        _ device: String,
        for order: OrderID,
        pushToken: String
    ) async throws(StorageFailure) -> Bool {
        try await database.write { transaction throws(StorageFailure) in
            let known = try transaction.execute(
                "UPDATE wallet_registration SET push_token = $3 WHERE device = $1 AND shop_order = $2",
                [.text(device), .text(order.text), .text(pushToken)]
            )
            guard known == 0 else { return false }
            try transaction.execute(
                """
                INSERT INTO wallet_registration (device, shop_order, push_token, changed, tries)
                VALUES ($1, $2, $3, 0, 0)
                ON CONFLICT (device, shop_order) DO UPDATE SET push_token = $3
                """,
                [.text(device), .text(order.text), .text(pushToken)]
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

    /// The orders of a device that changed after a position, and the position of the last change.
    func orders(
        of device: String,
        changedAfter position: Int64
    ) async throws(StorageFailure) -> (orders: [String], position: Int64) {
        try await database.read { snapshot throws(StorageFailure) in
            var (orders, last) = ([String](), position)
            for row in try snapshot.rows(
                """
                SELECT shop_order, changed FROM wallet_registration
                WHERE device = $1 AND changed > $2 ORDER BY shop_order
                """,
                [.text(device), .integer(position)]
            ) {
                orders.append(try row.text("shop_order"))
                last = max(last, try row.integer("changed"))
            }
            return (orders, last)
        }
    }
}
