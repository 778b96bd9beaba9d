/// The only source of what differs from run to run: time and randomness.
///
/// All code that reads the time or draws random numbers is given a world, so that a failure can be
/// replayed from its seed and an old token can be checked at its own time.
public struct World: Sendable {
    /// The clock.
    public let clock: any WallClock
    /// The source of random bytes.
    public let randomness: any Randomness

    /// Creates a world.
    public init(clock: any WallClock, randomness: any Randomness) {
        self.clock = clock
        self.randomness = randomness
    }

    /// The system clock and the kernel's random numbers.
    public static let system = World(clock: SystemClock(), randomness: SystemRandomness())

    /// A world that depends only on a seed: its clock changes only when it is set, and its random
    /// bytes come from the seed.
    ///
    /// - Parameters:
    ///   - seed: The seed. The same seed gives the same world.
    ///   - start: The initial time of the clock.
    /// - Returns: The world.
    public static func simulated(seed: UInt64, startingAt start: UnixTime) -> World {
        World(clock: SimulatedClock(startingAt: start), randomness: SeededRandomness(seed: seed))
    }

    /// This world with another clock.
    public func with(clock: any WallClock) -> World {
        World(clock: clock, randomness: randomness)
    }
}

/// A source of the current time.
public protocol WallClock: Sendable {
    /// The current time.
    var now: UnixTime { get }
    /// The time since an arbitrary moment. Setting the clock does not change it, so it measures how
    /// long something takes.
    var uptime: Duration { get }
}

/// A source of random bytes.
///
/// The system's are fit for keys. The simulated ones are not: they are for tests and for the
/// sandbox's TEST keys.
public protocol Randomness: Sendable {
    /// The next random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension Randomness {
    /// A uniformly distributed number below a bound.
    ///
    /// - Precondition: `bound` is positive.
    public func number(below bound: UInt64) -> UInt64 {
        precondition(bound > 0, "there is no number below zero")
        let limit = UInt64.max - UInt64.max % bound
        while true {
            let drawn = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if drawn < limit { return drawn % bound }
        }
    }
}
