/// Numbers that follow from a seed.
@MainActor
final class Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

    /// A number below a bound.
    func below(_ bound: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return (state >> 11) % bound
    }

    /// Whether something happens that does so in so many of a hundred cases.
    func happens(_ percent: UInt64) -> Bool { below(100) < percent }
}
