import Dispatch
import World

extension EndingSignals {
    /// Runs a server. A signal stops it, and `run` then ends; a second signal ends the process at
    /// once.
    ///
    /// - Parameters:
    ///   - stop: Makes `run` end.
    ///   - run: Serves until it is stopped.
    static func serve(
        stoppingBy stop: @escaping @Sendable () -> Void,
        _ run: () async -> Void
    ) async {
        beforeEnding {
            stop()
            // The main task ends the process once the server has stopped; the signal does not.
            DispatchSemaphore(value: 0).wait()
        }
        defer { beforeEnding(nil) }
        await run()
    }
}
