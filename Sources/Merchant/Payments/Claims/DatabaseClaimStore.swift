public import Storage
public import World

/// Claims in a database, which several servers of one machine can share.
///
/// A first claim is on the disk before it is answered.
public struct DatabaseClaimStore: TokenClaimStore {
    private let database: Database
    private let tokens: AcceptedTokens

    /// A store in a database that was opened with ``AcceptedTokens/migrations``.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - retention: How long claims are kept before ``prune(atMost:)`` may remove them. Its
    ///     window must be the verifier's.
    ///   - clock: Tells the time.
    public init(
        database: Database,
        retention: ClaimRetention = .long,
        clock: any WallClock
    ) {
        self.database = database
        tokens = AcceptedTokens(clock: clock, retention: retention)
    }

    /// Claims a token for an order.
    ///
    /// - Throws: ``ClaimFailure``.
    public func claim(
        _ token: ClaimableToken,
        for order: OrderReference
    ) async throws(ClaimFailure) -> TokenClaim {
        try await database.write { transaction throws(ClaimFailure) in
            try tokens.claim(token, for: order, in: transaction)
        }
    }

    /// Removes claims on tokens that can no longer be sent again, oldest first.
    ///
    /// Nothing calls this by itself; call it now and then, such as once an hour.
    ///
    /// - Returns: How many were removed; fewer than `most` once there are no more.
    /// - Throws: ``Storage/StorageFailure``.
    @discardableResult
    public func prune(atMost most: Int = 10_000) async throws(StorageFailure) -> Int {
        try await database.write { transaction throws(StorageFailure) in
            try tokens.prune(atMost: most, in: transaction)
        }
    }
}
