public import ISO8583
internal import JSON
internal import NATS
public import Payments
public import PlatformProcessors
internal import Processors
public import Sockets

/// The server's configuration from its file and its environment.
///
/// Paths are relative to the file's folder. The files that are named are read by
/// ``ServerMaterials``.
///
/// - Source: Documentation/RunningTheServer.md.
public struct ServerConfiguration: Hashable, Sendable {
    /// A certificate with its key, as files.
    public struct Pair: Hashable, Sendable {
        /// The certificate and its intermediates, in PEM.
        public let certificate: String
        /// The private key, in PEM.
        public let key: String
    }

    /// Where payments are recorded.
    public enum DatabasePlace: Hashable, Sendable {
        /// A file of SQLite.
        case sqlite(String)
        /// The address of a PostgreSQL server.
        case postgreSQL(String)
        /// A file with the address of a PostgreSQL server.
        case postgreSQLFile(String)
    }

    /// Where sessions are asked for.
    public enum Gateway: Hashable, Sendable {
        /// At Apple's hosts.
        case apple
        /// At a sandbox's gateway, with the authority above its TLS certificate.
        case test(SocketAddress, authority: String)
    }

    /// The card network and what it is told of the merchant.
    public struct Network: Hashable, Sendable {
        /// Where it listens.
        public let address: SocketAddress
        /// Field 32.
        public let acquirer: String
        /// Field 41.
        public let terminal: String
        /// Field 42.
        public let merchant: String
        /// How messages are written.
        public let layout: MessageLayout
        /// How messages follow one another.
        public let framing: MessageFraming
        /// How many days the issuers hold an amount.
        public let holdDays: Int
    }

    /// An account with a payment platform.
    public struct Platform: Hashable, Sendable {
        /// The platform.
        public let platform: PaymentPlatform
        /// A file whose first line is the secret key.
        public let keyFile: String
        /// The form of the tokens.
        public let form: TokenForm
        /// The origin of the API.
        public let origin: String
        /// A file with the secrets of webhooks, one a line; nil for no webhooks.
        public let webhookSecretsFile: String?
        /// The platform's own members, by the names of ``PaymentPlatform/settings``.
        public let settings: [String: String]
    }

    /// The payments that a processor takes.
    public struct Route: Hashable, Sendable {
        /// The processor's name.
        public let processor: ProcessorName
        /// The conditions that the payments meet.
        public let conditions: ProcessorRoutes.Conditions
    }

    /// The merchant.
    public struct Merchant: Hashable, Sendable {
        /// The merchant identifier.
        public let identifier: String
        /// The name that the sheet shows.
        public let displayName: String
        /// The name that goes to the card network; nil for that of the network's merchant.
        public let statementName: String?
        /// The city.
        public let city: String
        /// The country, an ISO 3166-1 code.
        public let country: String
        /// The merchant category code.
        public let categoryCode: String
    }

    /// How much is taken from callers.
    public struct Limits: Hashable, Sendable {
        /// Requests of one API key in a minute.
        public let perKey: Int
        /// Requests of one client address in a minute.
        public let perAddress: Int
        /// The longest body. Units: bytes.
        public let bodyBytes: Int
        /// All bodies that are held at the same time. Units: bytes.
        public let bodiesInFlightBytes: Int
        /// Connections at the same time.
        public let connections: Int
        /// How long the answer to a payment may take. Units: seconds.
        public let answerSeconds: Int

        var answerLimit: Duration { .seconds(answerSeconds) }
    }

    /// Where the server listens.
    public var listen: SocketAddress
    /// The server's own certificate; nil for plain HTTP.
    public let tls: Pair?
    /// Where payments are recorded.
    public let database: DatabasePlace
    /// The merchant.
    public let merchant: Merchant
    /// Files with the keys that open tokens.
    public let processingFiles: [String]
    /// A file whose first line opens those that are protected.
    public let processingPasswordFile: String?
    /// The keys of stored credentials; nil where none are stored and charged.
    public let credentials: Credentials?
    /// The shop's own webhooks; nil where there are none.
    public let webhooks: Webhooks?
    /// The stream that gets all events; nil for none.
    public let eventStream: EventStream?
    /// The pages of orders; nil where there are none.
    public let orders: Orders?
    /// The Merchant Identity certificate; nil where no sessions are asked for.
    public let identity: Pair?
    /// Whether tokens come from Apple's sandbox environment.
    public let isSandboxEnvironment: Bool
    /// The TEST root of a sandbox; nil for Apple's root.
    public let testRoot: String?
    /// Where sessions are asked for.
    public let gateway: Gateway
    /// The card network; nil where platforms take all payments.
    public let network: Network?
    /// The accounts with payment platforms.
    public let platforms: [Platform]
    /// Which payments each processor takes, in order.
    public let routes: [Route]
    /// The origins whose pages may ask for sessions.
    public let origins: [String]
    /// The domains that sessions may be for.
    public let domains: [String]
    /// The file that Apple's servers ask each domain for.
    public let domainAssociation: String?
    /// How much is taken from callers.
    public let limits: Limits
}

