internal import Glibc

/// A pool with a maximum number of sessions, which are opened when needed and then kept.
///
/// A caller waits when all sessions are in use: an operation takes about a millisecond.
@safe
final class SessionPool: @unchecked Sendable {
    struct Loan {
        let session: ModuleSession
        fileprivate let generation: Int
    }

    private let limit: Int
    private let open: @Sendable () throws(SecurityModuleFailure) -> ModuleSession
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let returned: UnsafeMutablePointer<pthread_cond_t>
    private var idle: [ModuleSession] = []
    private var opened = 0
    private var generation = 0

    init(
        limit: Int,
        open: @escaping @Sendable () throws(SecurityModuleFailure) -> ModuleSession
    ) {
        self.limit = max(1, limit)
        self.open = open
        unsafe lock = .allocate(capacity: 1)
        unsafe returned = .allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        unsafe returned.initialize(to: pthread_cond_t())
        let isReady =
            unsafe pthread_mutex_init(lock, nil) == 0 && pthread_cond_init(returned, nil) == 0
        precondition(isReady, "the system has no lock to give")
    }

    deinit {
        for session in idle { session.close() }
        unsafe pthread_cond_destroy(returned)
        unsafe pthread_mutex_destroy(lock)
        unsafe returned.deallocate()
        unsafe lock.deallocate()
    }

    /// Takes a session, waiting for one if necessary.
    func take() throws(SecurityModuleFailure) -> Loan {
        unsafe pthread_mutex_lock(lock)
        while idle.isEmpty, opened >= limit { unsafe pthread_cond_wait(returned, lock) }
        let current = generation
        if let session = idle.popLast() {
            unsafe pthread_mutex_unlock(lock)
            return Loan(session: session, generation: current)
        }
        opened += 1
        unsafe pthread_mutex_unlock(lock)
        do throws(SecurityModuleFailure) {
            return Loan(session: try open(), generation: current)
        } catch {
            locked { opened -= 1 }
            throw error
        }
    }

    /// Returns a session to the pool.
    func giveBack(_ loan: Loan) {
        let isKept = locked {
            if loan.generation == generation {
                idle.append(loan.session)
                return true
            }
            opened -= 1
            return false
        }
        if !isKept { loan.session.close() }
    }

    /// Discards a lost session and those that were opened at the same time.
    func giveBackLost(_ loan: Loan) {
        let lost = locked {
            var lost = [loan.session]
            if loan.generation == generation {
                generation += 1
                lost += idle
                idle = []
            }
            opened -= lost.count
            return lost
        }
        for session in lost { session.close() }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer {
            unsafe pthread_cond_broadcast(returned)
            unsafe pthread_mutex_unlock(lock)
        }
        return body()
    }
}
