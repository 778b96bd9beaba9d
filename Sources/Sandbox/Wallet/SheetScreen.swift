internal import World

/// Where a device shows sheets, one at a time.
///
/// A sheet covers it until the app takes it away, whether it has finished or not.
final class SheetScreen: Sendable {
    private struct State {
        var shown: SheetSession?
        var latest: SheetSession?
        var expected = 0
        var hasRefused = false
        var lastNumber = 0
        var impatient: Set<Int> = []
        var waiters: [Waiter] = []

        /// Whether there is another sheet than this, or none is to be expected.
        func isDecided(after earlier: SheetSession?) -> Bool {
            latest !== earlier || (expected == 0 && (earlier != nil || hasRefused))
        }

        func isOver(_ waiter: Waiter) -> Bool {
            isDecided(after: waiter.earlier) || impatient.contains(waiter.number)
        }
    }

    private struct Waiter {
        let number: Int
        let earlier: SheetSession?
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = LockedValue(State())

    /// The sheet that is shown, or the last one that was.
    var latest: SheetSession? { state.withLock { $0.latest } }

    /// Shows a sheet; false where another is shown.
    func show(_ sheet: SheetSession) -> Bool {
        let isFree = state.withLock { state in
            guard state.shown == nil else { return false }
            state.shown = sheet
            state.latest = sheet
            return true
        }
        wake()
        return isFree
    }

    /// An app has asked for a sheet.
    func expect() { state.withLock { $0.expected += 1 } }

    /// An app that had asked for a sheet knows what came of it.
    func stopExpecting() {
        state.withLock { $0.expected -= 1 }
        wake()
    }

    /// Remembers that a sheet was not shown.
    func refuse() {
        state.withLock { $0.hasRefused = true }
        wake()
    }

    /// Takes a sheet off.
    func remove(_ sheet: SheetSession) {
        state.withLock { if $0.shown === sheet { $0.shown = nil } }
    }

    /// A number for somebody who is going to wait.
    func newWaiter() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Comes back once a sheet was shown after an earlier one, or none is to be expected, or when
    /// the one who waits gives up.
    func waited(after earlier: SheetSession?, as number: Int) async {
        await withCheckedContinuation { continuation in
            let waiter = Waiter(number: number, earlier: earlier, continuation: continuation)
            let isOver = state.withLock { state in
                let isOver = state.isOver(waiter)
                if !isOver { state.waiters.append(waiter) }
                return isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Somebody has waited long enough.
    func giveUp(_ number: Int) {
        state.withLock { _ = $0.impatient.insert(number) }
        wake()
    }

    private func wake() {
        let waiters = state.withLock { state in
            let over = state.waiters.filter(state.isOver)
            state.waiters.removeAll(where: state.isOver)
            return over
        }
        for waiter in waiters { waiter.continuation.resume() }
    }
}
