internal import Glibc

/// The system clock.
public struct SystemClock: WallClock {
    /// Creates the clock.
    public init() {}

    /// The system time, to the second.
    public var now: UnixTime {
        UnixTime(seconds: Int64(Self.read(CLOCK_REALTIME).tv_sec))
    }

    /// The time since the machine was started, without the time in which it was suspended.
    public var uptime: Duration {
        let time = Self.read(CLOCK_MONOTONIC)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "the machine has no clock")
        return time
    }
}

/// The kernel's random number generator.
public struct SystemRandomness: Randomness {
    /// Creates the generator.
    public init() {}

    /// The next random bytes. Blocks only until the kernel's generator is seeded, once after boot.
    public func bytes(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            while filled < count, let start = bytes.baseAddress {
                let length = min(count - filled, Self.largestPart)
                let result = unsafe getentropy(start + filled, length)
                precondition(result == 0, "the kernel has no random numbers")
                filled += length
            }
        }
    }

    /// The number of bytes that the kernel gives at once. Units: bytes.
    ///
    /// - Source: POSIX.1-2024, *getentropy*.
    private static let largestPart = 256
}
