/// A clock that changes only when it is set.
public final class SimulatedClock: WallClock {
    private let time: LockedValue<UnixTime>

    /// Creates a clock with a start time.
    public init(startingAt start: UnixTime) {
        time = LockedValue(start)
    }

    /// The current value of the clock.
    public var now: UnixTime { time.withLock { $0 } }

    /// Advances the clock; does nothing if the result cannot be represented.
    public func advance(bySeconds seconds: Int64) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) ?? $0 }
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
