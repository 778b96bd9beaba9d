internal import ApplePaySession
public import Certificates
internal import Cryptography
public import Storage
public import World

/// Apple's gateway: gives a merchant's server a session for one payment sheet, and answers a device
/// that asks whether a session is good.
///
/// Sessions, domains and merchants of platforms are rows of the database. Several processes may use
/// it, so no row is cached.
///
/// - Source: Apple, *Requesting an Apple Pay payment session*, *Providing merchant validation*;
///   Documentation/Decisions/0047-the-session-gateway.md.
public final class SessionGateway: Sendable {
    /// The parts that a gateway works with.
    public struct Parts: Sendable {
        /// The database, with ``GatewayTables/migrations``.
        public var database: Database
        /// The merchants.
        public var directory: any MerchantDirectory
        /// The signer of sessions; its certificate is marked as that of Apple's signer is.
        public var signer: SignedDataWriter
        /// The root above the signer, against which devices verify.
        public var root: TrustAnchor
        /// Where domain association files are fetched.
        public var domains: DomainFetching
        /// The clock, and the source of identifiers and nonces.
        public var world: World

        /// The parts.
        public init(
            database: Database,
            directory: any MerchantDirectory,
            signer: SignedDataWriter,
            root: TrustAnchor,
            domains: DomainFetching = DomainFetching(),
            world: World
        ) {
            self.database = database
            self.directory = directory
            self.signer = signer
            self.root = root
            self.domains = domains
            self.world = world
        }
    }

    /// After how long a session's row is removed. Units: seconds.
    static let rowLifetime: Int64 = 3_600
    /// The second part of every session identifier, which is the same for all merchants of Apple's.
    static let gateway = MerchantReference(identifier: "Quince TEST session gateway")

    let parts: Parts
    /// Receives every answer to a request.
    let log: @Sendable (GatewayAnswer) -> Void

    var database: Database { parts.database }
    var directory: any MerchantDirectory { parts.directory }
    var now: UnixTime { parts.world.clock.now }

    /// A gateway.
    public init(
        _ parts: Parts,
        log: @escaping @Sendable (GatewayAnswer) -> Void = { _ in }
    ) {
        self.parts = parts
        self.log = log
    }

    /// Makes the session that a client asks for.
    func session(
        for request: SessionRequest,
        from client: ClientIdentity
    ) async throws(GatewayRefusal) -> MerchantSession {
        let merchant = MerchantReference(request.merchantIdentifier)
        let domain: DomainName
        do { domain = try request.domain } catch { throw .session(error) }
        try await requireMerchant(merchant, from: client)
        let now = now
        let draft = MerchantSession.Draft(
            random: parts.world.randomness.bytes(MerchantSession.Draft.randomLength),
            gateway: Self.gateway,
            epochTimestamp: now.seconds * 1_000,
            merchant: merchant,
            platform: client.merchant,
            request: request
        )
        let digest = SHA256.digest(draft.signedContent)
        let signature = try? parts.signer.sign(contentDigest: digest, signingTime: now)
        guard let signature else { throw .notSigned }
        let session = MerchantSession(draft, signature: signature)
        try await database.write { transaction throws(GatewayRefusal) in
            guard try transaction.hasDomain(domain, of: merchant, through: client.merchant)
            else { throw .domainNotRegistered(domain, merchant: merchant) }
            try transaction.add(session, for: client, at: now)
        }
        return session
    }

    /// The merchant must be the client's own, or one that it registered as a platform.
    private func requireMerchant(
        _ merchant: MerchantReference,
        from client: ClientIdentity
    ) async throws(GatewayRefusal) {
        guard merchant != client.merchant else { return }
        let isPartner = try await database.read { snapshot throws(GatewayRefusal) in
            try snapshot.partner(merchant, of: client.merchant) != nil
        }
        if isPartner { return }
        let isRegistered: Bool
        do throws(StorageFailure) {
            isRegistered = try await directory.identifier(of: merchant) != nil
        } catch { throw .storage(error) }
        throw isRegistered
            ? .anotherMerchant(merchant, caller: client.merchant)
            : .merchantUnknown(merchant, caller: client.merchant)
    }

    /// Recognizes a client by its certificates.
    func identity(of certificates: [[UInt8]]) async throws(GatewayRefusal) -> ClientIdentity {
        guard !certificates.isEmpty else { throw .noCertificate }
        let authorities: [MerchantAuthority]
        do throws(StorageFailure) {
            authorities = try await directory.merchantAuthorities()
        } catch { throw .storage(error) }
        let identity = try ClientIdentity(verifying: certificates, under: authorities, at: now)
        let (state, identifier): (IdentityCertificateState, String?)
        do throws(StorageFailure) {
            state = try await directory.state(ofIdentityCertificate: identity.serialNumber)
            identifier = try await directory.identifier(of: identity.merchant)
        } catch { throw .storage(error) }
        switch state {
        case .issued: break
        case .revoked: throw .certificateRevoked
        case .unknown: throw .certificateUnknown
        }
        guard identifier != nil else { throw .merchantOfCertificateUnknown(identity.merchant) }
        return identity
    }
}
