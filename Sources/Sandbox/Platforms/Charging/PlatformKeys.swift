package import AppleServers
internal import Bytes
internal import Certificates
internal import Cryptography
package import PaymentToken
internal import Storage
internal import World

/// The Payment Processing keys of the platforms: for each merchant identifier a key, for which the member center has
/// issued a certificate (mission 3.13). They are kept in the database.
package struct PlatformKeys: Sendable {
    let database: Database
    let memberCenter: MemberCenter
    let world: World

    /// The certificate of a platform for a merchant, which is made at its first use.
    ///
    /// - Throws: ``MemberCenterFailure`` where the merchant is not registered.
    package func certificate(
        of merchant: String,
        at platform: Platform
    ) async throws(MemberCenterFailure) -> PaymentProcessingCertificate {
        if let known = try await kept(merchant, platform) { return known }
        guard let key = try? PrivateKey(on: .p256, from: world.randomness),
            let request = try? CertificateSigningRequest(subject: Self.subject(platform), key: key)
        else { throw .refused(.notIssued) }
        let hash = SHA256.digest(key.publicKey.publicKeyInfo)
        let pem = key.pem.withBytes { [UInt8](copying: $0) }
        try await database.write { [memberCenter] transaction throws(MemberCenterFailure) in
            let issued = try memberCenter.certifyPlatform(
                for: merchant,
                request: request,
                in: transaction
            )
            // Another request may have made one at the same time; then that one is used.
            try transaction.execute(
                """
                INSERT INTO platform_certificate (platform, merchant, certificate, key_hash, key)
                VALUES ($1, $2, $3, $4, $5) ON CONFLICT (platform, merchant) DO NOTHING
                """,
                [
                    .text(platform.rawValue), .text(merchant), .bytes(issued.certificate.der),
                    .bytes(hash), .bytes(pem),
                ]
            )
        }
        guard let made = try await kept(merchant, platform) else { throw .refused(.notIssued) }
        return made
    }

    /// Registers a certificate for a platform's key as the merchant's own and activates it, as a merchant does
    /// who uploads the platform's signing request: all tokens for the merchant are sealed to it from then on.
    ///
    /// - Throws: ``MemberCenterFailure``.
    package func activate(
        for merchant: String,
        at platform: Platform
    ) async throws(MemberCenterFailure) -> PaymentProcessingCertificate {
        let known = try await certificate(of: merchant, at: platform)
        let hash = SHA256.digest(known.certificate.publicKey.publicKeyInfo)
        guard let key = await privateKey(hash, platform),
            let request = try? CertificateSigningRequest(subject: Self.subject(platform), key: key)
        else { throw .refused(.notIssued) }
        let issued = try await database.write {
            [memberCenter, world] transaction throws(MemberCenterFailure) in
            let issued = try memberCenter.issue(
                .paymentProcessing,
                for: merchant,
                request: request,
                in: transaction
            )
            guard issued.state(at: world.clock.now) == .inactive else { return issued }
            return try memberCenter.activate(serial: issued.serialNumber, in: transaction)
        }
        guard let certificate = try? PaymentProcessingCertificate(issued.certificate) else {
            throw .refused(.notIssued)
        }
        return certificate
    }

    private static func subject(_ platform: Platform) -> DistinguishedName {
        DistinguishedName([.commonName: "TEST \(platform.rawValue)"])
    }

    private func kept(
        _ merchant: String,
        _ platform: Platform
    ) async throws(MemberCenterFailure) -> PaymentProcessingCertificate? {
        let row = try await database.read { snapshot throws(MemberCenterFailure) in
            try snapshot.one(
                """
                SELECT certificate FROM platform_certificate
                WHERE platform = $1 AND merchant = $2
                """,
                [.text(platform.rawValue), .text(merchant)]
            ) { row throws(StorageFailure) in try row.bytes("certificate") }
        }
        guard let row else { return nil }
        return (try? Certificate(der: row)).flatMap { try? PaymentProcessingCertificate($0) }
    }

    /// Verifies a token and opens it with the key to which it is sealed.
    ///
    /// - Parameters:
    ///   - json: The token's JSON.
    ///   - platform: The platform that was given the token.
    /// - Returns: The token, and SHA-256 of its merchant identifier.
    /// - Throws: ``TokenRefusal``.
    func open(
        _ json: [UInt8],
        at platform: Platform
    ) async throws(TokenRefusal) -> (token: OpenedPaymentToken, merchantDigest: [UInt8]) {
        let sealed = try SealedPaymentToken(json: json)
        let anchor: TrustAnchor
        do { anchor = try TrustAnchor(root: memberCenter.authorities.root) } catch {
            throw .anotherTestRoot
        }
        let verified = try PaymentTokenVerifier(trusting: anchor)
            .verify(sealed, at: world.clock.now)
        let owner = await owner(of: sealed)
        let keys = owner?.platform == platform ? [owner?.key].compactMap(\.self) : []
        let opened = try await verified.open(with: keys)
        return (opened, keys.first?.merchantIdentifierHash ?? [])
    }

    private func privateKey(_ hash: [UInt8], _ platform: Platform) async -> PrivateKey? {
        let pem = try? await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(
                "SELECT key FROM platform_certificate WHERE key_hash = $1 AND platform = $2",
                [.bytes(hash), .text(platform.rawValue)]
            )?.bytes("key")
        }
        return (pem ?? nil).flatMap { try? PrivateKey(pem: Secret(copying: $0)) }
    }

    /// The owner of a key: a platform, for one merchant's tokens.
    package struct Owner: Sendable {
        /// The platform.
        package let platform: Platform
        /// The merchant identifier.
        package let merchant: String
        /// The key.
        package let key: MerchantKey
    }

    /// The owner of the key to which a token is sealed; nil where no platform has it.
    package func owner(of token: SealedPaymentToken) async -> Owner? {
        let row = try? await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(
                "SELECT * FROM platform_certificate WHERE key_hash = $1",
                [.bytes(token.publicKeyHash)]
            )
        }
        guard let row, let pem = try? row.bytes("key"), let der = try? row.bytes("certificate"),
            let platform = (try? row.text("platform")).flatMap(Platform.init),
            let merchant = try? row.text("merchant"),
            let key = try? PrivateKey(pem: Secret(copying: pem)),
            let certificate = try? PaymentProcessingCertificate(Certificate(der: der)),
            let own = try? MerchantKey(privateKey: key, certificate: certificate)
        else { return nil }
        return Owner(platform: platform, merchant: merchant, key: own)
    }
}
