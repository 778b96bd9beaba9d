internal import Bytes
internal import Cryptography
internal import Storage
internal import World

/// The key of a folder for which Secure Elements encrypt. The first process that opens the folder makes
/// it, so that wallets of other processes can keep its public half.
enum TokenServiceKey {
    static func key(
        in database: Database,
        _ randomness: any Randomness
    ) async throws -> PrivateKey {
        let made = try PrivateKey(on: .p256, from: randomness).pem.withBytes {
            [UInt8](copying: $0)
        }
        let kept = try await database.write { transaction throws(StorageFailure) -> [UInt8] in
            try transaction.execute(
                "INSERT INTO token_service_key (number, key) VALUES (1, $1) ON CONFLICT DO NOTHING",
                [.bytes(made)]
            )
            return try transaction.row("SELECT key FROM token_service_key")?.bytes("key") ?? made
        }
        return try PrivateKey(pem: Secret(copying: kept))
    }
}
