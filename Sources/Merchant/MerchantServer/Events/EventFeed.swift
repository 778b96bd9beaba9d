internal import Payments
internal import Storage
internal import World

/// The events of the database, as far as they are complete, for those who wait for them. Servers on one database
/// see each other's.
final class EventFeed: Sendable {
    private struct State: Sendable {
        var end: Int64 = 0
        var isOver = false
        var streams = 0
        /// How many wait for an event; while none does, the database is not asked.
        var waiting = 0
    }

    /// The time between two looks at the database.
    private static let interval = Duration.milliseconds(200)
    /// How many streams are open at the same time.
    private static let streamLimit = 256

    let database: Database
    private let state = AwaitableValue(State())

    init(_ database: Database) { self.database = database }

    /// The position up to which events can be read.
    var end: Int64 { state.read(\.end) }

    /// Whether there will be no more.
    var isOver: Bool { state.read(\.isOver) }

    /// Looks for events until the task is cancelled, while there is a wait for them.
    func run() async {
        while !Task.isCancelled {
            if state.read({ $0.waiting > 0 }) { try? await look() }
            await RealTime.pass(Self.interval)
        }
    }

    /// Looks for events once.
    func look() async throws(StorageFailure) {
        let known = end
        let last = try await database.read { snapshot throws(StorageFailure) in
            try EventLog.last(in: snapshot)
        }
        guard last > known else { return }
        let end = try await database.read { snapshot throws(StorageFailure) in
            try EventLog.end(in: snapshot)
        }
        state.change { $0.end = max($0.end, end) }
    }

    /// Events, the oldest first.
    func events(after position: Int64, limit: Int) async throws(StorageFailure) -> [Event] {
        let end = end
        guard position < end else { return [] }
        return try await database.read { snapshot throws(StorageFailure) in
            try EventLog.events(after: position, through: end, limit: limit, in: snapshot)
        }
    }

    /// Waits until there is an event after a position, or the feed ends.
    ///
    /// - Returns: Whether that was so in time.
    func wait(after position: Int64, within patience: Duration) async -> Bool {
        state.change { $0.waiting += 1 }
        defer { state.change { $0.waiting -= 1 } }
        return await state.wait(within: patience) { $0.isOver || $0.end > position }
    }

    /// Waits until there is an event after a position; once the feed has ended, for all of the time.
    func pause(after position: Int64, within patience: Duration) async {
        if isOver {
            await RealTime.pass(patience)
        } else {
            _ = await wait(after: position, within: patience)
        }
    }

    /// Counts a stream.
    ///
    /// - Returns: Whether it may be opened.
    func openStream() -> Bool {
        state.change { state in
            guard !state.isOver, state.streams < Self.streamLimit else { return false }
            state.streams += 1
            return true
        }
    }

    func closeStream() { state.change { $0.streams -= 1 } }

    /// Ends all that wait.
    func stop() { state.change { $0.isOver = true } }
}
