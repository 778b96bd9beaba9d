internal import Storage
public import World

/// The clock of a sandbox: the machine's clock and an offset, which a call changes and the folder keeps.
///
/// A certificate's renewal, an expiry or the five minutes of a merchant session are tested by moving it.
public final class VirtualClock: WallClock {
    private let machine: any WallClock
    private let database: Database
    private let offset: LockedValue<Int64>

    /// The clock of a folder.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    init(
        _ database: Database,
        machine: any WallClock
    ) async throws(StorageFailure) {
        let row = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row("SELECT seconds FROM clock_offset")
        }
        offset = LockedValue(try row?.integer("seconds") ?? 0)
        self.machine = machine
        self.database = database
    }

    /// The sandbox's time.
    public var now: UnixTime { Self.time(of: machine.now, offsetBy: offset.withLock(\.self)) }

    /// How far it is from the machine's clock. Units: seconds.
    public var offsetSeconds: Int64 { offset.withLock(\.self) }

    /// Moves the clock.
    ///
    /// - Parameter seconds: How far; a negative number moves it back.
    /// - Returns: The time that it then shows.
    /// - Throws: ``Storage/StorageFailure``; then it is not moved, unless the failure says otherwise.
    @discardableResult
    func advance(bySeconds seconds: Int64) async throws(ClockFailure) -> UnixTime {
        let machine = machine.now
        let moved = try await database.write { transaction throws(ClockFailure) -> Int64 in
            let row: Row?
            let before: Int64
            do throws(StorageFailure) {
                row = try transaction.row("SELECT seconds FROM clock_offset")
                before = try row?.integer("seconds") ?? 0
            } catch { throw .storage(error) }
            let (after, overflow) = before.addingReportingOverflow(seconds)
            guard !overflow, let now = machine.advanced(bySeconds: after),
                Self.range.contains(now)
            else { throw .outOfRange }
            do throws(StorageFailure) {
                try transaction.execute(
                    """
                    INSERT INTO clock_offset (number, seconds) VALUES (1, $1)
                    ON CONFLICT (number) DO UPDATE SET seconds = excluded.seconds
                    """,
                    [.integer(after)]
                )
            } catch { throw .storage(error) }
            return after
        }
        offset.withLock { $0 = moved }
        return now
    }

    /// Sets the clock to a time, from which it goes on.
    ///
    /// - Returns: The time that it then shows.
    /// - Throws: As ``advance(bySeconds:)``.
    @discardableResult
    func set(to time: UnixTime) async throws(ClockFailure) -> UnixTime {
        let (seconds, overflow) = time.seconds.subtractingReportingOverflow(now.seconds)
        guard !overflow else { throw .outOfRange }
        return try await advance(bySeconds: seconds)
    }

    /// The times that it may show: certificates and their chains can be written in all of them.
    static let range = UnixTime(seconds: 946_684_800)...UnixTime(seconds: 4_102_444_800)

    private static func time(of machine: UnixTime, offsetBy seconds: Int64) -> UnixTime {
        machine.advanced(bySeconds: seconds) ?? machine
    }

    static let migrations = MigrationSeries(
        module: "clock",
        [
            Migration(
                "offset",
                [
                    .each(
                        sqlite: [
                            """
                            CREATE TABLE clock_offset (
                                number INTEGER PRIMARY KEY CHECK (number = 1),
                                seconds INTEGER NOT NULL
                            ) STRICT
                            """
                        ],
                        postgreSQL: []
                    )
                ]
            )
        ]
    )
}

/// Why the clock was not moved.
enum ClockFailure: Error, Hashable, Sendable, CarriesStorageFailure {
    /// It would show a time before the year 2000 or after 2099.
    case outOfRange
    /// The offset could not be written.
    case storage(StorageFailure)

    init(storage failure: StorageFailure) { self = .storage(failure) }
}
