internal import World

/// A database: SQLite in a file or in memory, or PostgreSQL on a server.
///
/// This module opens one on SQLite, the module `PostgreSQL` one on a server. An instance can be
/// used from any task: statements run on the database's own threads, and only the task that asked
/// waits.
///
/// - Source: Documentation/Decisions/0037-one-interface-to-two-databases.md.
public struct Database: Sendable {
    package let engine: any DatabaseEngine
    private let damage = LockedValue(false)

    package init(_ engine: any DatabaseEngine) { self.engine = engine }

    /// The database's name in messages: a file's path, or a server without its password.
    public var name: String { engine.name }

    /// Which keys of new rows the database stores with the least work.
    public var keyOrder: KeyOrder { engine.keyOrder }

    /// The corrections that were made when the database was opened, which an operator should know.
    public var remarks: [DatabaseRemark] { engine.remarks }

    /// Runs a transaction. When this returns, all of it is on the disk; when it throws, nothing is,
    /// unless the failure is ``StorageFailure/commitUnknown``.
    ///
    /// The closure runs on a thread of the database. Where a concurrent transaction interferes, it is
    /// undone and run again, so it must change nothing but the database. A cancelled task does not
    /// stop it.
    ///
    /// - Throws: What the closure throws, or a ``StorageFailure`` in its error type.
    @discardableResult
    public func write<Result: Sendable, Failure: CarriesStorageFailure>(
        _ body: @escaping @Sendable (borrowing Transaction<Failure>) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await perform(.writing) { runner throws(Failure) in
            // Named, because the optimizer of Swift 6.3.1 crashes on a temporary here.
            let transaction = Transaction<Failure>(on: runner)
            return try body(transaction)
        }
    }

    /// Reads the database as it is at one moment, while others may write.
    ///
    /// A read that waits for a thread is refused with ``StorageFailure/cancelled`` when its task is
    /// cancelled.
    ///
    /// - Throws: What the closure throws, or a ``StorageFailure`` in its error type.
    public func read<Result: Sendable, Failure: CarriesStorageFailure>(
        _ body: @escaping @Sendable (borrowing Snapshot<Failure>) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await perform(.reading) { runner throws(Failure) in
            let snapshot = Snapshot<Failure>(on: runner)
            return try body(snapshot)
        }
    }

    /// Whether a transaction has found the database damaged, and ``checkIntegrity()`` has not passed since.
    public var isDamaged: Bool { damage.withLock { $0 } }

    /// Reads the whole of a SQLite file, which takes as long as that. PostgreSQL has no such check: any read
    /// passes.
    ///
    /// - Throws: ``StorageFailure/corrupt`` where something is damaged.
    public func checkIntegrity() async throws(StorageFailure) {
        let check = engine.integrityCheck
        let found = try await read { snapshot throws(StorageFailure) in
            try snapshot.row(check ?? "SELECT 'ok' AS integrity_check")?.text("integrity_check")
        }
        guard found == "ok" else { throw .corrupt }
        damage.withLock { $0 = false }
    }

    /// Closes the database once the work that waits is done. Later calls are refused with
    /// ``StorageFailure/closed``.
    ///
    /// A database that is not closed is closed some time after its last use.
    public func close() async { await engine.close() }

    private func perform<Answer: Sendable, Failure: CarriesStorageFailure>(
        _ access: DatabaseAccess,
        _ body: @escaping @Sendable (any StatementRunner) throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        let work = TransactionRun(body)
        let failure = await engine.perform(access, { work.run(on: $0) })
        return try answer(of: work, failure)
    }

    fileprivate func answer<Answer: Sendable, Failure: CarriesStorageFailure>(
        of work: TransactionRun<Answer, Failure>,
        _ failure: StorageFailure?
    ) throws(Failure) -> Answer {
        if failure == .corrupt || work.foundDamage { damage.withLock { $0 = true } }
        if let failure {
            throw Failure(storage: failure)
        }
        return try work.outcome.get()
    }
}

/// A database in memory, which answers at once: nothing in it waits for a disk or another process. Its
/// records end with it.
public struct MemoryDatabase: Sendable {
    /// The same records, for what works on every database.
    public let database: Database
    private let engine: any ImmediateEngine

    package init(_ engine: any ImmediateEngine) {
        (self.engine, database) = (engine, Database(engine))
    }

    /// Runs a transaction, as ``Database/write(_:)`` does, on the thread of the caller.
    ///
    /// - Throws: What the closure throws, or a ``StorageFailure`` in its error type.
    @discardableResult
    public func write<Result: Sendable, Failure: CarriesStorageFailure>(
        _ body: @escaping @Sendable (borrowing Transaction<Failure>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let work = TransactionRun { (runner) throws(Failure) in
            let transaction = Transaction<Failure>(on: runner)
            return try body(transaction)
        }
        return try database.answer(of: work, engine.performNow { work.run(on: $0) })
    }
}
