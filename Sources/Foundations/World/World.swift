/// The only door to what differs from run to run: the clock and chance.
///
/// Everything that reads the time or draws a random number is handed a world, so that a failure
/// replays from its seed and an old token can be checked at its own time.
public struct World: Sendable {
    /// Tells the time.
    public let clock: any WallClock
    /// Draws random bytes.
    public let randomness: any Randomness

    /// A world of one's own parts.
    public init(clock: any WallClock, randomness: any Randomness) {
        self.clock = clock
        self.randomness = randomness
    }

    /// The machine's clock and the kernel's random numbers.
    public static let system = World(clock: SystemClock(), randomness: SystemRandomness())

    /// A world that is a function of its seed: a clock that stands until it is moved, and bytes
    /// drawn from the seed.
    ///
    /// The same seed gives the same world; `start` is what the clock says at first.
    public static func simulated(seed: UInt64, startingAt start: UnixTime) -> World {
        World(clock: SimulatedClock(startingAt: start), randomness: SeededRandomness(seed: seed))
    }

    /// The same chance under another clock.
    public func with(clock: any WallClock) -> World {
        World(clock: clock, randomness: randomness)
    }
}

/// Tells the time.
public protocol WallClock: Sendable {
    /// What time it is.
    var now: UnixTime { get }
}

/// Draws random bytes.
///
/// The system's are fit for keys. The simulated ones are not: they exist for tests and for the
/// sandbox's own TEST keys.
public protocol Randomness: Sendable {
    /// The next random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension Randomness {
    /// A number below a bound, each equally likely.
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
