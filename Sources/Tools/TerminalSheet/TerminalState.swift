internal import Glibc
internal import Synchronization
internal import World

/// The terminal's settings before a sheet was shown, and how to restore them.
///
/// A signal can arrive at any time on any thread. What a handler needs is stored in atomics, and
/// it calls only functions that POSIX permits.
///
/// - Source: POSIX.1-2017, *Signal Concepts*, the async-signal-safe functions; xterm's control
///   sequences for the alternate screen, the cursor and bracketed paste.
@safe
enum TerminalState {
    /// The signals that end or stop the process.
    static let ending = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
    ]

    /// The address of the settings to restore, valid for the life of the process; 0 for none.
    private static let saved = Atomic<UInt>(0)
    private static let isTakenOver = Atomic(false)
    /// The descriptor to which a handler writes the signal; a thread reads it.
    private static let signals = Atomic<Int32>(-1)

    /// Takes control of the terminal, and writes signals to a descriptor.
    ///
    /// - Returns: Whether it succeeded.
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

    /// Restores the terminal and the previous signal handlers.
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

    /// Whether the terminal is under control, so that a sheet may be drawn.
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

    /// Turns off line input and echo; the keys for signals still work.
    private static func setRaw() -> Bool {
        guard let settings = unsafe settings else { return false }
        var raw = unsafe settings.pointee
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON)
        return unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0
    }

    /// Switches to an empty alternate screen without a cursor, and turns on bracketed paste.
    private static func clearScreen() { say("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?2004h\u{1b}[2J") }

    /// Switches back to the main screen.
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
