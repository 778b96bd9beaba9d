internal import World

/// Where a device shows sheets, one at a time.
///
/// A sheet covers it until the app takes it away, whether it has finished or not.
final class SheetScreen: Sendable {
    private struct State {
        var shown: SheetSession?
        var latest: SheetSession?
        /// How many times an app has asked for a sheet and does not know yet what came of it.
        var expected = 0
        var hasRefused = false

        /// Whether there is another sheet than this, or none is to be expected.
        func isDecided(after earlier: SheetSession?) -> Bool {
            latest !== earlier || (expected == 0 && (earlier != nil || hasRefused))
        }
    }

    private let state = AwaitableValue(State())

    /// Shows a sheet; false where another is shown.
    func show(_ sheet: SheetSession) -> Bool {
        state.change { state in
            guard state.shown == nil else { return false }
            state.shown = sheet
            state.latest = sheet
            return true
        }
    }

    /// An app has asked for a sheet.
    func expect() { state.change { $0.expected += 1 } }

    /// An app that had asked for a sheet knows what came of it.
    func stopExpecting() { state.change { $0.expected -= 1 } }

    /// Remembers that a sheet was not shown.
    func refuse() { state.change { $0.hasRefused = true } }

    /// Takes a sheet off.
    func remove(_ sheet: SheetSession) {
        state.change { if $0.shown === sheet { $0.shown = nil } }
    }

    /// The sheet that is shown, or the last one that was.
    var latest: SheetSession? { state.read(\.latest) }

    /// Returns once a sheet was shown after an earlier one or none is to be expected, or after this
    /// much real time.
    ///
    /// - Returns: Whether it is decided.
    func isDecided(after earlier: SheetSession?, within patience: Duration) async -> Bool {
        await state.wait(patiently: patience) { $0.isDecided(after: earlier) }
    }
}
