public import AppleServers
internal import CardNetwork
internal import Certificates
internal import Cryptography
internal import Files
package import Platforms
public import Storage
public import World

/// The folder of a sandbox: a database of Apple's servers and the devices, and one of the card
/// network.
///
/// Several processes may use a folder: a server, and commands that act on it.
public struct SandboxFolder: Sendable {
    /// The name of the database in the folder.
    public static let fileName = "sandbox.sqlite"

    /// The folder's path.
    public let path: String
    /// The sandbox's clock, which can be moved, and its random numbers.
    public let world: World
    /// The member center.
    public let memberCenter: MemberCenter
    let clock: VirtualClock
    let token: APIToken
    let cardNetwork: CardNetwork
    let devices: Devices
    let database: Database
    /// The key for which Secure Elements encrypt.
    let tokenServiceKey: PrivateKey
    /// The TLS certificate of the session gateway.
    let gatewayCertificate: GatewayCertificate
    /// The merchant's accounts at payment platforms.
    package let platformAccounts: PlatformAccounts

    /// The file with the authority that clients of the session gateway trust.
    public var gatewayAuthorityPath: String { "\(path)/ca.pem" }
    /// The file with the TEST root of payment tokens and sessions.
    public var rootPath: String { "\(path)/root.pem" }

    private static let series = [
        VirtualClock.migrations, APIToken.migrations, MemberCenter.migrations,
        DeviceTables.migrations, OrderTables.migrations, GatewayTables.migrations,
        PlatformTables.migrations,
    ]

    /// The world of the sandbox in a folder, with its clock as it is now, for a command that acts on its card network
    /// alone; nil where the folder has no sandbox.
    ///
    /// - Throws: ``SandboxFolderFailure``.
    package static func world(
        of path: String,
        machine: World
    ) async throws(SandboxFolderFailure) -> World? {
        let file = "\(path)/\(fileName)"
        guard Files.exists(file) else { return nil }
        do {
            let database = try await Database(path: file, migrations: series)
            let clock = try await VirtualClock(database, machine: machine.clock)
            await database.close()
            return machine.with(clock: clock)
        } catch let refusal as DatabaseRefusal {
            throw .database(refusal)
        } catch let failure as StorageFailure {
            throw .storage(failure)
        } catch { throw .devices("\(error)") }
    }

    /// Opens a folder, and makes its databases where it has none.
    ///
    /// - Parameters:
    ///   - path: The folder, which must exist.
    ///   - world: The machine's clock, and the source of keys.
    ///   - gatewayNames: Host names of the session gateway, beside Apple's and `localhost`.
    /// - Throws: ``SandboxFolderFailure``.
    public init(
        _ path: String,
        world: World,
        gatewayNames: [String] = []
    ) async throws(SandboxFolderFailure) {
        self.path = path
        do {
            database = try await Database(
                path: "\(path)/\(Self.fileName)",
                migrations: Self.series
            )
            token = try await APIToken(database, world.randomness)
            clock = try await VirtualClock(database, machine: world.clock)
            self.world = world.with(clock: clock)
            memberCenter = try await MemberCenter(database: database, world: self.world)
            cardNetwork = try await CardNetwork(folder: path, world: self.world)
            devices = try await Devices(database, cardNetwork: cardNetwork, world: self.world)
            tokenServiceKey = try await TokenServiceKey.key(in: database, world.randomness)
            gatewayCertificate = try await GatewayCertificate(
                in: database,
                names: gatewayNames,
                world: world
            )
            platformAccounts = try await PlatformAccounts(database, world.randomness)
            try Files.write(gatewayCertificate.authority.pem, to: "\(path)/ca.pem")
            try Files.write(memberCenter.authorities.root.pem, to: "\(path)/root.pem")
        } catch let refusal as DatabaseRefusal {
            throw .database(refusal)
        } catch let failure as StorageFailure {
            throw .storage(failure)
        } catch let failure as MemberCenterFailure {
            throw .memberCenter(failure)
        } catch let failure as GatewayCertificateFailure {
            throw .gateway("\(failure)")
        } catch let failure as FileFailure {
            throw .gateway("\(path): \(failure)")
        } catch is CryptographyFailure {
            throw .devices("libcrypto could not make a key")
        } catch {
            throw .devices("\(error)")
        }
    }

    /// A platform's report of a settlement of the card network, line by line.
    ///
    /// - Throws: Where the records cannot be read.
    package func settlementReport(_ number: Int64, of platform: Platform) async throws -> [String] {
        try await platform.settlementReport(
            number,
            of: cardNetwork,
            in: database,
            accounts: platformAccounts
        )
    }

    /// Closes the databases, after what is being written.
    public func close() async {
        await cardNetwork.close()
        await database.close()
    }
}

/// Why a sandbox's folder was not opened.
public enum SandboxFolderFailure: Error, Hashable, Sendable {
    /// A database was not opened.
    case database(DatabaseRefusal)
    /// A database failed.
    case storage(StorageFailure)
    /// The member center could not be made or read.
    case memberCenter(MemberCenterFailure)
    /// The certificate of the session gateway could not be made, or its file not written.
    case gateway(String)
    /// The first device could not be made.
    case devices(String)
}

extension SandboxFolderFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .database(let refusal): "\(refusal)"
        case .storage(let failure): "\(failure)"
        case .memberCenter(let failure): "\(failure)"
        case .gateway(let failure), .devices(let failure): failure
        }
    }

    /// The remedy for an operator.
    public var remedy: String {
        switch self {
        case .database(let refusal): refusal.remedy
        default: "try again, or name another folder"
        }
    }
}
