internal import World

/// Where a device shows sheets, one at a time.
final class SheetScreen: Sendable {
    private struct State {
        var shown: SheetInHand?
        var latest: SheetInHand?
        var hasRefused = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    /// The sheet that is shown, or the last one that was.
    var latest: SheetInHand? { state.withLock { $0.latest } }

    /// Shows a sheet; false where another is shown.
    func show(_ sheet: SheetInHand) -> Bool {
        let isFree = state.withLock { state in
            guard state.shown == nil else { return false }
            state.shown = sheet
            state.latest = sheet
            return true
        }
        if isFree { wake() }
        return isFree
    }

    /// Remembers that a sheet was not shown.
    func refuse() {
        state.withLock { $0.hasRefused = true }
        wake()
    }

    /// Takes a sheet off.
    func remove(_ sheet: SheetInHand) {
        state.withLock { if $0.shown === sheet { $0.shown = nil } }
    }

    /// Comes back once a sheet was shown or refused, or when it is woken.
    func waited() async {
        await withCheckedContinuation { waiter in
            let isThere = state.withLock { state in
                let isOver = state.latest != nil || state.hasRefused
                if !isOver { state.waiters.append(waiter) }
                return isOver
            }
            if isThere { waiter.resume() }
        }
    }

    /// Lets whoever waits look again.
    func wake() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
