import World

/// Chooses the moments of kills. Most are in the second half of the time that a process takes, which is
/// when it pays. That time is learned from which moments were too late.
struct KillMoments {
    /// The latest moment in milliseconds.
    private var limit: Double

    init(startingAt limit: Double = 300) { self.limit = limit }

    func milliseconds(_ chance: SeededRandomness) -> Int {
        let half = UInt64(limit / 2)
        let isEarly = chance.number(below: 4) == 0
        return 1 + Int((isEarly ? 0 : half) + chance.number(below: half + 1))
    }

    mutating func note(isHit: Bool) {
        limit = isHit ? limit * 17 / 16 : max(8, limit * 7 / 8)
    }
}
