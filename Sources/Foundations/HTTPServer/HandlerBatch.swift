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
    }

    struct Answer: Sendable {
        let connection: UInt64
        let number: UInt64
        let response: HTTPServerResponse
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

    /// Starts the handlers. Two requests get a thread each; no batch has more than 32.
    static func start(_ requests: [Request], on loop: ServerLoop) {
        let size = max(1, min(32, requests.count / 2))
        for start in stride(from: 0, to: requests.count, by: size) {
            let batch = requests[start..<min(requests.count, start + size)]
            Task { HandlerBatch(loop).run(batch) }
        }
    }

    private func run(_ requests: ArraySlice<Request>) {
        let tasks = requests.map { request in
            Task.immediate {
                let response = await loop.handler(request.request)
                deliver(
                    Answer(
                        connection: request.connection,
                        number: request.number,
                        response: response
                    )
                )
            }
        }
        let answers = state.withLock { state in
            state.isOpen = false
            defer { state.answers = [] }
            return state.answers
        }
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
