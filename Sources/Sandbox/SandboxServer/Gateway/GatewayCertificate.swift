internal import ASN1
internal import ApplePaySession
internal import Bytes
public import Certificates
internal import Cryptography
public import HTTPServer
public import Storage
public import World

/// The TLS certificate of the gateway, under a TEST authority of its own.
///
/// It is for every host name of Apple's gateways, for `localhost` and the loopback addresses, and for
/// names of the operator's. It is kept in the database, so that programs that trust the authority
/// still do after a restart. The authority's key is not kept: it certified this one server and can
/// certify no other.
public struct GatewayCertificate: Sendable {
    /// The authority that clients have to trust.
    public let authority: Certificate
    /// The server's certificate.
    public let certificate: Certificate
    private let key: PrivateKey
    /// The names and addresses that the certificate has.
    private let names: Set<String>

    /// For how long the certificates are valid. Units: seconds.
    private static let lifetime: Int64 = 10 * 365 * 86_400

    /// Takes the certificate from the database. Makes it where there is none, or where it lacks a name
    /// or ends soon.
    ///
    /// - Parameters:
    ///   - database: The database, with ``GatewayTables/migrations``.
    ///   - names: Further host names.
    ///   - world: The machine's clock, because clients check the certificate by theirs, and the source
    ///     of keys.
    /// - Throws: ``GatewayCertificateFailure``.
    public init(
        in database: Database,
        names: [String] = [],
        world: World
    ) async throws(GatewayCertificateFailure) {
        var wanted = Set(Self.commonNames + names.map { $0.lowercased() })
        let now = world.clock.now
        if let kept = try await Self.kept(in: database) {
            if kept.isValid(for: wanted, at: now) {
                self = kept
                return
            }
            wanted.formUnion(kept.names)
        }
        let made = try Self(for: wanted, world: world)
        // Another process may have made one at the same time; the first one is used.
        try await database.write { [wanted] transaction throws(GatewayCertificateFailure) in
            let earlier = try Self(reading: transaction)
            guard earlier?.isValid(for: wanted, at: now) != true else { return }
            let names = made.names.sorted().joined(separator: "\n")
            try transaction.set("tls-names", Array(names.utf8))
            try transaction.set("tls-authority", made.authority.der)
            try transaction.set("tls-certificate", made.certificate.der)
            let key = made.key.pem.withBytes { bytes in bytes.indices.map { bytes[$0] } }
            try transaction.set("tls-key", key)
        }
        guard let kept = try await Self.kept(in: database) else { throw .notMade }
        self = kept
    }

    /// The TLS identity of a server, with clients that are asked for any certificate.
    ///
    /// - Parameter requiresServerName: Whether a client must send the name that it connects to, as
    ///   Apple's gateway wants.
    /// - Returns: The certificate, its key and what clients are asked for.
    public func identity(requiresServerName: Bool = false) -> TLSServerIdentity {
        var identity = TLSServerIdentity(
            chain: [certificate.der],
            privateKey: key.pem,
            clientCertificates: .unverified
        )
        identity.requiresServerName = requiresServerName
        return identity
    }

    /// The names of every certificate; addresses are among them.
    private static let commonNames = GatewayAddress.hosts + ["localhost", "127.0.0.1", "::1"]

    private static func kept(
        in database: Database
    ) async throws(GatewayCertificateFailure) -> Self? {
        try await database.read { snapshot throws(GatewayCertificateFailure) in
            try Self(reading: snapshot)
        }
    }

    private init?(
        reading rows: borrowing some Queryable<GatewayCertificateFailure> & ~Copyable
    ) throws(GatewayCertificateFailure) {
        guard let authority = try rows.gatewayKey("tls-authority"),
            let certificate = try rows.gatewayKey("tls-certificate"),
            let key = try rows.gatewayKey("tls-key"),
            let names = try rows.gatewayKey("tls-names")
        else { return nil }
        self.names = Set(
            String(decoding: names, as: UTF8.self).split(separator: "\n").map(String.init)
        )
        do {
            self.authority = try Certificate(der: authority)
            self.certificate = try Certificate(der: certificate)
            self.key = try PrivateKey(pem: Secret(copying: key))
        } catch { throw .storage(.columnUnreadable("value")) }
    }

