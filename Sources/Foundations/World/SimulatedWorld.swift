/// A clock that stands until it is moved.
public final class SimulatedClock: WallClock {
    private let time: LockedValue<UnixTime>

    /// A clock that says one time until it is told another.
    public init(startingAt start: UnixTime) {
        time = LockedValue(start)
    }

    /// What the clock was last set to.
    public var now: UnixTime { time.withLock { $0 } }

    /// Moves the clock forward; it stands where the time could not be represented.
    public func advance(bySeconds seconds: Int64) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) ?? $0 }
    }
}

/// Bytes that are a function of a seed: xoshiro256** seeded by SplitMix64.
///
/// Not fit for secrets. The sandbox's seeded keys are marked TEST for this reason.
///
/// - Source: Blackman and Vigna, *Scrambled Linear Pseudorandom Number Generators* (2018).
public final class SeededRandomness: Randomness {
    private let state: LockedValue<Xoshiro256>

    /// The bytes of one seed.
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

extension RandomNumberGenerator {
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