extension ServerConfiguration {
    /// Reads a configuration file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - folder: The folder to which its paths are relative.
    ///   - environment: The variables of the environment. Those that begin with `QUINCE_SERVER_`
    ///     replace members: `QUINCE_SERVER_NETWORK_ADDRESS` is `network.address`. A list is separated
    ///     by commas.
    /// - Throws: ``ConfigurationRefusal`` with everything that is wrong.
    public init(
        _ bytes: [UInt8],
        folder: String,
        environment: [String: String] = [:]
    ) throws(ConfigurationRefusal) {
        let given: JSONDocument
        do throws(JSONFailure) { given = try JSONDocument(bytes) } catch {
            throw ConfigurationRefusal([
                ConfigurationProblem("", "the file is not JSON: \(error.explanation)")
            ])
        }
        let overlay = EnvironmentOverlay(environment)
        let text = overlay.applied(to: given.root, Self.form).compact
        guard let root = try? JSONDocument(Array(text.utf8)).root else {
            throw ConfigurationRefusal([ConfigurationProblem("", "the file has too many members")])
        }
        var problems =
            Self.form.problems(of: root, at: "") + Self.processorProblems(of: root)
            + overlay.unknown(Self.form)
        self.init(Members(value: root), PathResolver(folder: folder))
        // Addresses are only judged that have the form of one.
        if problems.isEmpty { problems += webhooks?.problems ?? [] }
        guard problems.isEmpty else { throw ConfigurationRefusal(problems, others: self) }
    }

    /// Reads the members. One that is missing or has another form is empty, or as if it were not given.
    private init(_ root: Members, _ paths: PathResolver) {
        func address(_ text: String?) -> SocketAddress {
            text.flatMap { SocketAddress($0) } ?? .loopback()
        }
        listen = address(root.text("listen") ?? "127.0.0.1:8080")
        tls = root.member("tls").map { Pair($0, paths) }
        database = Self.place(root.required("database"), paths)
        merchant = Merchant(root.required("merchant"))
        let processing = root.required("processing")
        processingFiles = processing.texts("files").map(paths.resolve)
        processingPasswordFile = processing.text("passwordFile").map(paths.resolve)
        credentials = root.member("credentials").map { Credentials($0, paths) }
        webhooks = root.member("webhooks").map { Webhooks($0, paths) }
        eventStream = root.member("events")?.member("nats").map { EventStream($0, paths) }
        orders = root.member("orders").map { Orders($0, paths) }
        identity = root.member("identity").map { Pair($0, paths) }
        isSandboxEnvironment = root.text("environment") == "sandbox"
        testRoot = root.text("testRoot").map(paths.resolve)
        gateway = Gateway(root.member("testGateway"), paths)
        network = root.member("network").map { network in
            Network(
                address: address(network.text("address")),
                acquirer: network.text("acquirer") ?? "900001",
                terminal: network.text("terminal") ?? "QUINCE01",
                merchant: network.requiredText("merchant"),
                layout: MessageLayout.named.first { $0.name == network.text("layout") }?.layout
                    ?? .ascii,
                framing: network.text("framing").flatMap(MessageFraming.init) ?? .binary,
                holdDays: network.integer("holdDays", else: CardNetworkAcquirer.holdDays)
            )
        }
        platforms = PaymentPlatform.allCases.compactMap { platform in
            root.member("platforms")?.member(platform.rawValue).map {
                Platform(platform, $0, paths)
            }
        }
        routes = root.members("routes").compactMap(Route.init)
        origins = root.texts("origins")
        domains = root.texts("domains")
        domainAssociation = root.text("domainAssociation").map(paths.resolve)
        limits = Limits(root.member("limits"))
    }

    private static func place(_ members: Members, _ paths: PathResolver) -> DatabasePlace {
        if let file = members.text("sqlite") { return .sqlite(paths.resolve(file)) }
        if let file = members.text("postgresqlFile") {
            return .postgreSQLFile(paths.resolve(file))
        }
        return .postgreSQL(members.requiredText("postgresql"))
    }
}

/// The members of an object.
struct Members {
    let value: JSONValue?

    private func value(_ name: String) -> JSONValue? {
        value?.member(name)
    }

    func member(_ name: String) -> Members? { value(name).map(Members.init) }

    func required(_ name: String) -> Members { Members(value: value(name)) }

    func text(_ name: String) -> String? { value(name)?.string }

