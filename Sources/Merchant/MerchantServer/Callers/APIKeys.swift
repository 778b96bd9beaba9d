internal import Bytes
public import HTTPServer
internal import Payments
public import Storage
public import World

/// The API keys of the merchant's server, in its database.
///
/// A request with wrong credentials is looked up as one with right credentials is, so it takes the same time
/// whether the key exists or not. A caller that was recognized is remembered for
/// ``rememberedSeconds``, after which a revoked key is refused by every server of the database.
public final class APIKeys: Sendable {
    /// How long a recognized caller is remembered. Units: seconds.
    public static let rememberedSeconds: Int64 = 2
    private static let rememberedCount = 1_024

    /// A key as it is listed, without its secret.
    public struct Entry: Hashable, Sendable {
        /// Its identifier, which the audit log names.
        public let identifier: String
        /// The operator's words for it.
        public let name: String
        /// The role of the key.
        public let role: CallerRole
        /// When it was made.
        public let createdAt: UnixTime
        /// When it was revoked; nil while it is valid.
        public let revokedAt: UnixTime?
    }

    private struct Remembered {
        let digest: [UInt8]
        let caller: HTTPCaller
        let since: UnixTime
    }

    private let database: Database
    private let world: World
    private let audit: AuditLog
    private let remembered = LockedValue<[String: Remembered]>([:])

    /// The keys in a database that was opened with those of ``MerchantAPIServer``.
    public init(_ database: Database, world: World) {
        (self.database, self.world) = (database, world)
        audit = AuditLog(clock: world.clock)
    }

    /// Makes a key.
    ///
    /// - Returns: What is listed of it, and the key itself, which is not kept.
    public func add(
        name: String,
        role: CallerRole
    ) async throws(StorageFailure) -> (entry: Entry, key: String) {
        let key = APIKey(world.randomness)
        let now = world.clock.now
        let audit = audit
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                """
                INSERT INTO api_key (identifier, name, role, digest, created_at)
                VALUES ($1, $2, $3, $4, $5)
                """,
                [
                    .text(key.identifier), .text(name), .text(role.rawValue), .bytes(key.digest),
                    .integer(now.seconds),
                ]
            )
            try audit.record(.theOperator, "key.add", key.identifier, in: transaction)
            try EventLog.record(.keyAdded, key.identifier, at: now, in: transaction)
        }
        let entry = Entry(
            identifier: key.identifier,
            name: name,
            role: role,
            createdAt: now,
            revokedAt: nil
        )
        return (entry, key.text)
    }

    /// Revokes a key for good.
    ///
    /// - Returns: Whether there is a key of this identifier that was valid.
    public func revoke(_ identifier: String) async throws(StorageFailure) -> Bool {
        let now = world.clock.now
        let audit = audit
        return try await database.write { transaction throws(StorageFailure) in
            let count = try transaction.execute(
                "UPDATE api_key SET revoked_at = $1 WHERE identifier = $2 AND revoked_at IS NULL",
                [.integer(now.seconds), .text(identifier)]
            )
            guard count == 1 else { return false }
            try audit.record(.theOperator, "key.revoke", identifier, in: transaction)
            try EventLog.record(.keyRevoked, identifier, at: now, in: transaction)
            return true
        }
    }

    /// All keys, the oldest first: at most 1,000.
    public func list() async throws(StorageFailure) -> [Entry] {
        try await database.read { snapshot throws(StorageFailure) in
            var entries: [Entry] = []
            let rows = try snapshot.rows(
                """
                SELECT identifier, name, role, created_at, revoked_at FROM api_key
                ORDER BY created_at, identifier LIMIT 1000
                """
            )
            for row in rows {
                guard let role = CallerRole(rawValue: try row.text("role")) else { continue }
                entries.append(
                    Entry(
                        identifier: try row.text("identifier"),
                        name: try row.text("name"),
                        role: role,
                        createdAt: UnixTime(seconds: try row.integer("created_at")),
                        revokedAt: try row.integerIfPresent("revoked_at").map(UnixTime.init)
                    )
                )
            }
            return entries
        }
    }

    /// Who a request comes from; nil where its credentials are missing, unknown or revoked.
    ///
    /// - Throws: ``Storage/StorageFailure`` where the database cannot be asked.
    public func caller(of request: HTTPServerRequest) async throws(StorageFailure) -> HTTPCaller? {
        let given = request.bearerToken.flatMap(APIKey.init)
        // A request without credentials is looked up too, under a key that was never made.
        let key = given ?? APIKey(world.randomness)
        let digest = key.digest
        if let caller = remembered(key.identifier, digest) { return caller }
        let row = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(
                "SELECT role, digest, revoked_at FROM api_key WHERE identifier = $1",
                [.text(key.identifier)]
            )
        }
        let expected = try row?.bytes("digest") ?? [UInt8](repeating: 0, count: digest.count)
        let isRight = constantTimeEqual(expected, digest)
        guard isRight, given != nil, let row, try row.integerIfPresent("revoked_at") == nil else {
            return nil
        }
        let caller = HTTPCaller(identifier: key.identifier, role: try row.text("role"))
        remember(caller, digest)
        return caller
    }

    private func remembered(_ identifier: String, _ digest: [UInt8]) -> HTTPCaller? {
        let entry = remembered.withLock { $0[identifier] }
        guard let entry, constantTimeEqual(entry.digest, digest) else { return nil }
        let age = world.clock.now.seconds - entry.since.seconds
        return (0..<Self.rememberedSeconds).contains(age) ? entry.caller : nil
    }

    private func remember(_ caller: HTTPCaller, _ digest: [UInt8]) {
        let entry = Remembered(digest: digest, caller: caller, since: world.clock.now)
        remembered.withLock { entries in
            // Each that is forgotten is only looked up again.
            if entries.count >= Self.rememberedCount { entries = [:] }
            entries[caller.identifier] = entry
        }
    }

    /// The table of the keys.
    public static let migrations = MigrationSeries(
        module: "merchant-api-keys",
        [
            Migration(
                "tables",
                [
                    """
                    CREATE TABLE api_key (
                        identifier TEXT PRIMARY KEY CHECK (length(identifier) = 16),
                        name TEXT NOT NULL,
                        role TEXT NOT NULL,
                        digest BLOB NOT NULL CHECK (length(digest) = 32),
                        created_at INTEGER NOT NULL,
                        revoked_at INTEGER
                    ) STRICT, WITHOUT ROWID
                    """
                ]
            )
        ]
    )
}
