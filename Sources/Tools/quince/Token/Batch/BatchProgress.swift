import CommandLineTool
import PaymentToken
import World

/// Shows how far a batch has come, and in the end what came of it.
final class BatchProgress: Sendable {
    private let output: Output
    private let clock: any WallClock
    private let start: UnixTime
    private let shown: LockedValue<(percent: Int, at: UnixTime)>

    init(_ output: Output, clock: any WallClock) {
        self.output = output
        self.clock = clock
        start = clock.now
        shown = LockedValue((-1, clock.now))
    }

    /// Shows the bar, at most once a percent or once a second.
    func show(_ tally: TokenBatch.Tally, _ position: Int, _ length: Int?) {
        guard output.showsStatus else { return }
        let percent = length.map { $0 > 0 ? min(position, $0) * 100 / $0 : 0 } ?? 0
        let now = clock.now
        let isNew = shown.withLock { shown in
            guard shown.percent != percent || shown.at != now else { return false }
            shown = (percent, now)
            return true
        }
        guard isNew else { return }
        let refused = tally.total - tally.opened
        let remark = "\(tally.total) tokens, \(refused) refused\(rate(tally, at: now))"
        output.show(ProgressBar.text(done: position, of: length, remark))
    }

    /// Takes the bar away and says what was counted.
    func end(_ tally: TokenBatch.Tally) {
        if output.showsStatus { output.show("") }
        output.remark("\(tally.total) tokens: \(tally.opened) opened\(rate(tally, at: clock.now))")
        for step in tally.refused.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            output.remark("  \(tally.refused[step] ?? 0) refused at \(step.rawValue)")
        }
    }

    private func rate(_ tally: TokenBatch.Tally, at now: UnixTime) -> String {
        let seconds = Int(now.seconds - start.seconds)
        return seconds > 0 ? ", \(tally.total / seconds) a second" : ""
    }
}
