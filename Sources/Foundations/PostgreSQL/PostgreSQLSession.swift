internal import Glibc
internal import Storage
internal import World

/// The database as one thread uses it: a connection that is opened when it is needed, and
/// transactions that run again where the server's answer allows it.
struct PostgreSQLSession {
    private let hosts: PostgreSQLHosts
    private let limits: PostgreSQLLimits
    private let world: World
    let statements: TransactionStatements
    var connection: PostgreSQLConnection?
    /// The marker of the next transaction on the connection.
    var marker = CommitMarker(writer: "", number: 0)
    /// The first marker of the connection that was not removed.
    private var firstMarker: Int64 = 0
    private var isPreparing: Bool

    /// A session without a connection, which prepares its statements or does not.
    init(
        _ hosts: PostgreSQLHosts,
        _ limits: PostgreSQLLimits,
        _ world: World,
        isPreparing: Bool = true
    ) {
        self.hosts = hosts
        self.limits = limits
        self.world = world
        self.isPreparing = isPreparing
        statements = TransactionStatements(limits)
    }

    /// How one run of a transaction ended.
    enum Ending {
        /// It was kept, or undone as the work said.
        case asTheWorkSaid
        /// It was undone. The failure is nil where the work knows of it.
        case undone(StorageFailure?, Interference?)
        /// It is not known whether it was committed, or whether the standby has it.
        case unknown(CommitMarker)
    }

    /// Runs work in a transaction, and runs it again where concurrent transactions interfered.
    ///
    /// - Returns: Nil once the transaction is kept or undone as the work said; otherwise why not.
    mutating func perform(_ access: DatabaseAccess, _ work: DatabaseWork) -> StorageFailure? {
        var tries = TransactionTries()
        while true {
            var ending: Ending
            do throws(StorageFailure) {
                ending = run(access, work, on: try open())
            } catch {
                return error
            }
            if case .unknown(let marker) = ending { ending = resolve(marker) }
            switch ending {
            case .asTheWorkSaid: return nil
            case .unknown: return .commitUnknown
            case .undone(let failure, let interference):
                guard let interference, let pause = tries.pause(after: interference) else {
                    return failure
                }
                wait(atMost: pause)
            }
        }
    }

    /// Removes markers whose commits were answered, once there are many.
    mutating func removeMarkers() {
        guard marker.number - firstMarker >= CommitMarker.interval, let connection,
            connection.isFresh
        else { return }
        firstMarker = marker.number
        // A marker that comes back after a crash does no harm, so this need not wait for the disk.
        let unflushed = "SET LOCAL synchronous_commit = off"
        let texts = [statements.beginReadCommitted, unflushed] + marker.removals + ["COMMIT"]
        if case .done = connection.control(texts.joined(separator: "; ")) { return }
        self.connection = nil
    }

    mutating func open() throws(StorageFailure) -> PostgreSQLConnection {
        if let connection {
            isPreparing = isPreparing && connection.isPreparing
            if connection.isFresh { return connection }
        }
        connection = nil
        let bytes = world.randomness.bytes(16)
        let word = bytes.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        let opened = try hosts.connect(
            limits,
            preparing: PreparedStatements(word: word, isPreparing: isPreparing)
        )
        connection = opened
        marker = CommitMarker(writer: word, number: 0)
        firstMarker = 0
        return opened
    }

    private mutating func run(
        _ access: DatabaseAccess,
        _ work: DatabaseWork,
        on connection: PostgreSQLConnection
    ) -> Ending {
        let isWriting = access == .writing
        if let failed = begin(
            isWriting ? statements.beginWriting : statements.beginReading,
            on: connection
        ) {
            return failed
        }
        let transaction = ServerTransaction(on: connection)
        let end = work(transaction)
        if transaction.interference != nil || end == .undo {
            undo(on: connection)
            return .undone(nil, transaction.interference)
        }
        return isWriting ? commit(on: connection) : finishReading(on: connection)
    }

    func begin(_ text: String, on connection: PostgreSQLConnection) -> Ending? {
        switch connection.control(text) {
        case .done: return nil
        case .lost: return .undone(.connectionLost, .connectionLost)
        case .refused(let error):
            undo(on: connection)
            return .undone(error.failure, Interference(error, whilePrepared: false))
        }
    }

    mutating func commit(on connection: PostgreSQLConnection) -> Ending {
        let marker = marker
        self.marker = marker.next
        var isWarned = false
        switch connection.control(marker.commit, warned: &isWarned) {
        case .done(last: "COMMIT", _) where !isWarned: return .asTheWorkSaid
        case .done(last: "COMMIT", _), .lost: return .unknown(marker)
        // The server answers a COMMIT of a failed transaction with ROLLBACK.
        case .done: return .undone(.transactionLost, nil)
        case .refused(let error):
            undo(on: connection)
            return .undone(error.failure, Interference(error, whilePrepared: false))
        }
    }

