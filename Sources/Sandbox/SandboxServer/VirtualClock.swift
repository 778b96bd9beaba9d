package import Storage
public import World

/// The clock of a sandbox: the machine's clock and an offset, which a call changes and the folder keeps.
///
/// A certificate's renewal, an expiry or the five minutes of a merchant session are tested by moving it.
public final class VirtualClock: WallClock {
    private let machine: any WallClock
    private let database: Database
    private let offset: LockedValue<Offset>
    /// How many moves were decided.
    private let decided = LockedValue<UInt64>(0)

    private struct Offset {
        var seconds: Int64
        /// Which move it is of; 0 for that of the folder.
        var number: UInt64 = 0
    }

    /// The clock of a folder.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    package init(
        _ database: Database,
        machine: any WallClock
    ) async throws(StorageFailure) {
        let kept = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.clockOffset()
        }
        offset = LockedValue(Offset(seconds: kept ?? 0))
        self.machine = machine
        self.database = database
    }

    /// The sandbox's time.
    public var now: UnixTime { Self.time(of: machine.now, offsetBy: offsetSeconds) }

    /// The machine's; moving this clock does not change it.
    public var uptime: Duration { machine.uptime }

    /// How far it is from the machine's clock. Units: seconds.
    public var offsetSeconds: Int64 { offset.withLock(\.seconds) }

    /// Moves the clock.
    ///
    /// - Parameter seconds: How far; a negative number moves it back.
    /// - Returns: The time that it then shows.
    /// - Throws: ``Storage/StorageFailure``; then it is not moved, unless the failure says otherwise.
    @discardableResult
    package func advance(bySeconds seconds: Int64) async throws(ClockFailure) -> UnixTime {
        try await move { before, _ in before.addingReportingOverflow(seconds) }
    }

    /// Sets the clock to a time, from which it goes on.
    ///
    /// - Returns: The time that it then shows.
    /// - Throws: As ``advance(bySeconds:)``.
    @discardableResult
    package func set(to time: UnixTime) async throws(ClockFailure) -> UnixTime {
        try await move { _, machine in
            time.seconds.subtractingReportingOverflow(machine.seconds)
        }
    }

    /// Decides a move in a transaction, which the database makes one after the other. Their callers may go on in
    /// another order, in which the last one decided counts.
    private func move(
        _ target:
            @escaping @Sendable (
                _ before: Int64, _ machine: UnixTime
            ) -> (partialValue: Int64, overflow: Bool)
    ) async throws(ClockFailure) -> UnixTime {
        let (machine, decided) = (machine, decided)
        let (after, shown) = try await database.write {
            transaction throws(ClockFailure) -> (Offset, UnixTime) in
            let before = try transaction.clockOffset() ?? 0
            let time = machine.now
            let (seconds, overflow) = target(before, time)
            guard !overflow, let shown = time.advanced(bySeconds: seconds),
                Self.range.contains(shown)
            else { throw .outOfRange }
            try transaction.execute(
                """
                INSERT INTO clock_offset (number, seconds) VALUES (1, $1)
                ON CONFLICT (number) DO UPDATE SET seconds = excluded.seconds
                """,
                [.integer(seconds)]
            )
            let number = decided.withLock { number in
                number += 1
                return number
            }
            return (Offset(seconds: seconds, number: number), shown)
        }
        offset.withLock { if after.number > $0.number { $0 = after } }
        return shown
    }

    /// The times that it may show: certificates and their chains can be written in all of them.
    package static let range = UnixTime(seconds: 946_684_800)...UnixTime(seconds: 4_102_444_800)

    private static func time(of machine: UnixTime, offsetBy seconds: Int64) -> UnixTime {
        machine.advanced(bySeconds: seconds) ?? machine
    }

    package static let migrations = MigrationSeries(
        module: "clock",
        [
            Migration(
                "tables",
                [
                    """
                    CREATE TABLE clock_offset (
                        number INTEGER PRIMARY KEY CHECK (number = 1),
                        seconds INTEGER NOT NULL
                    ) STRICT
                    """
                ]
            )
        ]
    )
}

extension Queryable where Self: ~Copyable {
    fileprivate func clockOffset() throws(Failure) -> Int64? {
        try one("SELECT seconds FROM clock_offset") { row throws(StorageFailure) in
            try row.integer("seconds")
        }
    }
}

/// Why the clock was not moved.
package enum ClockFailure: Error, Hashable, Sendable, CarriesStorageFailure {
    /// It would show a time before the year 2000 or after 2099.
    case outOfRange
    /// The offset could not be written.
    case storage(StorageFailure)

    package init(storage failure: StorageFailure) { self = .storage(failure) }
}

extension ClockFailure: CustomStringConvertible {
    /// The cause in one line.
    package var description: String {
        switch self {
        case .outOfRange: "the clock can show the years 2000 to 2099; it was not moved"
        case .storage(let failure): "the sandbox's records failed: \(failure)"
        }
    }
}
