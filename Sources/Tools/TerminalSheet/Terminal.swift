internal import Glibc
internal import World

/// Why a sheet cannot be used by hand.
public enum TerminalRefusal: Error, Hashable, Sendable {
    /// Nobody is at a keyboard.
    case inputIsNoTerminal
    /// Nobody looks at a screen.
    case outputIsNoTerminal
    /// The terminal says of itself that it can only print line after line.
    case cannotBeDrawnOn(kind: String)
    /// The terminal does not let itself be set.
    case cannotBeSet
}

extension TerminalRefusal: CustomStringConvertible {
    /// One line for whoever started the tool.
    public var description: String {
        switch self {
        case .inputIsNoTerminal: "standard input is not a terminal: there are no keys to read"
        case .outputIsNoTerminal: "standard output is not a terminal: nobody would see the sheet"
        case .cannotBeDrawnOn(let kind):
            "a terminal of kind '\(kind)' cannot show a sheet: TERM says so"
        case .cannotBeSet: "the terminal does not let itself be set to read single keys"
        }
    }
}

/// Something that happens at a terminal.
enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    /// What is on the screen is not what was drawn, or its size is another.
    case screenLost
}

/// The terminal that the process was started from.
@safe
final class Terminal: Sendable {
    /// Where the handlers of signals write; nil while no sheet is shown.
    private let signals = LockedValue<Int32?>(nil)
    /// Whether nothing is drawn bold, faint or reversed.
    private let isPlain: Bool

    /// The terminal, where there is one.
    init() throws(TerminalRefusal) {
        guard isatty(STDIN_FILENO) == 1 else { throw .inputIsNoTerminal }
        guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNoTerminal }
        let kind = SystemEnvironment.terminalKind ?? ""
        // An empty kind says nothing, and most terminals understand what is drawn.
        guard !["dumb", "unknown"].contains(kind) else { throw .cannotBeDrawnOn(kind: kind) }
        isPlain = SystemEnvironment.wantsPlainText
    }

    /// How many cells a line has, and how many lines there are.
    var size: (columns: Int, lines: Int) {
        var size = winsize()
        let result = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
        guard result == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Takes the terminal over: keys come one by one, and the screen is empty.
    func takeOver() throws(TerminalRefusal) -> AsyncStream<TerminalEvent> {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .cannotBeSet }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reading, writing) = (ends[0], ends[1])
        // A handler must never wait for whoever reads.
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        guard TerminalState.takeOver(tellingOfSignalsAt: writing) else {
            close(reading)
            close(writing)
            throw .cannotBeSet
        }
        signals.withLock { $0 = writing }
        let (stream, continuation) = AsyncStream<TerminalEvent>.makeStream()
        TerminalReader(signals: reading, continuation).start()
        return stream
    }

    /// Gives the terminal back as it was.
    func giveBack() {
        TerminalState.release()
        // The reader sees the end of the pipe and ends, and closes its own side.
        signals.withLock { signals in
            if let signals { close(signals) }
            signals = nil
        }
    }

    /// Draws a screen over the one before, and the cursor where something is written.
    func draw(_ lines: [ScreenLine]) {
        let text = lines.map { "\(isPlain ? $0.text : $0.styled)\u{1b}[K" }
            .joined(separator: "\r\n")
        var cursor = ""
        if let line = lines.firstIndex(where: { $0.cursor != nil }), let cell = lines[line].cursor {
            cursor = "\u{1b}[\(line + 1);\(cell + 1)H\u{1b}[?25h"
        }
        var rest = Array("\u{1b}[?25l\u{1b}[H\(text)\u{1b}[J\(cursor)".utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
            }
            guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
