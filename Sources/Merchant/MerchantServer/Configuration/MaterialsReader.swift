internal import Bytes
import Certificates
internal import Cryptography
internal import Files
internal import HTTPClient
internal import NATS
internal import PaymentToken
internal import Payments
internal import SecurityModule
internal import Storage
internal import TokenIntake
internal import WalletOrders
internal import World

/// Reads the files of a configuration, and collects what is wrong.
struct MaterialsReader {
    /// A certificate with its key, of which nothing is wrong.
    struct Pair {
        let chain: [[UInt8]]
        let key: Secret
        let ending: ServerMaterials.Ending
        /// The signer of packages, where it is that of an order type.
        var signer: OrderTypeIdentity?
    }

    let now: UnixTime
    var problems: [ConfigurationProblem] = []
    var remarks: [String] = []

    mutating func complain(_ member: String, _ text: String) {
        problems.append(ConfigurationProblem(member, text))
    }

    mutating func keyring(_ configuration: ServerConfiguration, _ world: World) -> MerchantKeyring?
    {
        // Platforms open all tokens.
        guard !configuration.processingFiles.isEmpty else {
            return MerchantKeyring([], clock: world.clock)
        }
        let source = KeyFileSource(
            configuration.processingFiles,
            password: configuration.processingPasswordFile.map { .file($0) },
            merchantIdentifier: configuration.merchant.identifier
        )
        return keyring([source], "processing.files", world)
    }

    mutating func credentials(
        _ configuration: ServerConfiguration.Credentials?,
        of merchant: String,
        _ world: World
    ) -> MerchantKeyring? {
        guard let configuration else { return nil }
        var sources: [any MerchantKeySource] = []
        for text in configuration.modules {
            do throws(ModuleURIFailure) {
                sources.append(
                    ModuleKeySource(
                        try ModuleURI(text),
                        certificatePath: nil,
                        merchantIdentifier: merchant,
                        randomness: world.randomness
                    )
                )
            } catch { complain("credentials.modules", "\(error)") }
        }
        if !configuration.files.isEmpty {
            sources.append(
                KeyFileSource(
                    configuration.files,
                    password: configuration.passwordFile.map { .file($0) },
                    merchantIdentifier: merchant
                )
            )
        }
        let found = keyring(sources, "credentials", world)
        if found?.keys.allSatisfy({ $0.version == .ecV1 }) == false {
            complain("credentials", "a key is not on P-256")
        }
        return found
    }

    private mutating func keyring(
        _ sources: [any MerchantKeySource],
        _ member: String,
        _ world: World
    ) -> MerchantKeyring? {
        do throws(KeyringFailure) {
            let keyring = try MerchantKeyring(
                sources: sources,
                clock: world.clock,
                interval: .seconds(5)
            )
            guard keyring.keys.isEmpty else { return keyring }
            complain(member, "there is no key in them")
        } catch {
            problems += error.findings.map {
                ConfigurationProblem(member, "\($0); \($0.remedy)")
            }
        }
        return nil
    }

    mutating func root(_ file: String?) -> TrustAnchor? {
        guard let file else { return .appleRootCAG3 }
        guard let certificate = certificates(file, "testRoot").first else { return nil }
        do throws(CertificateFailure) {
            return try TrustAnchor(root: certificate)
        } catch {
            complain("testRoot", "\(file): this is not a root certificate: \(error)")
            return nil
        }
    }

    mutating func pair(_ files: ServerConfiguration.Pair, _ member: String) -> Pair? {
        let chain = certificates(files.certificate, "\(member).certificate")
        let key = key(files.key, "\(member).key")
        guard let leaf = chain.first, let key else { return nil }
        guard key.publicKey.publicKeyInfo == leaf.publicKey.publicKeyInfo else {
            complain(
                "\(member).key",
                "\(files.key): this key does not belong to the certificate \(files.certificate)"
            )
            return nil
        }
        let ending = ServerMaterials.Ending(
            purpose: member,
            file: files.certificate,
            notAfter: leaf.notAfter
        )
        remark(on: ending)
        return Pair(chain: chain.map(\.der), key: key.pem, ending: ending)
    }

    /// Says that a certificate has ended, or ends soon.
    private mutating func remark(on ending: ServerMaterials.Ending) {
        let days = ending.daysLeft(at: now)
        if ending.hasEnded(at: now) {
            remarks.append("\(ending.file): the certificate has ended; renew it")
        } else if days < MerchantKeyring.standardWarningDays {
            remarks.append("\(ending.file): the certificate ends in \(days) days; renew it")
        }
    }

    /// Whether only its owner may read a file, or it is not there.
    mutating func isPrivate(_ file: String, _ member: String) -> Bool {
        guard let mode = Files.permissions(file), mode & 0o077 != 0 else { return true }
        complain(member, "\(file): others may read it; run chmod 600 on it")
        return false
    }

    private mutating func key(_ file: String, _ member: String) -> AuthorityKey? {
        guard isPrivate(file, member) else { return nil }
        let pem: Secret
        do throws(FileFailure) { pem = try Files.readSecret(file, limit: 65_536) } catch {
            complain(member, "\(error)")
            return nil
        }
        guard let key = try? AuthorityKey(pem: pem) else {
            complain(member, "\(file): this is not a private key in PEM without a password")
            return nil
        }
        return key
    }

