internal import Glibc
internal import World

/// Why a sheet cannot be operated at the terminal.
public enum TerminalRefusal: Error, Hashable, Sendable {
    /// Standard input is not a terminal.
    case inputIsNoTerminal
    /// Standard output is not a terminal.
    case outputIsNoTerminal
    /// `TERM` is a terminal that can only print lines.
    case cannotBeDrawnOn(kind: String)
    /// The system refused to change the terminal's settings.
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

    /// The remedy.
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

/// An event of a terminal.
enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    /// The screen's content or size has changed.
    case screenLost
}

/// The terminal of the process.
@safe
final class Terminal: Sendable {
    /// The pipe to which signal handlers write; nil while no sheet is shown.
    private let signals = LockedValue<Int32?>(nil)
    /// Whether text has no bold, faint or reversed style.
    private let isPlain: Bool
    /// Whether the sheet's own symbols are drawn in ASCII.
    private let isASCII: Bool

    /// Opens the terminal, if there is one.
    init() throws(TerminalRefusal) {
        guard isatty(STDIN_FILENO) == 1 else { throw .inputIsNoTerminal }
        guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNoTerminal }
        let kind = SystemEnvironment.terminalKind ?? ""
        // An empty `TERM` tells nothing, and most terminals support what is drawn.
        guard !["dumb", "unknown"].contains(kind) else { throw .cannotBeDrawnOn(kind: kind) }
        isPlain = SystemEnvironment.wantsPlainText
        isASCII = !SystemEnvironment.usesUTF8
    }

    /// The number of cells of a line, and the number of lines.
    var size: (columns: Int, lines: Int) {
        var size = winsize()
        let result = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
        guard result == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Takes control of the terminal: keys arrive one by one, and the screen is empty.
    func takeOver() throws(TerminalRefusal) -> AsyncStream<TerminalEvent> {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .cannotBeSet(Self.reason(errno)) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reading, writing) = (ends[0], ends[1])
        // A signal handler must never wait for the reader.
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

    /// Restores the terminal.
    func giveBack() {
        TerminalState.release()
        // The reader gets the end of the pipe, stops, and closes its own end.
        signals.withLock { signals in
            if let signals { close(signals) }
            signals = nil
        }
    }

    private static func reason(_ number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "system error \(number)"
    }

    /// Draws a screen over the previous one, with the cursor in the text that is edited.
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
        // A signal may have restored the terminal during the write.
        if !TerminalState.isSheetShown { TerminalState.leaveScreen() }
    }
}
