internal import Bytes
public import Certificates
internal import Cryptography
internal import Files
internal import HTTPClient
internal import HTTPServer
internal import KeyFiles
internal import MerchantSession
internal import PaymentToken
public import TokenIntake
public import World

/// The keys, certificates and other files that a configuration names, read and checked.
public struct ServerMaterials: Sendable {
    /// A certificate that ends, for the check and the metrics.
    public struct Ending: Hashable, Sendable {
        /// What it is for: `processing`, `identity` or `tls`.
        public let purpose: String
        /// The file.
        public let file: String
        /// When it ends.
        public let notAfter: UnixTime

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
    /// What an operator should know, such as a certificate that ends soon.
    public let remarks: [String]
    let tls: TLSServerIdentity?
    let identity: HTTPClientConfiguration.Identity?
    let gatewayAuthority: [UInt8]?
    let domainAssociation: [UInt8]?
    private let fileEndings: [Ending]

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
        let identity = configuration.identity.flatMap { reader.pair($0, "identity") }
        let tls = configuration.tls.flatMap { reader.pair($0, "tls") }
        var authority: Certificate?
        if case .test(_, let file) = configuration.gateway {
            authority = reader.certificates(file, "testGateway.authority").first
        }
        reader.checkAddress(configuration.database)
        domainAssociation = reader.association(configuration.domainAssociation)
        guard let keyring, let root, reader.problems.isEmpty else {
            throw ConfigurationRefusal(reader.problems)
        }
        (self.keyring, self.root) = (keyring, root)
        self.identity = identity.map {
            HTTPClientConfiguration.Identity(chain: $0.chain, privateKey: $0.key)
        }
        self.tls = tls.map { TLSServerIdentity(chain: $0.chain, privateKey: $0.key) }
        gatewayAuthority = authority?.der
        fileEndings = reader.endings
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
        } + fileEndings
    }
}

/// Reads the files of a configuration, and collects what is wrong.
private struct MaterialsReader {
    struct Pair {
        let chain: [[UInt8]]
        let key: Secret
    }

    let now: UnixTime
    var problems: [ConfigurationProblem] = []
    var remarks: [String] = []
    var endings: [ServerMaterials.Ending] = []

    mutating func keyring(_ configuration: ServerConfiguration, _ world: World) -> MerchantKeyring?
    {
        let source = KeyFileSource(
            configuration.processingFiles,
            password: configuration.processingPasswordFile.map { .file($0) },
            merchantIdentifier: configuration.merchant.identifier
        )
        do throws(KeyringFailure) {
            let keyring = try MerchantKeyring(
                sources: [source],
                clock: world.clock,
                interval: .seconds(5)
            )
            guard !keyring.keys.isEmpty else {
                problems.append(ConfigurationProblem("processing.files", "there is no key in them"))
                return nil
            }
            return keyring
        } catch {
            problems += error.findings.map {
                ConfigurationProblem("processing.files", "\($0); \($0.remedy)")
            }
            return nil
        }
    }

    mutating func root(_ file: String?) -> TrustAnchor? {
        guard let file else { return .appleRootCAG3 }
        guard let certificate = certificates(file, "testRoot").first else { return nil }
        do throws(CertificateFailure) {
            return try TrustAnchor(root: certificate)
        } catch {
            problems.append(
                ConfigurationProblem(
                    "testRoot",
                    "\(file): this is not a root certificate: \(error)"
                )
            )
            return nil
        }
    }

    mutating func pair(_ files: ServerConfiguration.Pair, _ member: String) -> Pair? {
        let chain = certificates(files.certificate, "\(member).certificate")
        guard let leaf = chain.first else { return nil }
        guard let key = key(files.key, "\(member).key") else { return nil }
        guard key.publicKey.publicKeyInfo == leaf.publicKey.publicKeyInfo else {
            problems.append(
                ConfigurationProblem(
                    "\(member).key",
                    "\(files.key): this key does not belong to the certificate \(files.certificate)"
                )
            )
            return nil
        }
        let ending = ServerMaterials.Ending(
            purpose: member,
            file: files.certificate,
            notAfter: leaf.notAfter
        )
        endings.append(ending)
        if leaf.notAfter < now {
            remarks.append("\(files.certificate): the certificate has ended; renew it")
        } else if ending.daysLeft(at: now) < MerchantKeyring.standardWarningDays {
            remarks.append(
                "\(files.certificate): the certificate ends in \(ending.daysLeft(at: now)) days; renew it"
            )
        }
        return Pair(chain: chain.map(\.der), key: key.pem)
    }

    private mutating func key(_ file: String, _ member: String) -> AuthorityKey? {
        if let mode = Files.permissions(file), mode & 0o077 != 0 {
            problems.append(
                ConfigurationProblem(member, "\(file): others may read it; run chmod 600 on it")
            )
            return nil
        }
        let pem: Secret
        do throws(FileFailure) { pem = try Files.readSecret(file, limit: 65_536) } catch {
            problems.append(ConfigurationProblem(member, "\(error)"))
            return nil
        }
        guard let key = try? AuthorityKey(pem: pem) else {
            problems.append(
                ConfigurationProblem(
                    member,
                    "\(file): this is not a private key in PEM without a password"
                )
            )
            return nil
        }
        return key
    }

    mutating func certificates(_ file: String, _ member: String) -> [Certificate] {
        do {
            let bytes = try Files.readSecret(file, limit: 65_536)
            let contents = try KeyFileContents(bytes, password: nil)
            guard contents.certificates.isEmpty else { return contents.certificates }
            problems.append(ConfigurationProblem(member, "\(file): there is no certificate in it"))
        } catch let failure as FileFailure {
            problems.append(ConfigurationProblem(member, "\(failure)"))
        } catch {
            problems.append(ConfigurationProblem(member, "\(file): \(error)"))
        }
        return []
    }

    /// An address that may have a password is in a file that only its owner may read.
    mutating func checkAddress(_ place: ServerConfiguration.DatabasePlace) {
        switch place {
        case .sqlite: return
        case .postgreSQL(let text):
            let user = text.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" }
            let hasUserPassword =
                user.lastIndex(of: "@").map { user[..<$0].contains(":") } ?? false
            guard hasUserPassword || text.contains("password=") else { return }
            problems.append(
                ConfigurationProblem(
                    "database.postgresql",
                    "the address has a password; write it into a file and name that as postgresqlFile"
                )
            )
        case .postgreSQLFile(let file):
            if let mode = Files.permissions(file), mode & 0o077 == 0 { return }
            let isThere = Files.exists(file)
            problems.append(
                ConfigurationProblem(
                    "database.postgresqlFile",
                    isThere
                        ? "\(file): others may read it; run chmod 600 on it"
                        : "\(file): there is no such file"
                )
            )
        }
    }

    mutating func association(_ file: String?) -> [UInt8]? {
        guard let file else { return nil }
        do throws(FileFailure) { return try Files.read(file, limit: 65_536) } catch {
            problems.append(ConfigurationProblem("domainAssociation", "\(error)"))
            return nil
        }
    }
}
