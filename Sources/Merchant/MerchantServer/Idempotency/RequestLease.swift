internal import HTTPMessages
internal import HTTPServer
internal import Payments
internal import Storage
internal import World

/// A request on which this server works.
final class RequestLease: Sendable {
    /// Runs in the transaction that records a new request.
    typealias Beginning = @Sendable (borrowing Transaction) throws(StorageFailure) -> Void

    let request: IdempotentRequest
    /// The lease's own name.
    let worker: String
    /// Whether the request was recorded before, and has no final answer.
    let isContinued: Bool
    /// The capture, void or refund that was recorded for the request before.
    let operation: OperationID?
    let beginning: Beginning

    /// A request's answer, and whether it was made before.
    struct Progress: Sendable {
        var answer: Result<HTTPResponse, HTTPProblem>?
        var isRepetition = false
    }

    /// Shared with the lease that continues this one.
    let progress: AwaitableValue<Progress>

    private struct State {
        var isTaken: Bool
        /// Whether a transaction that takes it has begun.
        var isBegun = false
        var isAbandoned = false
        var isLost = false
        var isConfirmed = false
        var response: HTTPResponse?
    }

    private let state: LockedValue<State>

    /// A request that is not recorded yet.
    init(_ request: IdempotentRequest, worker: String, beginning: @escaping Beginning) {
        (self.request, self.worker, self.beginning) = (request, worker, beginning)
        (isContinued, operation) = (false, nil)
        progress = AwaitableValue(Progress())
        state = LockedValue(State(isTaken: false))
    }

    /// A request that was recorded before.
    ///
    /// - Parameters:
    ///   - new: The lease of the request as it was made now.
    ///   - operation: The operation that was recorded for it.
    init(continuing new: RequestLease, with operation: OperationID?) {
        (request, worker, progress) = (new.request, new.worker, new.progress)
        self.operation = operation
        isContinued = true
        beginning = { _ throws(StorageFailure) in }
        state = LockedValue(State(isTaken: true))
    }

    /// Whether the request may be recorded as this server's. A transaction that was to record it may have
    /// failed.
    var isTaken: Bool { state.withLock(\.isTaken) }

    /// Whether another server had the request when it was to be recorded as this one's.
    var isLost: Bool { state.withLock(\.isLost) }

    /// The recorded answer; nil where none is certainly on the disk.
    var recordedAnswer: HTTPResponse? { state.withLock { $0.isConfirmed ? $0.response : nil } }

    /// Begins a transaction that takes the lease.
    ///
    /// - Returns: Whether it may be taken: it was not abandoned.
    func begin() -> Bool {
        state.withLock {
            $0.isBegun = $0.isBegun || !$0.isAbandoned
            return !$0.isAbandoned
        }
    }

    /// Gives up a request for which nothing is recorded, so that nothing will be.
    ///
    /// - Returns: False where something may be recorded.
    func abandon() -> Bool {
        state.withLock {
            $0.isAbandoned = !$0.isBegun && !$0.isTaken
            return $0.isAbandoned
        }
    }

    /// Notes what the transaction that takes the lease found.
    func note(isTaken: Bool) {
        state.withLock {
            $0.isTaken = isTaken || isContinued
            $0.isLost = !isTaken
        }
    }

    /// Notes the answer that a transaction records, which may still fail.
    func note(_ response: HTTPResponse?) {
        state.withLock {
            $0.response = response
            $0.isConfirmed = false
        }
    }

    /// Notes that the transaction of the answer is on the disk.
    func confirm() { state.withLock { $0.isConfirmed = true } }
}
