internal import World

/// How many requests a key or an address may make: a bucket that fills evenly over a minute.
///
/// - Units: time of the World's clock, which counts whole seconds.
final class RateLimiter: Sendable {
    /// How many callers are counted at the same time. Beyond that the counts begin anew, so that many
    /// addresses cannot fill the memory.
    static let callerLimit = 65_536

    private struct Bucket {
        var tokens: Int64
        var filledAt: Int64
    }

    /// In tokens of a 60th of a request, of which a bucket gets `limit` a second.
    private let limit: Int64
    private let clock: any WallClock
    private let buckets = LockedValue<[String: Bucket]>([:])

    /// A limit. Units: requests in a minute.
    init(perMinute limit: Int, clock: any WallClock) {
        (self.limit, self.clock) = (Int64(limit), clock)
    }

    /// Takes one request of a caller.
    ///
    /// - Returns: Nil where it may be served; otherwise after how many seconds it may.
    func take(_ caller: String) -> Int? {
        let now = clock.now.seconds
        let full = limit * 60
        return buckets.withLock { buckets in
            if buckets.count >= Self.callerLimit, buckets[caller] == nil { buckets = [:] }
            var bucket = buckets[caller] ?? Bucket(tokens: full, filledAt: now)
            let elapsed = max(0, min(60, now - bucket.filledAt))
            bucket.tokens = min(full, bucket.tokens + elapsed * limit)
            bucket.filledAt = now
            defer { buckets[caller] = bucket }
            guard bucket.tokens < 60 else {
                bucket.tokens -= 60
                return nil
            }
            return Int((60 - bucket.tokens + limit - 1) / limit)
        }
    }
}
