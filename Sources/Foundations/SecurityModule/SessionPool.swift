internal import World

/// A pool with a maximum number of sessions, which are opened when needed and then kept.
///
/// A caller waits on its thread when all sessions are in use: an operation takes about a millisecond. A session
/// whose call does not return counts no longer after the pool's patience, so that others can be opened, at most as
/// many again.
final class SessionPool: Sendable {
    struct Loan {
        let session: ModuleSession
        fileprivate let place: Place
    }

    /// A session's place among those that are in use.
    fileprivate struct Place {
        let number: Int
        let generation: Int
    }

    private enum Found {
        case session(ModuleSession, Place)
        case free(Place)
    }

    private struct State {
        var idle: [ModuleSession] = []
        /// How long each session has been in use.
        var used: [Int: Stopwatch] = [:]
        var lastNumber = 0
        var generation = 0

        mutating func find(limit: Int, patience: Duration) -> Found? {
            let late = used.values.count { $0.elapsed > patience }
            guard used.count - min(late, limit) < limit else { return nil }
            lastNumber += 1
            used[lastNumber] = Stopwatch()
            let place = Place(number: lastNumber, generation: generation)
            return idle.popLast().map { .session($0, place) } ?? .free(place)
        }
    }

    private let limit: Int
    private let patience: Duration
    private let open: @Sendable () throws(SecurityModuleFailure) -> ModuleSession
    private let state = ThreadCondition(State())

    init(
        limit: Int,
        patience: Duration,
        open: @escaping @Sendable () throws(SecurityModuleFailure) -> ModuleSession
    ) {
        self.limit = max(1, limit)
        self.patience = patience
        self.open = open
    }

    deinit {
        for session in state.withLock({ $0.idle }) { session.close() }
    }

    /// Takes a session, waiting for one if necessary.
    ///
    /// - Throws: ``SecurityModuleFailure/notAnswered`` if none is given back within the pool's patience.
    func take() throws(SecurityModuleFailure) -> Loan {
        let waited = Stopwatch()
        while true {
            let found = state.wait(microseconds: 500_000) {
                $0.find(limit: limit, patience: patience)
            }
            switch found {
            case .session(let session, let place)?: return Loan(session: session, place: place)
            case .free(let place)?:
                do throws(SecurityModuleFailure) {
                    return Loan(session: try open(), place: place)
                } catch {
                    changed { $0.used[place.number] = nil }
                    throw error
                }
            case nil where waited.elapsed > patience: throw .notAnswered
            case nil: continue
            }
        }
    }

    /// Returns a session to the pool.
    func giveBack(_ loan: Loan) {
        let isKept = changed { state in
            state.used[loan.place.number] = nil
            guard loan.place.generation == state.generation,
                state.idle.count + state.used.count < limit
            else { return false }
            state.idle.append(loan.session)
            return true
        }
        if !isKept { loan.session.close() }
    }

    /// Discards a lost session and those that were opened at the same time.
    func giveBackLost(_ loan: Loan) {
        let lost = changed { state in
            state.used[loan.place.number] = nil
            guard loan.place.generation == state.generation else { return [loan.session] }
            state.generation += 1
            defer { state.idle = [] }
            return [loan.session] + state.idle
        }
        for session in lost { session.close() }
    }

    private func changed<Result>(_ body: (inout State) -> Result) -> Result {
        defer { state.wakeAll() }
        return state.withLock(body)
    }
}
