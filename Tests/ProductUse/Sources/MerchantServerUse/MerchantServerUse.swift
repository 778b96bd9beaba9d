import Charging
import MerchantServer
import SQLite
import Storage
import TokenIntake
import World

/// Composes what accepts payments.
public func useMerchantServer(
    file: String,
    intake: TokenIntake,
    processor: any PaymentProcessor
) async throws -> PaymentDesk {
    let database = try await Database(path: file, migrations: PaymentDesk.migrations)
    return try PaymentDesk(
        intake: intake,
        database: database,
        processor: processor,
        world: .system
    )
}
