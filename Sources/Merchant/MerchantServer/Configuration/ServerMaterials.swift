internal import Bytes
public import Certificates
internal import Cryptography
internal import Files
internal import HTTPClient
internal import HTTPServer
internal import PaymentToken
internal import Payments
public import TokenIntake
public import World

/// The keys, certificates and other files that a configuration names, read and checked.
public struct ServerMaterials: Sendable {
    /// A certificate that ends, for the check and the metrics.
    public struct Ending: Hashable, Sendable {
        /// The purpose: `processing`, `identity`, `tls` or `orders`.
        public let purpose: String
        /// The file.
        public let file: String
        /// When it ends.
        public let notAfter: UnixTime

        func hasEnded(at moment: UnixTime) -> Bool { notAfter < moment }

        /// Whole days until it ends, rounded down; negative after it ended.
        public func daysLeft(at moment: UnixTime) -> Int {
            let (left, day) = (notAfter.seconds - moment.seconds, Int64(86_400))
            return Int(left >= 0 ? left / day : -((-left + day - 1) / day))
        }
    }

    /// The keys that open tokens, which can be loaded again.
    public let keyring: MerchantKeyring
    /// The root of tokens' signatures: Apple's, or a sandbox's where the configuration names one.
    public let root: TrustAnchor
    /// The remarks for an operator, such as on a certificate that ends soon.
    public let remarks: [String]
    /// The Merchant Identity certificate and the server's own, which can be loaded again.
    let certificates: CertificateFiles
    let gatewayAuthority: [UInt8]?
    /// The keys of stored credentials, which can be loaded again; nil where none are configured.
    let credentials: MerchantKeyring?
    /// All keys that can be loaded again.
    var keyrings: [MerchantKeyring] { [keyring] + [credentials].compactMap(\.self) }
    /// The secrets of the platforms.
    let platforms: PlatformMaterials
    /// The key from which secrets of webhooks are derived; nil where none is configured.
    let webhookSecrets: WebhookSecrets?
    /// The links of orders; nil where none are configured.
    let orderLinks: OrderLinks?
    /// The packages of orders; nil where none are configured.
    let orderPackages: OrderPackages?
    let domainAssociation: [UInt8]?

    /// Reads the files.
    ///
    /// - Throws: ``ConfigurationRefusal`` with everything that is wrong with them.
    public init(
        _ configuration: ServerConfiguration,
        world: World
    ) throws(ConfigurationRefusal) {
        var reader = MaterialsReader(now: world.clock.now)
        let keyring = reader.keyring(configuration, world)
        let root = reader.root(configuration.testRoot)
        let certificates = CertificateFiles(configuration, clock: world.clock, &reader)
        var authority: Certificate?
        if case .test(_, let file) = configuration.gateway {
            authority = reader.certificates(file, "testGateway.authority").first
        }
        platforms = PlatformMaterials(configuration, &reader)
        credentials = reader.credentials(
            configuration.credentials,
            of: configuration.merchant.identifier,
            world
        )
        webhookSecrets = reader.key(configuration.webhooks?.keyFile, "webhooks.keyFile")
            .map(WebhookSecrets.init)
        let key = reader.key(configuration.orders?.keyFile, "orders.keyFile")
        orderLinks = key.map { OrderLinks(key: $0, origin: configuration.orders?.origin) }
        orderPackages = key.flatMap {
            reader.packages(configuration, $0, signedBy: certificates.orders)
        }
        reader.checkDatabase(configuration)
        reader.check(configuration.eventStream)
        domainAssociation = reader.association(configuration.domainAssociation)
        guard let keyring, let root, reader.problems.isEmpty else {
            throw ConfigurationRefusal(reader.problems)
        }
        (self.keyring, self.root) = (keyring, root)
        self.certificates = certificates
        gatewayAuthority = authority?.der
        remarks =
            keyring.findings.map { "\($0); \($0.remedy)" } + reader.remarks
            + Self.mixture(configuration)
    }

    /// A configuration that is half for a sandbox and half for Apple.
    private static func mixture(_ configuration: ServerConfiguration) -> [String] {
        guard configuration.identity != nil else { return [] }
        return switch (configuration.testRoot, configuration.gateway) {
        case (_?, .apple):
            [
                "sessions are asked of Apple, but only tokens of a sandbox are taken: testRoot is given"
            ]
        case (nil, .test):
            ["sessions are asked of a sandbox, but only tokens of Apple are taken: give testRoot"]
        default: []
        }
    }

    /// The certificates that end, with those of the keys that serve now.
    public var endings: [Ending] {
        keyring.entries.compactMap { entry in
            entry.certificate.map {
                Ending(
                    purpose: "processing",
                    file: entry.certificateOrigin ?? entry.origin,
                    notAfter: $0.notAfter
                )
            }
        } + certificates.endings
    }
}
