internal import Bytes
internal import Certificates
internal import Cryptography
internal import Storage
internal import World

/// The authorities of a member center as they are in its database.
struct StoredAuthorities: Sendable {
    private static let rootName = "root-g3"
    private static let integrationName = "application-integration"
    private static let processingName = "developer-relations-g2"
    private static let signerName = "token-signer-ec"
    private static let rsaSignerName = "token-signer-rsa"
    private static let rsaRootName = "root-g2"
    private static let relationsName = "developer-relations-rsa"
    private static let relationsUnderG3Name = "developer-relations-rsa-under-g3"
    private static let processingUnderG2Name = "developer-relations-g2-under-g2"

    let opening: UnixTime
    let entries: [Entry]

    struct Entry: Sendable {
        let name: String
        let certificate: [UInt8]
        /// Nil for the second certificate of a key.
        let key: [UInt8]?
    }

    init(opening: UnixTime, entries: [Entry]) {
        (self.opening, self.entries) = (opening, entries)
    }

    /// Makes new authorities.
    init(making world: World) throws(AuthorityFailure) {
        let made = try TestAuthorities(world: world)
        let rsa = try made.rsaAuthorities(from: world.randomness)
        let signer = made.ellipticCurveSigner
        let rsaKey: RSAPrivateKey
        let rsaSigner: TokenSigner
        do {
            rsaKey = try RSAPrivateKey(bits: 2048)
            rsaSigner = try made.rsaSigner(with: rsaKey, from: world.randomness)
        } catch { throw .notMade }
        opening = made.opening
        entries = [
            Self.entry(Self.rootName, made.rootAuthority),
            Self.entry(Self.integrationName, made.integrationAuthority),
            Self.entry(Self.processingName, made.developerRelations),
            Self.entry(Self.signerName, signer.certificate, made.ellipticCurveSignerKey.pem),
            Self.entry(Self.rsaSignerName, rsaSigner.certificate, rsaKey.pem),
            Self.entry(Self.rsaRootName, rsa.rootAuthority),
            Self.entry(Self.relationsName, rsa.developerRelations),
            Self.entry(Self.relationsUnderG3Name, rsa.developerRelationsUnderG3, nil),
            Self.entry(Self.processingUnderG2Name, rsa.processingUnderG2, nil),
        ]
    }

    /// Reads those of a database; nil where it has none yet.
    init?(
        reading records: borrowing some Queryable<MemberCenterFailure> & ~Copyable
    ) throws(MemberCenterFailure) {
        let read = try records.all("SELECT * FROM member_authority ORDER BY name") {
            row throws(StorageFailure) in
            let entry = Entry(
                name: try row.text("name"),
                certificate: try row.bytes("certificate"),
                key: try row.bytesIfPresent("key")
            )
            return (entry, opening: try row.integer("opening"))
        }
        guard let opening = read.last?.opening else { return nil }
        self.opening = UnixTime(seconds: opening)
        entries = read.map(\.0)
    }

    func insert(
        in transaction: borrowing Transaction<MemberCenterFailure>
    ) throws(MemberCenterFailure) {
        for entry in entries {
            try transaction.execute(
                """
                INSERT INTO member_authority (name, opening, certificate, key)
                VALUES ($1, $2, $3, $4)
                """,
                [
                    .text(entry.name), .integer(opening.seconds), .bytes(entry.certificate),
                    StoredValue(entry.key),
                ]
            )
        }
    }

    /// The authorities; nil where an entry is missing or cannot be read.
    var authorities: TestAuthorities? {
        guard let root = authority(Self.rootName),
            let integration = authority(Self.integrationName),
            let processing = authority(Self.processingName),
            let rsaRoot = authority(Self.rsaRootName),
            let relations = authority(Self.relationsName),
            let relationsUnderG3 = certificate(Self.relationsUnderG3Name),
            let processingUnderG2 = certificate(Self.processingUnderG2Name),
            let signerKey = key(Self.signerName), let rsaSignerKey = key(Self.rsaSignerName),
            case .ellipticCurve(let ellipticCurveKey) = signerKey,
            let signerCertificate = certificate(Self.signerName),
            let rsaSignerCertificate = certificate(Self.rsaSignerName)
        else { return nil }
        return TestAuthorities(
            opening: opening,
            root: root,
            integration: integration,
            developerRelations: processing,
            ellipticCurveSigner: TokenSigner(
                certificate: signerCertificate,
                intermediate: integration.certificate,
                key: ellipticCurveKey
            ),
            ellipticCurveSignerKey: ellipticCurveKey,
            rsaSigner: TokenSigner(
                certificate: rsaSignerCertificate,
                intermediate: integration.certificate,
                key: rsaSignerKey.signingKey
            ),
            rsaAuthorities: RSAAuthorities(
                rootAuthority: rsaRoot,
                developerRelations: relations,
                developerRelationsUnderG3: relationsUnderG3,
                processingUnderG2: processingUnderG2
            )
        )
    }

    private static func entry(_ name: String, _ authority: CertificateAuthority) -> Entry {
        entry(name, authority.certificate, authority.keyPEM)
    }

    private static func entry(_ name: String, _ certificate: Certificate, _ key: Secret?) -> Entry {
        let bytes = key?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        return Entry(name: name, certificate: certificate.der, key: bytes)
    }

    private func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

    private func certificate(_ name: String) -> Certificate? {
        entry(name).flatMap { try? Certificate(der: $0.certificate) }
    }

    private func key(_ name: String) -> AuthorityKey? {
        entry(name)?.key.flatMap { try? AuthorityKey(pem: Secret(copying: $0)) }
    }

    private func authority(_ name: String) -> CertificateAuthority? {
        guard let certificate = certificate(name), let key = key(name) else { return nil }
        return try? CertificateAuthority(restoring: certificate, key: key)
    }
}
