internal import ApplePaySession
internal import Certificates
internal import Sockets
internal import Storage
internal import World

// The rows of domains, and of platforms' merchants.
extension Queryable where Self: ~Copyable {
    func hasDomain(
        _ domain: DomainName,
        of merchant: MerchantReference,
        through platform: MerchantReference
    ) throws(Failure) -> Bool {
        try row(
            """
            SELECT 1 AS found FROM merchant_domain
            WHERE platform = $1 AND merchant = $2 AND domain = $3
            """,
            [.text(platform.digest), .text(merchant.digest), .text(domain.text)]
        ) != nil
    }

    func domains(
        of merchant: MerchantReference,
        through platform: MerchantReference
    ) throws(Failure) -> [RegisteredDomain] {
        try all(
            """
            SELECT domain, registered_at, verified_at FROM merchant_domain
            WHERE platform = $1 AND merchant = $2 ORDER BY domain LIMIT 1000
            """,
            [.text(platform.digest), .text(merchant.digest)]
        ) { row throws(StorageFailure) in try RegisteredDomain(row) }
    }

    func domainCount(
        of merchant: MerchantReference,
        through platform: MerchantReference
    ) throws(Failure) -> Int {
        try one(
            """
            SELECT count(*) AS count FROM merchant_domain WHERE platform = $1 AND merchant = $2
            """,
            [.text(platform.digest), .text(merchant.digest)]
        ) { row throws(StorageFailure) in Int(try row.integer("count")) } ?? 0
    }

    func place(of domain: DomainName) throws(Failure) -> DomainPlace? {
        try one(
            "SELECT address, authority FROM domain_address WHERE domain = $1",
            [.text(domain.text)]
        ) { row throws(StorageFailure) in
            guard let text = try row.textIfPresent("address") else { return .notFetched }
            guard let address = SocketAddress(text) else { throw .columnUnreadable("address") }
            var authority: Certificate?
            if let der = try row.bytesIfPresent("authority") {
                do { authority = try Certificate(der: der) } catch {
                    throw .columnUnreadable("authority")
                }
            }
            return .fetched(address, authority: authority)
        }
    }

    func partner(
        _ merchant: MerchantReference,
        of platform: MerchantReference
    ) throws(Failure) -> PartnerMerchant? {
        try one(
            """
            SELECT identifier, name, encrypt_to, url FROM partner_merchant
            WHERE platform = $1 AND merchant = $2
            """,
            [.text(platform.digest), .text(merchant.digest)]
        ) { row throws(StorageFailure) in
            PartnerMerchant(
                identifier: try row.text("identifier"),
                name: try row.text("name"),
                encryptTo: MerchantReference(try row.text("encrypt_to")),
                url: try row.textIfPresent("url")
            )
        }
    }
}

extension RegisteredDomain {
    init(_ row: Row) throws(StorageFailure) {
        let text = try row.text("domain")
        do { name = try DomainName(text) } catch { throw .columnUnreadable("domain") }
        registeredAt = UnixTime(seconds: try row.integer("registered_at"))
        verifiedAt = try row.integerIfPresent("verified_at").map { UnixTime(seconds: $0) }
    }
}

extension Transaction {
    /// Adds a domain, or notes a later verification.
    func add(
        _ domain: RegisteredDomain,
        of merchant: MerchantReference,
        through platform: MerchantReference
    ) throws(Failure) {
        try execute(
            """
            INSERT INTO merchant_domain (platform, merchant, domain, registered_at, verified_at)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO UPDATE SET verified_at = excluded.verified_at
            """,
            [
                .text(platform.digest), .text(merchant.digest), .text(domain.name.text),
                .integer(domain.registeredAt.seconds), StoredValue(domain.verifiedAt?.seconds),
            ]
        )
    }

    /// - Returns: Whether it was registered.
    func remove(
        _ domain: DomainName,
        of merchant: MerchantReference,
        through platform: MerchantReference
    ) throws(Failure) -> Bool {
        try execute(
            "DELETE FROM merchant_domain WHERE platform = $1 AND merchant = $2 AND domain = $3",
            [.text(platform.digest), .text(merchant.digest), .text(domain.text)]
        ) == 1
    }

    func set(_ place: DomainPlace, of domain: DomainName) throws(Failure) {
        var values: (String?, [UInt8]?) = (nil, nil)
        if case .fetched(let address, let authority) = place {
            values = (address.description, authority?.der)
        }
        try execute(
            """
            INSERT INTO domain_address (domain, address, authority) VALUES ($1, $2, $3)
            ON CONFLICT DO UPDATE SET address = excluded.address, authority = excluded.authority
            """,
            [.text(domain.text), StoredValue(values.0), StoredValue(values.1)]
        )
    }

    /// The file of a merchant, which is kept if there is none yet.
    func associationFile(
        of merchant: MerchantReference,
        or made: [UInt8]
    ) throws(Failure) -> [UInt8] {
        try execute(
            "INSERT INTO domain_association (merchant, file) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [.text(merchant.digest), .bytes(made)]
        )
        return try one(
            "SELECT file FROM domain_association WHERE merchant = $1",
            [.text(merchant.digest)]
        ) { row throws(StorageFailure) in try row.bytes("file") } ?? made
    }

    func save(
        _ partner: PartnerMerchant,
        of platform: MerchantReference
    ) throws(Failure) {
        try execute(
            """
            INSERT INTO partner_merchant (platform, merchant, identifier, name, encrypt_to, url)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT DO UPDATE SET name = excluded.name, encrypt_to = excluded.encrypt_to,
                url = excluded.url
            """,
            [
                .text(platform.digest), .text(partner.reference.digest), .text(partner.identifier),
                .text(partner.name), .text(partner.encryptTo.digest), StoredValue(partner.url),
            ]
        )
    }

    func removePartner(
        _ merchant: MerchantReference,
        of platform: MerchantReference
    ) throws(Failure) {
        try execute(
            "DELETE FROM partner_merchant WHERE platform = $1 AND merchant = $2",
            [.text(platform.digest), .text(merchant.digest)]
        )
    }
}
