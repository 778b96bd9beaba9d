import World

/// Runs the tasks of a simulation on the thread of the simulation, in the order in which they become
/// ready, so that a run depends on its seed alone.
final class SimulationExecutor: TaskExecutor {
    private let jobs = LockedValue<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs tasks until each of them waits or has ended.
    func runUntilIdle() {
        while let job = next() {
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private func next() -> UnownedJob? {
        jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
