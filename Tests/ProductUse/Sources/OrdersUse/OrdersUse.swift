import Charging
import Orders
import SQLite
import Storage
import World

/// Opens a record of orders and reads the latest.
public func useOrders(file: String) async throws -> [Order] {
    let migrations = [ChargeStore.migrations, OrderTracking.migrations]
    let database = try await Database(path: file, migrations: migrations)
    return try await database.read { snapshot throws(OrderFailure) in
        try OrderTracking(world: .system).orders(limit: 10, in: snapshot)
    }
}
