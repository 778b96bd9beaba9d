internal import World

/// A database that is opened as soon as its server can be reached. Until then, whatever is asked of it is
/// refused with the reason, and nothing is done.
public final class AwaitedDatabase: Sendable {
    /// Opens the database once.
    public typealias Opening = @Sendable () async throws(DatabaseRefusal) -> Database

    /// How far the opening is.
    public enum Progress: Hashable, Sendable {
        /// It is tried for the first time.
        case opening
        /// It is tried again after a while: this was the reason not to.
        case waiting(DatabaseRefusal)
        /// It is open.
        case open
        /// It is not opened, which trying again does not change.
        case refused(DatabaseRefusal)
        /// It was closed.
        case closed
    }

    /// How long to wait before the next try.
    private static let pause = Duration.seconds(1)

    /// The database.
    public let database: Database
    private let state: AwaitableValue<Progress>

    /// A database that is open already.
    public init(_ database: Database) {
        self.database = database
        state = AwaitableValue(.open)
    }

    /// Opens a database. Returns when it is open, when it is known that its server must be waited for, or
    /// when that takes longer than the patience.
    ///
    /// - Parameters:
    ///   - name: What it is, for messages; without a password.
    ///   - keyOrder: The order of new keys, as ``Database/keyOrder``.
    ///   - patience: How long to wait for the first try.
    ///   - open: Opens it.
    /// - Throws: ``DatabaseRefusal``, where trying again would not help.
    public init(
        name: String,
        keyOrder: KeyOrder,
        patience: Duration = .seconds(2),
        _ open: @escaping Opening
    ) async throws(DatabaseRefusal) {
        let engine = AwaitedEngine(name: name, keyOrder: keyOrder)
        database = Database(engine)
        state = engine.progress
        Task { await Self.keepOpening(engine, open) }
        _ = await state.wait(within: patience) { $0 != .opening }
        if case .refused(let refusal) = progress { throw refusal }
    }

    /// How far the opening is now.
    public var progress: Progress { state.read(\.self) }

    /// Returns how far the opening is once that is something else than before.
    public func progress(after before: Progress) async -> Progress {
        await state.wait { $0 != before }
        return progress
    }

    private static func keepOpening(_ engine: AwaitedEngine, _ open: Opening) async {
        while engine.progress.read({ $0 != .closed }) {
            do throws(DatabaseRefusal) {
                let database = try await open()
                if !engine.take(database.engine) { await database.close() }
                return
            } catch {
                engine.note(error.passes ? .waiting(error) : .refused(error))
                guard error.passes else { return }
            }
            await RealTime.pass(pause)
        }
    }
}

/// The engine of a database that may not be open yet.
final class AwaitedEngine: DatabaseEngine {
    let name: String
    let keyOrder: KeyOrder
    let progress = AwaitableValue(AwaitedDatabase.Progress.opening)
    private let opened = LockedValue<(any DatabaseEngine)?>(nil)

    init(name: String, keyOrder: KeyOrder) { (self.name, self.keyOrder) = (name, keyOrder) }

    var integrityCheck: StaticString? { opened.withLock { $0 }?.integrityCheck }

    var remarks: [DatabaseRemark] { opened.withLock { $0 }?.remarks ?? [] }

    /// Uses an engine from now on, unless the database was closed.
    func take(_ engine: any DatabaseEngine) -> Bool {
        progress.change { progress in
            guard progress != .closed else { return false }
            opened.withLock { $0 = engine }
            progress = .open
            return true
        }
    }

    func note(_ next: AwaitedDatabase.Progress) {
        progress.change { if $0 != .closed { $0 = next } }
    }

    func perform(
        _ access: DatabaseAccess,
        _ work: @escaping DatabaseWork
    ) async -> StorageFailure? {
        if let engine = opened.withLock({ $0 }) { return await engine.perform(access, work) }
        return switch progress.read(\.self) {
        case .waiting(.unavailable(_, let failure)): failure
        case .closed: .closed
        default: .unreachable
        }
    }

    func close() async {
        progress.change { $0 = .closed }
        await opened.withLock { $0 }?.close()
    }
}

extension DatabaseRefusal {
    /// Whether the reason may pass, so that a later try may succeed.
    var passes: Bool {
        switch self {
        case .locked: true
        case .unavailable(_, let failure), .migrationFailed(_, _, let failure):
            failure.remedy == .tryAgain
        default: false
        }
    }
}
