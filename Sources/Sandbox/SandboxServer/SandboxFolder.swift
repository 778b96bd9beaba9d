public import AppleServers
internal import CardNetwork
internal import Certificates
internal import Cryptography
internal import Files
package import Platforms
internal import Storage
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
        } catch { throw SandboxFolderFailure(path, error) }
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
        } catch { throw SandboxFolderFailure(path, error) }
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

/// The reason a sandbox's folder was not opened.
public struct SandboxFolderFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause in one line.
    public let description: String
    /// The remedy for an operator.
    public let remedy: String

    fileprivate init(_ path: String, _ cause: any Error) {
        description =
            switch cause {
            case let failure as FileFailure: "\(path): \(failure)"
            case is CryptographyFailure: "libcrypto could not make a key"
            default: "\(cause)"
            }
        remedy = (cause as? DatabaseRefusal)?.remedy ?? "try again, or name another folder"
    }
}