    mutating func certificates(_ file: String, _ member: String) -> [Certificate] {
        do {
            let bytes = try Files.readSecret(file, limit: 65_536)
            let contents = try KeyFileContents(bytes, password: nil)
            guard contents.certificates.isEmpty else { return contents.certificates }
            complain(member, "\(file): there is no certificate in it")
        } catch let failure as FileFailure {
            complain(member, "\(failure)")
        } catch {
            complain(member, "\(file): \(error)")
        }
        return []
    }

    /// Nothing is opened. An address that may have a password is in a file that only its owner may read.
    mutating func checkDatabase(_ configuration: ServerConfiguration) {
        let member: String
        switch configuration.database {
        case .sqlite(let file):
            if !Files.isFolder(file.lastIndex(of: "/").map { String(file[...$0]) } ?? ".") {
                let refusal = DatabaseRefusal.folderMissing(path: file)
                complain("database.sqlite", "\(refusal); \(refusal.remedy)")
            }
            return
        case .postgreSQL(let text):
            let user = text.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" }
            let hasUserPassword =
                user.lastIndex(of: "@").map { user[..<$0].contains(":") } ?? false
            member = "database.postgresql"
            guard !hasUserPassword, !text.contains("password=") else {
                complain(
                    member,
                    "the address has a password; write it into a file and name that as postgresqlFile"
                )
                return
            }
        case .postgreSQLFile(let file):
            member = "database.postgresqlFile"
            guard let mode = Files.permissions(file), mode & 0o077 == 0 else {
                let isThere = Files.exists(file)
                complain(
                    member,
                    isThere
                        ? "\(file): others may read it; run chmod 600 on it"
                        : "\(file): there is no such file"
                )
                return
            }
        }
        do throws(DatabaseRefusal) { _ = try configuration.serverAddress() } catch {
            complain(member, "\(error); \(error.remedy)")
        }
    }

    /// The files of NATS, which libnats reads.
    mutating func check(_ stream: ServerConfiguration.EventStream?) {
        if let file = stream?.place.authorityFile {
            _ = certificates(file, "events.nats.authorityFile")
        }
        guard let file = stream?.place.credentialsFile else { return }
        let member = "events.nats.credentialsFile"
        if isPrivate(file, member), !Files.exists(file) {
            complain(member, "\(file): there is no such file")
        }
    }

    /// The key and the certificates of the order type.
    mutating func pair(_ wallet: ServerConfiguration.Wallet) -> Pair? {
        let source = KeyFileSource(
            keys: [wallet.key],
            certificates: wallet.certificates,
            password: wallet.passwordFile.map { .file($0) }
        )
        do {
            let contents = try source.read()
            let keys = contents.keys.compactMap { key in
                (key.value as? PrivateKey).map(AuthorityKey.ellipticCurve)
                    ?? (key.value as? RSAPrivateKey).map(AuthorityKey.rsa)
            }
            let signer = try OrderTypeIdentity(
                keys: keys.map(\.signingKey),
                certificates: contents.certificates.map(\.value)
            )
            guard let leaf = contents.certificates.first(where: { $0.value == signer.chain.first }),
                let key = keys.first(where: { $0.publicKey == leaf.value.publicKey })
            else { throw OrderTypeIdentity.Failure.noCertificateOfKey }
            let ending = ServerMaterials.Ending(
                purpose: CertificateFiles.Purpose.orders.rawValue,
                file: leaf.origin,
                notAfter: leaf.value.notAfter
            )
            remark(on: ending)
            let chain = signer.chain.map(\.der)
            return Pair(chain: chain, key: key.pem, ending: ending, signer: signer)
        } catch {
            complain("orders.wallet", "\(error)")
            return nil
        }
    }

    /// The packages of orders for Apple's Wallet.
    mutating func packages(
        _ configuration: ServerConfiguration,
        _ key: Secret,
        signedBy pair: Pair?
    ) -> OrderPackages? {
        guard let orders = configuration.orders, let wallet = orders.wallet else { return nil }
        guard let origin = orders.origin, origin.hasPrefix("https://") else {
            complain(
                "orders.origin",
                "Wallet asks for orders at an origin such as https://pay.shop.example"
            )
            return nil
        }
        var roots: [[UInt8]]?
        if case .test(_, let authority) = wallet.push {
            roots = certificates(authority, "orders.wallet.testPush.authority").map(\.der)
        }
        guard let pair, let signer = pair.signer else { return nil }
        do {
            return try OrderPackages(
                OrderPackages.Signing(signer, pair),
                pushRoots: roots,
                configuration.merchant,
                website: wallet.website,
                logo: try wallet.logo.map { try Files.read($0, limit: 1_000_000) },
                key: key,
                origin: origin,
                at: now
            )
        } catch {
            complain("orders.wallet", "\(error)")
            return nil
        }
    }

    mutating func association(_ file: String?) -> [UInt8]? {
        guard let file else { return nil }
        do throws(FileFailure) { return try Files.read(file, limit: 65_536) } catch {
            complain("domainAssociation", "\(error)")
            return nil
        }
    }
}