    private func finishReading(on connection: PostgreSQLConnection) -> Ending {
        switch connection.control("COMMIT") {
        case .done(last: "COMMIT", _): return .asTheWorkSaid
        case .done: return .undone(.transactionLost, nil)
        case .lost: return .undone(.connectionLost, .connectionLost)
        case .refused(let error):
            undo(on: connection)
            return .undone(error.failure, Interference(error, whilePrepared: false))
        }
    }

    /// Where the connection is lost, the server undoes the transaction by itself.
    private func undo(on connection: PostgreSQLConnection) {
        guard connection.isUsable, !connection.isIdle else { return }
        _ = connection.control("ROLLBACK")
    }

    private func wait(atMost milliseconds: UInt64) {
        guard milliseconds > 0 else { return }
        let pause = world.randomness.number(below: milliseconds) + 1
        _ = poll(nil, 0, Int32(clamping: pause))
    }
}

extension PostgreSQLSession {
    /// How often at most it is asked whether a transaction was committed.
    private static let questionsAtMost = 200
    /// The longest pause between two questions. Units: milliseconds.
    private static let longestPause: UInt64 = 400

    /// Finds out on a new connection, maybe to another host, whether a transaction was committed.
    private mutating func resolve(_ marker: CommitMarker) -> Ending {
        connection = nil
        let start = world.clock.now
        for _ in 0..<Self.questionsAtMost {
            switch ask(marker) {
            case .asTheWorkSaid: return .asTheWorkSaid
            case .undone: return .undone(.connectionLost, .connectionLost)
            case .unknown: break
            case nil: return .unknown(marker)
            }
            let waited = world.clock.now.seconds - start.seconds
            guard (0..<limits.resolutionSeconds).contains(waited) else { break }
            wait(atMost: Self.longestPause)
        }
        return .unknown(marker)
    }

    /// Asks once. Nil means that asking again would not help.
    mutating func ask(_ marker: CommitMarker) -> Ending? {
        guard let connection = try? open() else { return .unknown(marker) }
        let texts = [statements.beginReadCommitted, marker.question, "COMMIT"]
        var isWarned = false
        switch connection.control(texts.joined(separator: "; "), warned: &isWarned) {
        case .done(last: "COMMIT", "f") where !isWarned: return .asTheWorkSaid
        case .done(last: "COMMIT", "t") where !isWarned: return .undone(nil, nil)
        case .done, .lost:
            self.connection = nil
            return .unknown(marker)
        case .refused(let error):
            self.connection = nil
            switch error.failure {
            // The transaction is still being committed, or this is not the primary yet.
            case .busy, .readOnly: return .unknown(marker)
            default: return nil
            }
        }
    }
}

extension PostgreSQLSession {
    /// `Qnce` in ASCII. Other users of advisory locks in this database must use other numbers.
    private static let migrationLock = 0x516e_6365
    /// How often a migration is tried in all where the connection is lost.
    static let migrationsAtMost = 3

    /// Brings the tables of modules up to date. If several servers do so at once, one migrates and the
    /// others wait.
    ///
    /// A migration whose commit is unknown runs again: it finds what is recorded.
    mutating func migrate(
        _ series: [MigrationSeries],
        database: String
    ) throws(DatabaseRefusal) {
        let migrator = Migrator(series, in: .postgreSQL, database: database)
        for _ in 0..<Self.migrationsAtMost {
            let connection: PostgreSQLConnection
            do throws(StorageFailure) { connection = try open() } catch {
                throw DatabaseRefusal(error, database: database)
            }
            let text = "; SELECT pg_advisory_xact_lock(\(Self.migrationLock))"
            switch begin(statements.beginReadCommitted + text, on: connection) {
            case .undone(let failure?, nil): throw DatabaseRefusal(failure, database: database)
            case .none: break
            default: continue
            }
            let transaction = ServerTransaction(on: connection)
            do throws(DatabaseRefusal) {
                try Self.requireUTF8(in: transaction, database: database)
                try Self.makeMarkerTable(in: transaction, database: database)
                _ = try migrator.migrate(on: transaction)
            } catch {
                undo(on: connection)
                if transaction.interference == .connectionLost { continue }
                throw error
            }
            if case .done(last: "COMMIT", _) = connection.control("COMMIT") {
                return try proveMarkers(database: database)
            }
            self.connection = nil
        }
        throw .unavailable(database: database, .connectionLost)
    }

    /// Every text that a program has can be stored in UTF-8 only.
    private static func requireUTF8(
        in transaction: ServerTransaction,
        database: String
    ) throws(DatabaseRefusal) {
        let encoding: String?
        do throws(StorageFailure) {
            encoding = try transaction.run(
                "SELECT current_setting('server_encoding') AS encoding",
                []
            ).rows.first?.text("encoding")
        } catch { throw DatabaseRefusal(error, database: database) }
        guard encoding == "UTF8" else {
            throw .encodingNotUTF8(database: database, encoding: encoding ?? "unknown")
        }
    }

    private static func makeMarkerTable(
        in transaction: ServerTransaction,
        database: String
    ) throws(DatabaseRefusal) {
        do throws(StorageFailure) {
            _ = try transaction.run(CommitMarker.table, [])
        } catch {
            throw DatabaseRefusal(error, database: database)
        }
    }
}