    /// Whether the certificate has these names and is valid for a month.
    private func isValid(for names: Set<String>, at now: UnixTime) -> Bool {
        names.isSubset(of: self.names) && certificate.notBefore <= now
            && certificate.notAfter.seconds - now.seconds > 30 * 86_400
    }

    private init(for names: Set<String>, world: World) throws(GatewayCertificateFailure) {
        self.names = names
        let now = world.clock.now
        guard let start = now.advanced(bySeconds: -86_400),
            let end = now.advanced(bySeconds: Self.lifetime)
        else { throw .notMade }
        func template(
            _ name: String,
            isAuthority: Bool,
            _ extensions: [CertificateTemplate.Extension]
        ) -> CertificateTemplate {
            CertificateTemplate(
                subject: DistinguishedName([.commonName: name, .organization: "Quince TEST"]),
                notBefore: start,
                notAfter: end,
                isAuthority: isAuthority,
                keyUsage: isAuthority ? .certificateSigning : .digitalSignature,
                extensions: extensions
            )
        }
        do {
            key = try PrivateKey(on: .p256, from: world.randomness)
            let root = try CertificateAuthority(
                root: template("Quince TEST TLS CA", isAuthority: true, []),
                key: PrivateKey(on: .p256, from: world.randomness),
                randomness: world.randomness
            )
            authority = root.certificate
            certificate = try root.issue(
                template(
                    "Quince TEST session gateway",
                    isAuthority: false,
                    [
                        CertificateTemplate.Extension(
                            identifier: Self.alternativeNamesIdentifier,
                            value: Self.alternativeNames(names.sorted())
                        ), Self.serverAuthentication,
                    ]
                ),
                for: key.publicKey,
                randomness: world.randomness
            )
        } catch { throw .notMade }
    }
}

// The extensions (RFC 5280 §§ 4.2.1.6 and 4.2.1.12).
extension GatewayCertificate {
    private static let alternativeNamesIdentifier = ASN1ObjectIdentifier(2, 5, 29, 17)

    private static func alternativeNames(_ names: [String]) -> [UInt8] {
        ASN1Encoding.sequence(
            names.map { name in
                if let address = address(name) {
                    return ASN1Encoding.element(.primitiveContext(7), address)
                }
                return ASN1Encoding.element(.primitiveContext(2), Array(name.utf8))
            }
        )
    }

    /// The bytes of an IPv4 address, or of the IPv6 loopback address.
    private static func address(_ text: String) -> [UInt8]? {
        if text == "::1" { return Array(repeating: 0, count: 15) + [1] }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let bytes = parts.compactMap { $0 }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static let serverAuthentication = CertificateTemplate.Extension(
        identifier: ASN1ObjectIdentifier(2, 5, 29, 37),
        value: ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 1))
        ])
    )
}

/// Why the gateway has no certificate.
public enum GatewayCertificateFailure: Error, Hashable, Sendable {
    /// libcrypto could not make it, or the time does not fit into a certificate.
    case notMade
    /// The records cannot be read or written.
    case storage(StorageFailure)
}

extension GatewayCertificateFailure: CarriesStorageFailure {
    /// See ``storage(_:)``.
    public init(storage failure: StorageFailure) { self = .storage(failure) }
}

extension GatewayCertificateFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .notMade: "libcrypto could not make the gateway's certificate"
        case .storage(let failure): "the sandbox's records failed: \(failure)"
        }
    }
}

extension Queryable where Self: ~Copyable {
    fileprivate func gatewayKey(_ name: String) throws(Failure) -> [UInt8]? {
        try one("SELECT value FROM gateway_key WHERE name = $1", [.text(name)]) {
            row throws(StorageFailure) in try row.bytes("value")
        }
    }
}

extension Transaction {
    fileprivate func set(_ name: String, _ value: [UInt8]) throws(Failure) {
        try execute(
            """
            INSERT INTO gateway_key (name, value) VALUES ($1, $2)
            ON CONFLICT DO UPDATE SET value = excluded.value
            """,
            [.text(name), .bytes(value)]
        )
    }
}
