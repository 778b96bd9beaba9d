import Dispatch
import Files
import World

extension EndingSignals {
    /// Before a server starts: from now on its output neither delays nor ends it.
    ///
    /// - Parameter notice: The line on standard error that tells how many lines of it were dropped.
    static func writeWithoutWaiting(
        telling notice: @escaping @Sendable (Int) -> String = { count in
            "remark: \(count) lines were dropped, because nothing read them"
        }
    ) {
        surviveClosedPipes()
        QueuedLines.standardError.start(telling: notice)
    }

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
