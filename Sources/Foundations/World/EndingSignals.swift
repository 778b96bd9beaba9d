internal import Glibc
internal import Synchronization

/// The signals that end a process: from the keyboard, by `kill`, and when the terminal is closed.
/// A closure can run before they do.
///
/// A signal handler may call very few functions, so it only writes the signal's number to a pipe.
/// A thread reads the pipe, runs the closure, and ends the process with the same signal. A second
/// signal ends the process at once, unless it comes with the first: `timeout` sends its signal to the
/// process, and again to the process group.
///
/// - Source: POSIX.1-2017, *Signal Concepts*, the async-signal-safe functions.
@safe
public enum EndingSignals {
    /// Interrupt, termination and hang-up.
    public static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// How long after the first signal another one is taken for the same, in nanoseconds.
    private static let repetition: Int64 = 250_000_000
    /// When the first signal came that ends the process, in nanoseconds; 0 before.
    private static let firstSignal = Atomic<Int64>(0)
    private static let pipeEnd = Atomic<Int32>(-1)
    private static let cleanUp = LockedValue<(@Sendable () -> Void)?>(nil)
    private static let hangUp = LockedValue<(@Sendable () -> Void)?>(nil)
    /// Whether ``hangUp`` is set, for the signal handler, which must take no lock.
    private static let survivesHangUp = Atomic<Bool>(false)

    /// Starts watching; once per process.
    public static func watch() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let source = ends[0]
        guard DetachedThread.start({ wait(at: source) }) == 0 else { return }
        pipeEnd.store(ends[1], ordering: .releasing)
        for number in numbers {
            var former = sigaction()
            let result = unsafe sigaction(number, nil, &former)
            // A signal that was ignored when the process started stays ignored.
            guard result == 0, !isIgnoring(former) else { continue }
            _ = signal(number, tell)
        }
    }

    /// Sets the closure that runs before such a signal ends the process; nil for none.
    public static func beforeEnding(_ body: (@Sendable () -> Void)?) {
        cleanUp.withLock { $0 = body }
    }

    /// Sets the closure that a hang-up runs in place of ending the process, as servers use it to load
    /// files again; nil for none.
    public static func onHangUp(_ body: (@Sendable () -> Void)?) {
        hangUp.withLock { $0 = body }
        survivesHangUp.store(body != nil, ordering: .releasing)
    }

    /// Lets a write to a pipe without a reader fail in place of ending the process. By a handler and not by
    /// ignoring the signal, which programs that the process starts would inherit.
    public static func surviveClosedPipes() { _ = signal(SIGPIPE) { _ in } }

    private static let tell: @convention(c) (Int32) -> Void = { number in
        let before = errno
        defer { errno = before }
        if number != SIGHUP || !survivesHangUp.load(ordering: .acquiring) {
            var time = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
            let (isFirst, first) = firstSignal.compareExchange(
                expected: 0,
                desired: now,
                ordering: .acquiringAndReleasing
            )
            if !isFirst {
                guard now - first > repetition else { return }
                _ = signal(number, SIG_DFL)
                kill(getpid(), number)
                return
            }
        }
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(EndingSignals.pipeEnd.load(ordering: .acquiring), &byte, 1)
    }

    private static func isIgnoring(_ action: sigaction) -> Bool {
        let ignoring = unsafe unsafeBitCast(SIG_IGN, to: UInt.self)
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == ignoring
    }

    private static func wait(at descriptor: Int32) {
        var number: UInt8 = 0
        while true {
            while unsafe read(descriptor, &number, 1) != 1 {
                guard errno == EINTR else { return }
            }
            guard Int32(number) == SIGHUP, let body = hangUp.withLock({ $0 }) else { break }
            body()
        }
        cleanUp.withLock { $0 }?()
        _ = signal(Int32(number), SIG_DFL)
        kill(getpid(), Int32(number))
    }
}
