internal import Glibc

/// The system clock.
public struct SystemClock: WallClock {
    /// Creates the clock.
    public init() {}

    /// The system time, to the second.
    public var now: UnixTime {
        var time = timespec()
        let result = unsafe clock_gettime(CLOCK_REALTIME, &time)
        precondition(result == 0, "the machine has no clock")
        return UnixTime(seconds: Int64(time.tv_sec))
    }

    /// The time since it was first read.
    public var uptime: Duration { Self.stopwatch.elapsed }

    private static let stopwatch = Stopwatch()
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
