import CommandLineTool
import World

/// Shows on a terminal how many tokens are minted, where that takes longer than a second.
final class MintProgress: Sendable {
    private let output: Output
    private let clock: any WallClock
    private let start: UnixTime
    private let shownAt: LockedValue<UnixTime?>

    init(_ output: Output, clock: any WallClock) {
        self.output = output
        self.clock = clock
        start = clock.now
        shownAt = LockedValue(nil)
    }

    /// Shows the bar, at most once a second.
    func show(_ done: UInt64, of count: UInt64) {
        guard output.showsStatus else { return }
        let now = clock.now
        guard now.seconds > start.seconds + 1 else { return }
        let isNew = shownAt.withLock { shownAt in
            defer { shownAt = now }
            return shownAt != now
        }
        guard isNew else { return }
        let remark = "\(done) of \(count) tokens"
        output.show(ProgressBar.text(done: Int(done * 1_000 / max(1, count)), of: 1_000, remark))
    }

    /// Takes the bar away.
    func end() {
        if shownAt.withLock({ $0 }) != nil { output.show("") }
    }
}
