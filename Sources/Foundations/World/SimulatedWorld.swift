/// A clock that changes only when it is set.
public final class SimulatedClock: WallClock {
    private let state: LockedValue<(now: UnixTime, uptime: Duration)>

    /// Creates a clock with a start time.
    public init(startingAt start: UnixTime) {
        state = LockedValue((start, .zero))
    }

    /// The current value of the clock.
    public var now: UnixTime { state.withLock(\.now) }

    /// The time by which the clock was advanced.
    public var uptime: Duration { state.withLock(\.uptime) }

    /// Lets time pass; does nothing if the result cannot be represented.
    public func advance(bySeconds seconds: Int64) {
        state.withLock { state in
            guard let time = state.now.advanced(bySeconds: seconds) else { return }
            state = (time, state.uptime + .seconds(seconds))
        }
    }

    /// Sets the clock, as a person or a time server does. No time passes.
    public func set(to time: UnixTime) {
        state.withLock { $0.now = time }
    }
}

/// Random bytes that depend only on a seed: xoshiro256** seeded by SplitMix64.
///
/// Not fit for secrets, which is why the sandbox's seeded keys are marked TEST.
///
/// - Source: Blackman and Vigna, *Scrambled Linear Pseudorandom Number Generators* (2018).
public final class SeededRandomness: Randomness {
    private let state: LockedValue<Xoshiro256>

    /// Creates the generator for a seed.
    public init(seed: UInt64) {
        state = LockedValue(Xoshiro256(seed: seed))
    }

    /// The next bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        state.withLock { $0.bytes(count) }
    }
}

struct Xoshiro256: RandomNumberGenerator {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    init(seed: UInt64) {
        var splitMix = seed
        func next(_ splitMix: inout UInt64) -> UInt64 {
            splitMix &+= 0x9e37_79b9_7f4a_7c15
            var mixed = splitMix
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
        state = (next(&splitMix), next(&splitMix), next(&splitMix), next(&splitMix))
    }

    mutating func next() -> UInt64 {
        func rotated(_ value: UInt64, left count: UInt64) -> UInt64 {
            value << count | value >> (64 - count)
        }
        let result = rotated(state.1 &* 5, left: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = rotated(state.3, left: 45)
        return result
    }
}

extension Xoshiro256 {
    mutating func bytes(_ count: Int) -> [UInt8] {
        var drawn: [UInt8] = []
        drawn.reserveCapacity(count + 7)
        while drawn.count < count {
            var word: UInt64 = next()
            for _ in 0..<8 {
                drawn.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        return Array(drawn.prefix(count))
    }
}
