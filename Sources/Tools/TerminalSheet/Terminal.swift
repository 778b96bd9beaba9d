internal import Glibc
internal import World

/// Why a sheet cannot be used by hand.
public enum TerminalRefusal: Error, Hashable, Sendable {
    /// Standard input is not a terminal.
    case inputIsNoTerminal
    /// Standard output is not a terminal.
    case outputIsNoTerminal
    /// `TERM` names a terminal that can only print line after line.
    case cannotBeDrawnOn(kind: String)
    /// The system refused to change the terminal's settings, for this reason.
    case cannotBeSet(String)
}

extension TerminalRefusal: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .inputIsNoTerminal: "standard input is not a terminal: there are no keys to read"
        case .outputIsNoTerminal: "standard output is not a terminal: the sheet cannot be shown"
        case .cannotBeDrawnOn(let kind):
            "TERM is '\(kind)': such a terminal prints line after line, and the sheet needs a screen"
        case .cannotBeSet(let reason): "the terminal cannot be set to read single keys: \(reason)"
        }
    }

    /// What to do about it.
    public var remedy: String {
        switch self {
        case .inputIsNoTerminal: "run it in a terminal, without < and without a pipe before it"
        case .outputIsNoTerminal: "run it in a terminal, without > and without a pipe behind it"
        case .cannotBeDrawnOn:
            "where the terminal is another one, say so: TERM=xterm quince checkout --by-hand"
        case .cannotBeSet: "run it in the foreground of another terminal"
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
    /// Whether nothing is drawn but ASCII, where that is the sheet's own.
    private let isASCII: Bool

    /// The terminal, where there is one.
    init() throws(TerminalRefusal) {
        guard isatty(STDIN_FILENO) == 1 else { throw .inputIsNoTerminal }
        guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNoTerminal }
        let kind = SystemEnvironment.terminalKind ?? ""
        // An empty kind says nothing, and most terminals understand what is drawn.
        guard !["dumb", "unknown"].contains(kind) else { throw .cannotBeDrawnOn(kind: kind) }
        isPlain = SystemEnvironment.wantsPlainText
        isASCII = !SystemEnvironment.usesUTF8
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
        guard unsafe pipe(&ends) == 0 else { throw .cannotBeSet(Self.reason(errno)) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reading, writing) = (ends[0], ends[1])
        // A handler must never wait for whoever reads.
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        guard TerminalState.takeOver(tellingOfSignalsAt: writing) else {
            let reason = Self.reason(errno)
            close(reading)
            close(writing)
            throw .cannotBeSet(reason)
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

    private static func reason(_ number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "system error \(number)"
    }

    /// Draws a screen over the one before, and the cursor where something is written.
    func draw(_ lines: [ScreenLine]) {
        let text = lines.map { line in
            let text = isPlain ? line.text : line.styled
            return "\(isASCII ? text.withASCIIFrames : text)\u{1b}[K"
        }
        .joined(separator: "\r\n")
        var cursor = ""
        if let line = lines.firstIndex(where: { $0.cursor != nil }), let cell = lines[line].cursor {
            cursor = "\u{1b}[\(line + 1);\(cell + 1)H\u{1b}[?25h"
        }
        var rest = Array("\u{1b}[?25l\u{1b}[H\(text)\u{1b}[J\(cursor)".utf8)[...]
        while !rest.isEmpty, TerminalState.isSheetShown {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
            }
            guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
            rest = rest.dropFirst(max(0, count))
        }
        // A signal may have given the terminal back while this was written.
        if !TerminalState.isSheetShown { TerminalState.leaveScreen() }
    }
}
