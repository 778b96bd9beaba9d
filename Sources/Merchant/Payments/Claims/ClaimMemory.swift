internal import PaymentToken
internal import World

/// The claims that a ``MemoryClaimStore`` holds, oldest first in a ring.
///
/// Pure: it is told the time.
struct ClaimMemory {
    private struct Made {
        let transactionID: TransactionID
        let time: UnixTime
    }

    private let capacity: Int
    private let retention: ClaimRetention
    private var orders: [TransactionID: OrderReference] = [:]
    private var ring: [Made] = []
    private var oldest = 0
    /// The latest time that was ever told. Time does not go back here: what was forgotten by a
    /// later clock would otherwise be accepted again by an earlier one.
    private var latest = UnixTime(seconds: .min)

    init(capacity: Int, retention: ClaimRetention) {
        self.capacity = capacity
        self.retention = retention
        orders.reserveCapacity(capacity)
        ring.reserveCapacity(capacity)
    }

    var count: Int { orders.count }

    mutating func claim(
        _ token: ClaimableToken,
        for order: OrderReference,
        at now: UnixTime
    ) throws(ClaimFailure) -> TokenClaim {
        latest = max(latest, now)
        guard retention.remembers(signedAt: token.signedAt, at: latest) else {
            throw .notFresh(signedAt: token.signedAt, checkedAt: latest)
        }
        // Two for one that comes: so they go faster than they come, and no claim pays for many.
        forgetOldest()
        forgetOldest()
        if let holder = orders[token.transactionID] {
            return holder == order ? .again : .takenByAnotherOrder
        }
        guard orders.count < capacity else { throw .full(capacity: capacity) }
        remember(Made(transactionID: token.transactionID, time: latest), for: order)
        return .first
    }

    private mutating func remember(_ claim: Made, for order: OrderReference) {
        let place = (oldest + orders.count) % capacity
        if place == ring.count { ring.append(claim) } else { ring[place] = claim }
        orders[claim.transactionID] = order
    }

    private mutating func forgetOldest() {
        guard !orders.isEmpty, retention.mayForget(claimedAt: ring[oldest].time, at: latest)
        else { return }
        orders[ring[oldest].transactionID] = nil
        oldest = (oldest + 1) % capacity
    }
}
