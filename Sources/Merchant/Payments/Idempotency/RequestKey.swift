internal import Bytes
internal import Cryptography
internal import World

/// A request with an idempotency key: by what it is recognized when it is made again, and how far the
/// work on it is, which its caller waits for and may give up.
public final class RequestKey: Sendable {
    /// SHA-256 of caller, operation and key. The same key of another caller or for another operation is
    /// another key.
    let keyDigest: [UInt8]
    /// SHA-256 of the body as it was sent.
    let bodyDigest: [UInt8]
    /// Who works on it, as the record names it: the server, a slash and digits.
    let worker: String
    /// The change that the audit log gets of a new request; nil for none.
    let change: AuditLog.Change?

    private enum Phase {
        /// Nothing is recorded for it.
        case waiting
        /// Something may be recorded for it, of this attempt.
        case begun(AttemptID)
        /// Nothing will be recorded for it.
        case abandoned
    }

    private struct State {
        var phase = Phase.waiting
        var isRepetition = false
        var isContinued = false
    }

    private let state = LockedValue(State())

    /// A request as it is made now.
    ///
    /// - Parameters:
    ///   - caller: Who makes it.
    ///   - operation: What is asked for, of which payment.
    ///   - key: The caller's key.
    ///   - body: The body as it was sent.
    ///   - change: What the audit log has of it where it is new; nil for nothing.
    ///   - server: The server that works on it.
    ///   - randomness: The random numbers.
    init(
        caller: String,
        operation: String,
        key: String,
        body: [UInt8],
        change: AuditLog.Change?,
        server: WorkerID,
        _ randomness: any Randomness
    ) {
        // None of the parts contains a line end.
        keyDigest = SHA256.digest([caller, operation, key].joined(separator: "\n"))
        bodyDigest = SHA256.digest(body)
        self.change = change
        worker = "\(server)/\(Hexadecimal.encode(randomness.bytes(8)))"
    }

    /// The attempt of which something may be recorded for the request; nil where nothing is.
    public var attempt: AttemptID? {
        state.withLock { if case .begun(let attempt) = $0.phase { attempt } else { nil } }
    }

    /// Whether it repeats a request or a payment that was made before.
    public var isRepetition: Bool { state.withLock(\.isRepetition) }

    /// Gives up a request for which nothing is recorded, so that nothing will be.
    ///
    /// - Returns: False where something may be recorded.
    public func abandon() -> Bool {
        state.withLock { state in
            if case .begun = state.phase { return false }
            state.phase = .abandoned
            return true
        }
    }

    /// Whether the record was there before, so that it stays where nothing is done.
    var isContinued: Bool { state.withLock(\.isContinued) }

    /// Notes that something may be recorded from now on.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - isRepetition: Whether the attempt is known to have been made before.
    /// - Returns: Whether it may be recorded: the request was not abandoned.
    func begin(_ attempt: AttemptID, isRepetition: Bool = false) -> Bool {
        state.withLock { state in
            if case .abandoned = state.phase { return false }
            state.phase = .begun(attempt)
            state.isRepetition = state.isRepetition || isRepetition
            return true
        }
    }

    /// Notes that the record was there before.
    func noteContinued() {
        state.withLock { state in
            state.isContinued = true
            state.isRepetition = true
        }
    }
}
