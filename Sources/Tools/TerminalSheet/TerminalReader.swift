internal import Glibc
internal import World

/// A thread that reads keys and signals while a sheet is shown.
@safe
final class TerminalReader: Sendable {
    /// How long an escape waits for the rest of a sequence, such as an arrow key's.
    ///
    /// - Units: milliseconds.
    private static let escapePatience: Int32 = 50

    private let signals: Int32
    private let events: AsyncStream<TerminalEvent>.Continuation

    init(signals: Int32, _ events: AsyncStream<TerminalEvent>.Continuation) {
        self.signals = signals
        self.events = events
    }

    /// Starts the thread; it stops when the write end of the signal pipe is closed.
    func start() {
        guard DetachedThread.start({ self.read() }) != 0 else { return }
        events.yield(.key(.endOfInput))
        events.finish()
    }

    private func read() {
        var decoder = KeyDecoder()
        var isInputOpen = true
        defer {
            events.finish()
            close(signals)
        }
        while true {
            var watched = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isInputOpen ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            ]
            let patience = decoder.isWaiting ? Self.escapePatience : -1
            let count = unsafe poll(&watched, 2, patience)
            if count == 0 { yield(decoder.flush()) }
            guard count > 0 else { continue }
            if watched[0].revents != 0 {
                guard let bytes = Self.bytes(from: signals), !bytes.isEmpty else { return }
                events.yield(.screenLost)
            }
            if watched[1].revents != 0, let bytes = Self.bytes(from: STDIN_FILENO) {
                isInputOpen = !bytes.isEmpty
                yield(isInputOpen ? decoder.take(bytes) : [.endOfInput])
            }
        }
    }

    private func yield(_ keys: [Key]) {
        for key in keys { events.yield(.key(key)) }
    }

    /// The available bytes: empty at the end of input, nil if the read was interrupted.
    private static func bytes(from descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return errno == EINTR || errno == EAGAIN ? nil : [] }
        return Array(buffer.prefix(count))
    }
}