    func requiredText(_ name: String) -> String { text(name) ?? "" }

    func members(_ name: String) -> [Members] {
        value(name)?.elements?.map(Members.init) ?? []
    }

    func texts(_ name: String) -> [String] { value(name)?.elements?.compactMap(\.string) ?? [] }

    func integer(_ name: String, else standard: Int) -> Int {
        value(name)?.integer.map(Int.init) ?? standard
    }
}

/// Makes paths of those in the file.
private struct PathResolver {
    let folder: String

    func resolve(_ path: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }
}

extension ServerConfiguration.Pair {
    fileprivate init(_ members: Members, _ paths: PathResolver) {
        certificate = paths.resolve(members.requiredText("certificate"))
        key = paths.resolve(members.requiredText("key"))
    }
}

extension ServerConfiguration.Credentials {
    fileprivate init(_ members: Members, _ paths: PathResolver) {
        files = members.texts("files").map(paths.resolve)
        passwordFile = members.text("passwordFile").map(paths.resolve)
        modules = members.texts("modules")
    }
}

extension ServerConfiguration.Webhooks {
    fileprivate init(_ members: Members, _ paths: PathResolver) {
        keyFile = paths.resolve(members.requiredText("keyFile"))
        privateHosts = members.texts("privateHosts")
        endpoints = members.members("endpoints").map {
            Endpoint(
                identifier: Webhook.configuredPrefix + $0.requiredText("name"),
                url: $0.requiredText("url"),
                types: Set($0.texts("events").compactMap(EventType.init))
            )
        }
    }
}

extension ServerConfiguration.EventStream {
    fileprivate init(_ members: Members, _ paths: PathResolver) {
        place = JetStream.Place(
            servers: members.texts("servers"),
            stream: members.text("stream") ?? "quince",
            credentialsFile: members.text("credentialsFile").map(paths.resolve),
            authorityFile: members.text("authorityFile").map(paths.resolve)
        )
        subject = members.text("subject") ?? "quince"
    }
}

extension ServerConfiguration.Orders {
    fileprivate init(_ members: Members, _ paths: PathResolver) {
        keyFile = paths.resolve(members.requiredText("keyFile"))
        origin = members.text("origin")
        wallet = members.member("wallet").map { ServerConfiguration.Wallet($0, paths) }
    }
}

extension ServerConfiguration.Wallet {
    fileprivate init(_ members: Members, _ paths: PathResolver) {
        key = paths.resolve(members.requiredText("key"))
        certificates = members.texts("certificates").map(paths.resolve)
        passwordFile = members.text("passwordFile").map(paths.resolve)
        website = members.requiredText("website")
        logo = members.text("logo").map(paths.resolve)
        push = ServerConfiguration.Gateway(members.member("testPush"), paths)
    }
}

extension ServerConfiguration.Gateway {
    fileprivate init(_ test: Members?, _ paths: PathResolver) {
        guard let test else {
            self = .apple
            return
        }
        let address = test.text("address").flatMap { SocketAddress($0) } ?? .loopback()
        self = .test(address, authority: paths.resolve(test.requiredText("authority")))
    }
}

extension ServerConfiguration.Merchant {
    fileprivate init(_ members: Members) {
        identifier = members.requiredText("identifier")
        displayName = members.requiredText("displayName")
        statementName = members.text("statementName")
        city = members.text("city") ?? "Unknown"
        country = members.text("country") ?? "US"
        categoryCode = members.text("categoryCode") ?? "5999"
    }
}

extension ServerConfiguration.Platform {
    fileprivate init(_ platform: PaymentPlatform, _ members: Members, _ paths: PathResolver) {
        self.platform = platform
        keyFile = paths.resolve(members.requiredText("keyFile"))
        form = members.text("form").flatMap(TokenForm.init) ?? .networkToken
        origin = platform.origin.map { members.text("url") ?? $0 } ?? members.requiredText("url")
        webhookSecretsFile = members.text("webhookSecretsFile").map(paths.resolve)
        settings = Dictionary(
            uniqueKeysWithValues: platform.settings.compactMap { setting in
                members.text(setting.name).map { (setting.name, $0) }
            }
        )
    }
}

extension ServerConfiguration.Limits {
    fileprivate init(_ members: Members?) {
        let members = members ?? Members(value: nil)
        perKey = members.integer("requestsPerMinutePerKey", else: 120_000)
        perAddress = members.integer("requestsPerMinutePerAddress", else: 240_000)
        bodyBytes = members.integer("bodyBytes", else: 262_144)
        bodiesInFlightBytes = members.integer("bodiesInFlightBytes", else: 67_108_864)
        connections = members.integer("connections", else: 4_096)
        answerSeconds = members.integer("answerSeconds", else: 25)
    }
}
