internal import Certificates
internal import Cryptography
public import Storage
public import World

/// Apple's member center: merchant identifiers, their certificates, and the apps that may use them
/// (mission section 3).
///
/// Its records are in a database, which several processes may use: a server, and commands that act on
/// its folder. Every change is one transaction. What takes a transaction is for a database in memory,
/// which answers at once.
public final class MemberCenter: Sendable {
    /// The tables, for the series with which the database is opened.
    public static let migrations = MemberCenterTables.migrations
    /// The team of a new database.
    public static let firstTeam = Team(identifier: "QUINCETEST", name: "Quince TEST Merchant")

    /// The certificate authorities. The first process that opens the database makes their keys.
    public let authorities: TestAuthorities
    let database: Database
    let clock: any WallClock
    let issuing: CertificateIssuing

    /// A developer team.
    public struct Team: Hashable, Sendable {
        /// The team's identifier: ten characters.
        public let identifier: String
        /// The team's name.
        public let name: String

        /// Creates a team.
        public init(identifier: String, name: String) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// Opens a member center in a database that was opened with ``migrations``.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - world: The clock, and the source of new keys and serial numbers.
    /// - Throws: ``MemberCenterFailure``.
    public convenience init(
        database: Database,
        world: World
    ) async throws(MemberCenterFailure) {
        let authorities = try await Self.authorities(in: database, world)
        self.init(database, authorities, world)
    }

    /// Opens a member center in memory, in a database that was opened with ``migrations``.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    package convenience init(
        in memory: MemoryDatabase,
        authorities: TestAuthorities,
        world: World
    ) throws(StorageFailure) {
        try memory.write { transaction throws(StorageFailure) in
            _ = try transaction.insert(Self.firstTeam)
        }
        self.init(memory.database, authorities, world)
    }

    private init(_ database: Database, _ authorities: TestAuthorities, _ world: World) {
        self.database = database
        self.authorities = authorities
        clock = world.clock
        issuing = CertificateIssuing(authorities: authorities, randomness: world.randomness)
    }

    private static func authorities(
        in database: Database,
        _ world: World
    ) async throws(MemberCenterFailure) -> TestAuthorities {
        let found = try await database.read { snapshot throws(MemberCenterFailure) in
            try StoredAuthorities(reading: snapshot)
        }
        let stored: StoredAuthorities
        if let found {
            stored = found
        } else {
            let made: StoredAuthorities
            do throws(AuthorityFailure) {
                made = try StoredAuthorities(making: world)
            } catch { throw .authorities(error) }
            stored = try await database.write { transaction throws(MemberCenterFailure) in
                if let first = try StoredAuthorities(reading: transaction) { return first }
                try made.insert(in: transaction)
                _ = try transaction.insert(firstTeam)
                return made
            }
        }
        guard let authorities = stored.authorities else { throw .authoritiesUnreadable }
        return authorities
    }
}

/// Why a member center did not do what was asked.
public enum MemberCenterFailure: Error, Hashable, Sendable, CarriesStorageFailure {
    /// It refuses the request.
    case refused(MemberCenter.Refusal)
    /// The records could not be read or written.
    case storage(StorageFailure)
    /// The authorities could not be made.
    case authorities(AuthorityFailure)
    /// The authorities in the database cannot be read.
    case authoritiesUnreadable

    /// The failure for a database that failed.
    public init(storage failure: StorageFailure) { self = .storage(failure) }
}

extension MemberCenterFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .refused(let refusal): "\(refusal)"
        case .storage(let failure): "the member center's records: \(failure)"
        case .authorities(let failure): "\(failure)"
        case .authoritiesUnreadable:
            "the TEST authorities in the database cannot be read; restore the folder from a backup, or use a"
                + " new one"
        }
    }
}
