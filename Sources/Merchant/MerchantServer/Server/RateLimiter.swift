package import World

/// How many requests a key or an address may make: a bucket that fills evenly over a minute.
///
/// - Units: time of the World's clock, which counts whole seconds.
package final class RateLimiter: Sendable {
    /// How many callers are counted at the same time, so that many addresses cannot fill the memory. Beyond that
    /// those are forgotten whose buckets are fullest: a caller that is limited stays so.
    package static let callerLimit = 65_536

    private struct Bucket {
        var tokens: Int64
        var filledAt: Int64
    }

    /// In tokens of a 60th of a request, of which a bucket gets `limit` a second.
    private let limit: Int64
    private let clock: any WallClock
    private let buckets = LockedValue<[String: Bucket]>([:])

    /// A limit. Units: requests in a minute.
    package init(perMinute limit: Int, clock: any WallClock) {
        (self.limit, self.clock) = (Int64(limit), clock)
    }

    /// Takes one request of a caller.
    ///
    /// - Returns: Nil where it may be served; otherwise after how many seconds it may.
    package func take(_ caller: String) -> Int? {
        let now = clock.now.seconds
        return buckets.withLock { buckets in
            if buckets.count >= Self.callerLimit, buckets[caller] == nil {
                buckets = fewer(buckets, at: now)
            }
            let held = buckets[caller].map { tokens(in: $0, at: now) }
            var bucket = Bucket(tokens: held ?? full, filledAt: now)
            defer { buckets[caller] = bucket }
            guard bucket.tokens < 60 else {
                bucket.tokens -= 60
                return nil
            }
            return Int((60 - bucket.tokens + limit - 1) / limit)
        }
    }

    private var full: Int64 { limit * 60 }

    private func tokens(in bucket: Bucket, at now: Int64) -> Int64 {
        min(full, bucket.tokens + max(0, min(60, now - bucket.filledAt)) * limit)
    }

    /// The emptiest three quarters of the buckets, or fewer: a full one is like none. So the sweep is seldom.
    private func fewer(_ buckets: [String: Bucket], at now: Int64) -> [String: Bucket] {
        let kept = buckets.map { (caller: $0, bucket: $1, tokens: tokens(in: $1, at: now)) }
            .filter { $0.tokens < full }
            .sorted { $0.tokens < $1.tokens }
            .prefix(Self.callerLimit / 4 * 3)
        return Dictionary(uniqueKeysWithValues: kept.map { ($0.caller, $0.bucket) })
    }
}
