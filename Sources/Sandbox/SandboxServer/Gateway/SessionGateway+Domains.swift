public import ApplePaySession
internal import Certificates
internal import Cryptography
internal import Storage
public import World

/// A domain on which a merchant may show the payment sheet.
public struct RegisteredDomain: Hashable, Sendable {
    /// The domain.
    public let name: DomainName
    /// When it was registered.
    public let registeredAt: UnixTime
    /// When its file was last found right; nil where it was never fetched.
    public let verifiedAt: UnixTime?

    init(_ name: DomainName, registeredAt: UnixTime, verifiedAt: UnixTime?) {
        (self.name, self.registeredAt, self.verifiedAt) = (name, registeredAt, verifiedAt)
    }
}

extension SessionGateway {
    /// The most domains of a merchant.
    ///
    /// - Source: Apple, *Register Merchant*, for platforms' merchants; for others Apple publishes no
    ///   number, and the same is taken.
    public static let domainLimit = 99

    /// Says where a domain's file is to be fetched, or that it is not. Registering it again, and a
    /// platform's registration, use the same place.
    ///
    /// - Throws: ``GatewayRefusal``.
    public func set(
        _ place: DomainPlace,
        of domain: DomainName
    ) async throws(GatewayRefusal) {
        if case .fetched(let address, _) = place, !parts.domains.allows(address) {
            throw .domain(DomainRefusal(domain, .addressNotAllowed(address)))
        }
        try await database.write { transaction throws(GatewayRefusal) in
            try transaction.set(place, of: domain)
        }
    }

    /// Registers a domain of a merchant after its association file was fetched and compared. For a
    /// domain that is registered, the file is fetched again.
    ///
    /// - Throws: ``GatewayRefusal``.
    public func register(
        _ domain: DomainName,
        for merchantIdentifier: String
    ) async throws(GatewayRefusal) -> RegisteredDomain {
        let merchant = MerchantReference(identifier: merchantIdentifier)
        try await requireRegistered(merchant)
        let registered = try await verified([domain], for: merchant)
        try await add(registered, of: merchant, through: merchant)
        return registered[0]
    }

    /// The domain association file of a merchant, which each of its domains has to serve. It is made at
    /// the first call and stays the same.
    ///
    /// - Throws: ``GatewayRefusal``.
    public func associationFile(
        of merchantIdentifier: String
    ) async throws(GatewayRefusal) -> [UInt8] {
        let merchant = MerchantReference(identifier: merchantIdentifier)
        try await requireRegistered(merchant)
        return try await associationFile(of: merchant)
    }

    private func associationFile(
        of merchant: MerchantReference
    ) async throws(GatewayRefusal) -> [UInt8] {
        let now = now
        let time = now.seconds * 1_000
        let content = DomainAssociation.signedContent(merchant: merchant, createdOn: time)
        let digest = SHA256.digest(content)
        let signature = try? parts.signer.sign(contentDigest: digest, signingTime: now)
        guard let signature else { throw .notSigned }
        let made = DomainAssociation(merchant: merchant, createdOn: time, signature: signature)
        return try await database.write { transaction throws(GatewayRefusal) in
            try transaction.associationFile(of: merchant, or: made.file)
        }
    }

    /// Fetches the files of domains, which have to be that of a merchant or a platform.
    func verified(
        _ domains: [DomainName],
        for platform: MerchantReference
    ) async throws(GatewayRefusal) -> [RegisteredDomain] {
        let file = try await associationFile(of: platform)
        var verified: [RegisteredDomain] = []
        for domain in domains {
            let place = try await database.read { snapshot throws(GatewayRefusal) in
                try snapshot.place(of: domain)
            }
            guard let place else { throw .domain(DomainRefusal(domain, .noAddress)) }
            try await parts.domains.verify(domain, at: place, expecting: file)
            verified.append(
                RegisteredDomain(
                    domain,
                    registeredAt: now,
                    verifiedAt: place == .notFetched ? nil : now
                )
            )
        }
        return verified
    }

    /// Adds domains, and a platform's merchant with them: all or none.
    func add(
        _ domains: [RegisteredDomain],
        of merchant: MerchantReference,
        through platform: MerchantReference,
        partner: PartnerMerchant? = nil
    ) async throws(GatewayRefusal) {
        try await database.write { transaction throws(GatewayRefusal) in
            if let partner { try transaction.save(partner, of: platform) }
            for domain in domains {
                try transaction.add(domain, of: merchant, through: platform)
            }
            let count = try transaction.domainCount(of: merchant, through: platform)
            guard count > Self.domainLimit else { return }
            throw .tooManyDomains(limit: Self.domainLimit)
        }
    }

    /// The domains of a merchant, by name.
    ///
    /// - Throws: ``GatewayRefusal``.
    public func domains(
        of merchantIdentifier: String
    ) async throws(GatewayRefusal) -> [RegisteredDomain] {
        let merchant = MerchantReference(identifier: merchantIdentifier)
        try await requireRegistered(merchant)
        return try await database.read { snapshot throws(GatewayRefusal) in
            try snapshot.domains(of: merchant, through: merchant)
        }
    }

    /// Ends a registration.
    ///
    /// - Returns: Whether the domain was registered.
    /// - Throws: ``GatewayRefusal``.
    public func unregister(
        _ domain: DomainName,
        of merchantIdentifier: String
    ) async throws(GatewayRefusal) -> Bool {
        let merchant = MerchantReference(identifier: merchantIdentifier)
        try await requireRegistered(merchant)
        return try await database.write { transaction throws(GatewayRefusal) in
            try transaction.remove(domain, of: merchant, through: merchant)
        }
    }

    private func requireRegistered(
        _ merchant: MerchantReference
    ) async throws(GatewayRefusal) {
        let identifier: String?
        do throws(StorageFailure) {
            identifier = try await directory.identifier(of: merchant)
        } catch { throw .storage(error) }
        guard identifier != nil else { throw .merchantNotRegistered }
    }
}
