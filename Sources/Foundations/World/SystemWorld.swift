internal import Glibc

/// The machine's clock.
public struct SystemClock: WallClock {
    /// The machine's clock.
    public init() {}

    /// What time the machine says it is, to the second.
    public var now: UnixTime {
        var time = timespec()
        let result = unsafe clock_gettime(CLOCK_REALTIME, &time)
        precondition(result == 0, "the machine has no clock")
        return UnixTime(seconds: Int64(time.tv_sec))
    }
}

/// The kernel's random numbers.
public struct SystemRandomness: Randomness {
    /// The kernel's random numbers.
    public init() {}

    /// The next bytes of the kernel's generator; waits, once after boot, until it is seeded.
    public func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return generator.bytes(count)
    }
}
