internal import Storage
internal import World

/// Connects to the host of an address that is the primary.
final class PostgreSQLHosts: Sendable {
    private let address: PostgreSQLAddress
    /// The host that was the primary when it was last looked for, which is tried first.
    private let primary = LockedValue(0)

    init(_ address: PostgreSQLAddress) { self.address = address }

    /// Tries every host once.
    ///
    /// - Throws: ``Storage/StorageFailure/unreachable``, or the first refusal with a code.
    func connect(
        _ limits: PostgreSQLLimits,
        preparing statements: PreparedStatements
    ) throws(StorageFailure) -> PostgreSQLConnection {
        let first = primary.withLock { $0 }
        var failure = StorageFailure.unreachable
        for offset in address.hosts.indices {
            let index = (first + offset) % address.hosts.count
            do throws(StorageFailure) {
                let connection = try PostgreSQLConnection(
                    to: address,
                    at: address.hosts[index],
                    silenceMilliseconds: limits.silenceMilliseconds,
                    preparing: statements
                )
                primary.withLock { $0 = index }
                return connection
            } catch {
                if failure == .unreachable { failure = error }
            }
        }
        throw failure
    }
}
