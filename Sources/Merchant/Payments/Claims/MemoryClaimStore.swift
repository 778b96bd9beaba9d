public import World

/// Claims in the memory of one process, bounded.
///
/// For a single server that can live with forgetting: after a restart, a token that was accepted
/// in the minutes before would be accepted once more. Where that matters, use a store in a
/// database.
///
/// A live claim is never removed for a new one: a store that is full of them refuses new ones.
/// Each claim costs the same, however many are held.
public final class MemoryClaimStore: TokenClaimStore {
    private let memory: LockedValue<ClaimMemory>
    private let clock: any WallClock

    /// A store for this many claims.
    ///
    /// - Parameters:
    ///   - capacity: How many tokens can be accepted within the retention, fifteen minutes unless
    ///     another is given. The memory is taken at once: some 200 bytes a claim.
    ///   - retention: How long a claim is remembered. Its window must be the verifier's.
    ///   - clock: Tells the time. One that jumps ahead makes the store refuse what is not fresh
    ///     by it, until the process starts anew.
    public init(
        capacity: Int = 100_000,
        retention: ClaimRetention = .short,
        clock: any WallClock
    ) {
        memory = LockedValue(ClaimMemory(capacity: max(1, capacity), retention: retention))
        self.clock = clock
    }

    /// How many claims are held.
    public var count: Int { memory.withLock { $0.count } }

    /// Claims a token for an order.
    ///
    /// - Throws: ``ClaimFailure/full(capacity:)`` and
    ///   ``ClaimFailure/notFresh(signedAt:checkedAt:)``.
    public func claim(
        _ token: ClaimableToken,
        for order: OrderReference
    ) async throws(ClaimFailure) -> TokenClaim {
        let now = clock.now
        return try memory.withLock { memory throws(ClaimFailure) in
            try memory.claim(token, for: order, at: now)
        }
    }
}
