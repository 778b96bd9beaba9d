internal import Glibc
internal import Synchronization
internal import World

/// How the terminal was before a sheet was shown on it, and the way back there.
///
/// A signal may come at any moment, on any thread: what a handler needs lies in atomics, and it
/// calls nothing but what POSIX allows it to.
///
/// - Source: POSIX.1-2017, *Signal Concepts*, the async-signal-safe functions; xterm's control
///   sequences for the alternate screen, the cursor and bracketed paste.
@safe
enum TerminalState {
    /// Signals that end the process, or would leave it in the middle of things.
    static let ending = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
    ]

    /// Where the settings to go back to lie, for as long as the process lives; 0 for nowhere.
    private static let saved = Atomic<UInt>(0)
    private static let isTakenOver = Atomic(false)
    /// Where a handler writes what it has seen; a thread reads it.
    private static let signals = Atomic<Int32>(-1)

    /// Takes the terminal over, and tells of signals at a descriptor.
    ///
    /// - Returns: Whether the terminal let itself be taken over.
    static func takeOver(tellingOfSignalsAt descriptor: Int32) -> Bool {
        if saved.load(ordering: .acquiring) == 0 {
            let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
            unsafe settings.initialize(to: termios())
            guard unsafe tcgetattr(STDIN_FILENO, settings) == 0 else {
                unsafe settings.deallocate()
                return false
            }
            saved.store(UInt(bitPattern: settings), ordering: .releasing)
            _ = atexit { TerminalState.giveBack() }
        }
        signals.store(descriptor, ordering: .releasing)
        guard setRaw() else { return false }
        isTakenOver.store(true, ordering: .releasing)
        clearScreen()
        for signal in ending { install(signal, TerminalState.end) }
        install(SIGTSTP, TerminalState.stop)
        install(SIGCONT, TerminalState.goOn)
        install(SIGWINCH) { TerminalState.tell($0) }
        return true
    }

    /// Gives the terminal back as it was, and the signals to their former handlers.
    static func release() {
        giveBack()
        signals.store(-1, ordering: .releasing)
        for signal in ending + [SIGTSTP, SIGCONT, SIGWINCH] {
            EndingSignals.restoreHandler(of: signal)
        }
    }

    private static let end: @convention(c) (Int32) -> Void = { signal in
        TerminalState.giveBack()
        EndingSignals.restoreHandler(of: signal)
        raise(signal)
    }

    private static let stop: @convention(c) (Int32) -> Void = { signal in
        TerminalState.goBack()
        TerminalState.install(signal, SIG_DFL)
        raise(signal)
    }

    private static let goOn: @convention(c) (Int32) -> Void = { signal in
        guard TerminalState.isTakenOver.load(ordering: .acquiring) else { return }
        TerminalState.install(SIGTSTP, TerminalState.stop)
        _ = TerminalState.setRaw()
        TerminalState.clearScreen()
        TerminalState.tell(signal)
    }

    /// Whether the terminal is taken over, so that a sheet may be drawn.
    static var isSheetShown: Bool { isTakenOver.load(ordering: .acquiring) }

    private static func giveBack() {
        guard isTakenOver.exchange(false, ordering: .acquiringAndReleasing) else { return }
        goBack()
    }

    private static func goBack() {
        guard let settings = unsafe settings else { return }
        leaveScreen()
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, settings)
    }

    private static var settings: UnsafeMutablePointer<termios>? {
        unsafe UnsafeMutablePointer(bitPattern: saved.load(ordering: .acquiring))
    }

    /// Keys come one by one, unseen; signals still come of theirs.
    private static func setRaw() -> Bool {
        guard let settings = unsafe settings else { return false }
        var raw = unsafe settings.pointee
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON)
        return unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0
    }

    /// To an empty screen beside the one with the shell's lines, without a cursor; what is pasted
    /// comes between marks.
    private static func clearScreen() { say("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?2004h\u{1b}[2J") }

    /// Back to the screen with the shell's lines.
    static func leaveScreen() { say("\u{1b}[?2004l\u{1b}[?25h\u{1b}[?1049l") }

    private static func say(_ text: StaticString) {
        _ = unsafe write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func tell(_ signal: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        let descriptor = signals.load(ordering: .acquiring)
        let before = errno
        if descriptor >= 0 { _ = unsafe write(descriptor, &byte, 1) }
        errno = before
    }

    private static func install(
        _ number: Int32,
        _ handler: (@convention(c) (Int32) -> Void)?
    ) {
        _ = signal(number, handler)
    }
}
