internal import AppleServers
internal import Cryptography
internal import Storage
internal import Wallet

/// The chips whose messages the token service accepts: those of the devices, and those of wallets in
/// other processes.
struct DurableSecureElements: SecureElementRegistry {
    let database: Database

    func publicKey(
        of secureElement: SecureElementID
    ) async throws(TokenServiceRefusal) -> PublicKey? {
        do throws(StorageFailure) {
            return try await database.read { snapshot throws(StorageFailure) in
                try snapshot.publicKey(of: secureElement)
            }
        } catch { throw .recordsUnavailable }
    }

    /// Enrolls the chip of a wallet in another process.
    ///
    /// - Returns: Whether it is enrolled; false where another key has the identifier.
    func enroll(
        _ secureElement: SecureElementID,
        _ publicKey: PublicKey
    ) async throws(StorageFailure) -> Bool {
        try await database.write { transaction throws(StorageFailure) in
            if let known = try transaction.publicKey(of: secureElement) {
                return known.publicKeyInfo == publicKey.publicKeyInfo
            }
            try transaction.execute(
                "INSERT INTO enrolled_chip (identifier, public_key) VALUES ($1, $2)",
                [.bytes(secureElement.bytes), .bytes(publicKey.publicKeyInfo)]
            )
            return true
        }
    }
}

extension Queryable where Self: ~Copyable {
    fileprivate func publicKey(
        of secureElement: SecureElementID
    ) throws(Failure) -> PublicKey? {
        let identifier = StoredValue.bytes(secureElement.bytes)
        let key = try one("SELECT chip_key FROM device WHERE chip_identifier = $1", [identifier]) {
            row throws(StorageFailure) in try row.bytes("chip_key")
        }
        if let key { return DeviceRecord.chipKey(key)?.publicKey }
        let info = try one(
            "SELECT public_key FROM enrolled_chip WHERE identifier = $1",
            [identifier]
        ) { row throws(StorageFailure) in try row.bytes("public_key") }
        return info.flatMap { try? PublicKey(p256PublicKeyInfo: $0) }
    }
}
