internal import CLibEvent
internal import World

/// A thread that waits for sockets and runs what other threads post.
///
/// Everything that belongs to a loop is used on its thread only; other threads call ``post(_:)``.
@safe
final class EventLoop: @unchecked Sendable {
    private struct Posted {
        var work: [@Sendable () -> Void] = []
        var hasSignal = false
        /// Set when the thread has ended; what is posted later is not run.
        var isOver = false
    }

    let base: OpaquePointer
    private let signal: Int32
    private let posted = LockedValue(Posted())
    private var events = unsafe [OpaquePointer]()
    private var onTick: () -> Void = {}
    private var onEndOfTurn: () -> Void = {}
    private var endOfTurn: OpaquePointer?

    init() throws(HTTPServerFailure) {
        guard let base = unsafe quince_base_new() else { throw .system(errorNumber: ENOMEM) }
        let signal = quince_eventfd()
        guard signal >= 0 else {
            unsafe event_base_free(base)
            throw .system(errorNumber: -signal)
        }
        unsafe self.base = base
        self.signal = signal
    }

    deinit {
        unsafe events.forEach { unsafe event_free($0) }
        unsafe event_base_free(base)
        close(signal)
    }

    /// Runs a closure on the loop's thread, in the order of the calls.
    ///
    /// - Returns: False where the thread has ended; the closure is then not run.
    @discardableResult
    func post(_ work: @escaping @Sendable () -> Void) -> Bool {
        let needsSignal = posted.withLock { posted -> Bool? in
            guard !posted.isOver else { return nil }
            posted.work.append(work)
            defer { posted.hasSignal = true }
            return !posted.hasSignal
        }
        if needsSignal == true { quince_eventfd_signal(signal) }
        return needsSignal != nil
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - tick: How often the other closure is called.
    ///   - prepare: Called first, on the thread.
    ///   - onTick: Called on the thread.
    ///   - onEndOfTurn: Called on the thread after ``callAtEndOfTurn()``.
    ///   - onEnd: Called on the thread after ``stop()``.
    /// - Throws: ``HTTPServerFailure/system(errorNumber:)``.
    func start(
        tick: Duration,
        prepare: @escaping @Sendable () -> Void,
        onTick: @escaping @Sendable () -> Void,
        onEndOfTurn: @escaping @Sendable () -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) throws(HTTPServerFailure) {
        self.onTick = onTick
        self.onEndOfTurn = onEndOfTurn
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let wake = unsafe quince_event_new(
            base,
            signal,
            { _, _, context in unsafe EventLoop.of(context)?.runPosted() },
            context,
            0
        )
        let microseconds =
            tick.components.seconds * 1_000_000
            + tick.components.attoseconds / 1_000_000_000_000
        let ticks = unsafe quince_event_new(
            base,
            -1,
            { _, _, context in unsafe EventLoop.of(context)?.onTick() },
            context,
            Int(max(1, microseconds))
        )
        unsafe endOfTurn = quince_event_new(
            base,
            -1,
            { _, _, context in unsafe EventLoop.of(context)?.onEndOfTurn() },
            context,
            0
        )
        unsafe events = [wake, ticks, endOfTurn].compactMap { unsafe $0 }
        guard unsafe events.count == 3 else { throw .system(errorNumber: ENOMEM) }
        let result = DetachedThread.start { [self] in
            quince_block_sigpipe()
            prepare()
            unsafe event_base_dispatch(base)
            posted.withLock { $0.isOver = true }
            runPosted()
            // Libevent closes the sockets of freed connections in the loop.
            unsafe event_base_loop(base, EVLOOP_NONBLOCK)
            self.onTick = {}
            self.onEndOfTurn = {}
            onEnd()
        }
        guard result == 0 else { throw .system(errorNumber: result) }
    }

    /// Has a closure called after the callbacks of the events that libevent has found so far. Called on
    /// the thread.
    func callAtEndOfTurn() {
        guard let endOfTurn = unsafe endOfTurn else { return }
        unsafe event_active(endOfTurn, Int32(EV_TIMEOUT), 0)
    }

    /// Ends the thread after the callbacks that are under way. Called on the thread.
    func stop() { unsafe event_base_loopbreak(base) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> EventLoop? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
    }

    private func runPosted() {
        quince_eventfd_clear(signal)
        let work = posted.withLock { posted in
            posted.hasSignal = false
            defer { posted.work = [] }
            return posted.work
        }
        for closure in work { closure() }
    }
}
