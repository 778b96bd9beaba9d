internal import CLibEvent
internal import HTTPMessages
internal import World

/// Runs the handlers of some of the requests that came in one turn of a loop, on one of Swift's threads.
///
/// One task for each request would make the system switch between the loop's thread and Swift's for each.
/// Here each handler runs until it first waits, one after the other, and the answers that are then ready
/// go to the loop together. A handler that waits goes on alone, and so does its answer.
final class HandlerBatch: Sendable {
    struct Request: Sendable {
        /// The number of the connection.
        let connection: UInt64
        /// The number of the request on its connection.
        let number: UInt64
        let request: HTTPServerRequest
        /// Nil where the loop's rule decides about the request's body.
        let handler: HTTPHandler?
    }

    struct Answer: Sendable {
        let connection: UInt64
        let number: UInt64
        let head: HTTPRequestHead
        let outcome: HTTPAdmission
    }

    /// A handler that waits, and can be cancelled.
    struct Waiting: Sendable {
        let connection: UInt64
        let number: UInt64
        let task: Task<Void, Never>
    }

    private struct State {
        var answers: [Answer] = []
        var isOpen = true
    }

    private let state = LockedValue(State())
    private let loop: ServerLoop

    private init(_ loop: ServerLoop) { self.loop = loop }

    /// How many threads Swift has for handlers.
    private static let threads = max(1, Int(quince_processors()))

    /// Starts the handlers, divided among Swift's threads.
    static func start(_ requests: [Request], on loop: ServerLoop) {
        let size = (requests.count + threads - 1) / threads
        for start in stride(from: 0, to: requests.count, by: max(1, size)) {
            let batch = requests[start..<min(requests.count, start + size)]
            Task { HandlerBatch(loop).run(batch) }
        }
    }

    private func run(_ requests: ArraySlice<Request>) {
        let tasks = requests.map { request in
            Task.immediate {
                deliver(
                    Answer(
                        connection: request.connection,
                        number: request.number,
                        head: request.request.head,
                        outcome: await loop.outcome(of: request)
                    )
                )
            }
        }
        let answers = state.withLock { state in
            state.isOpen = false
            defer { state.answers = [] }
            return state.answers
        }
        guard answers.count < requests.count else { return loop.post(answers, []) }
        let answered = Set(answers.map(\.connection))
        let waiting = zip(requests, tasks).filter { !answered.contains($0.0.connection) }
            .map { Waiting(connection: $0.connection, number: $0.number, task: $1) }
        loop.post(answers, waiting)
    }

    private func deliver(_ answer: Answer) {
        let isLate = state.withLock { state in
            if state.isOpen { state.answers.append(answer) }
            return !state.isOpen
        }
        if isLate { loop.post([answer], []) }
    }
}
