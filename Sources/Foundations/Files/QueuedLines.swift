internal import World

/// Lines that a thread of its own writes, in their order, so that adding one never waits.
///
/// Where they come faster than they are read, or cannot be written, lines are dropped and counted; once lines can
/// be written again, a line in their place says how many.
public final class QueuedLines: Sendable {
    /// Those of standard error. Before ``start(telling:)`` it takes none.
    public static let standardError = QueuedLines { text throws(FileFailure) in
        try StandardStream.error.write(text)
    }

    private struct State {
        var isStarted = false
        var lines: [String] = []
        var byteCount = 0
        /// Dropped since the last line of `lines`.
        var dropped = 0
        var isWriting = false
        /// All that were dropped.
        var droppedCount = 0
    }

    private typealias Batch = (lines: [String], dropped: Int)

    private let byteLimit: Int
    private let write: @Sendable (String) throws(FileFailure) -> Void
    private let state = ThreadCondition(State())

    /// Lines that a closure writes, which gets several at once, with their ends but for the last one's.
    ///
    /// - Parameters:
    ///   - byteLimit: How many bytes wait at the same time, beside those that are being written.
    ///   - write: Writes lines. It may wait.
    public init(
        byteLimit: Int = 262_144,
        _ write: @escaping @Sendable (String) throws(FileFailure) -> Void
    ) {
        (self.byteLimit, self.write) = (byteLimit, write)
    }

    /// How many lines were dropped.
    public var droppedCount: Int { state.withLock(\.droppedCount) }

    /// Starts the thread. Without one, which the system may refuse, no line is taken.
    ///
    /// - Parameter notice: The line that tells how many lines were dropped.
    public func start(telling notice: @escaping @Sendable (Int) -> String) {
        let mayStart = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard mayStart else { return }
        let result = DetachedThread.start { self.run(notice) }
        if result != 0 { state.withLock { $0.isStarted = false } }
    }

    /// Adds a line, without its end.
    ///
    /// - Returns: False before the start.
    public func add(_ line: String) -> Bool {
        defer { state.wakeAll() }
        return state.withLock { state in
            guard state.isStarted else { return false }
            if state.byteCount + line.utf8.count > byteLimit {
                state.dropped += 1
                state.droppedCount += 1
            } else {
                state.lines.append(line)
                state.byteCount += line.utf8.count + 1
            }
            return true
        }
    }

    /// Waits until all lines are written, at most a second.
    public func flush() {
        _ = state.wait(microseconds: 999_999) { state in
            !state.isStarted || state.lines.isEmpty && !state.isWriting ? true : nil
        }
    }

    private func run(_ notice: (Int) -> String) {
        var untold = 0
        while true {
            let batch = state.wait { Self.next(&$0) }
            var lines = untold > 0 ? [notice(untold)] : []
            lines += batch.lines
            if batch.dropped > 0 { lines.append(notice(batch.dropped)) }
            let isWritten: Bool
            do throws(FileFailure) {
                try write(lines.joined(separator: "\n"))
                isWritten = true
            } catch { isWritten = false }
            untold = isWritten ? 0 : untold + batch.lines.count + batch.dropped
            state.withLock { state in
                state.isWriting = false
                if !isWritten { state.droppedCount += batch.lines.count }
            }
            state.wakeAll()
        }
    }

    private static func next(_ state: inout State) -> Batch? {
        guard !state.lines.isEmpty else { return nil }
        let batch = (state.lines, state.dropped)
        (state.lines, state.byteCount, state.dropped) = ([], 0, 0)
        state.isWriting = true
        return batch
    }
}
