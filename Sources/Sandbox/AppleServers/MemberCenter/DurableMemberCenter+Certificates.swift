internal import Bytes
internal import Certificates
public import PaymentToken
public import Storage
public import World

// Certificates.
extension DurableMemberCenter {
    /// The certificates to which Apple may encrypt at a moment: the active one first, then the one before
    /// it while the mixed window lasts. Empty for an identifier that is not registered.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func paymentProcessingCertificates(
        of merchantIdentifier: String,
        at moment: UnixTime
    ) async throws(StorageFailure) -> [PaymentProcessingCertificate] {
        try await holder(merchantIdentifier)?.processingCertificates(at: moment) ?? []
    }

    /// The certificate of these bytes, if it was issued here; nil for every other one.
    ///
    /// - Parameter der: A certificate, such as the one of a TLS client.
    /// - Returns: The certificate with what became of it.
    /// - Throws: ``Storage/StorageFailure``.
    public func certificate(der: [UInt8]) async throws(StorageFailure) -> IssuedCertificate? {
        guard let certificate = try? Certificate(der: der) else { return nil }
        let serial = Hexadecimal.encode(certificate.serialNumber).uppercased()
        let found = try await self.certificate(serial: serial)
        return found?.certificate == certificate ? found : nil
    }

    /// The certificate with a serial number, in upper-case hexadecimal digits.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func certificate(serial: String) async throws(StorageFailure) -> IssuedCertificate? {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.certificate(serial)
        }
    }

    /// The certificates of an identifier, in the order in which they were issued; nil if it is not
    /// registered.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func certificates(
        of identifier: String
    ) async throws(StorageFailure) -> [IssuedCertificate]? {
        try await holder(identifier)?.certificates
    }

    /// Issues a certificate for a signing request.
    ///
    /// The first Payment Processing certificate is active at once; a further one when it is activated.
    ///
    /// - Parameters:
    ///   - kind: What the certificate is for.
    ///   - identifier: The registered identifier.
    ///   - request: The signing request, in PEM or DER.
    /// - Returns: The certificate.
    /// - Throws: ``MemberCenterFailure``.
    public func issue(
        _ kind: CertificateKind,
        for identifier: String,
        request: [UInt8]
    ) async throws(MemberCenterFailure) -> IssuedCertificate {
        let now = clock.now
        let signingRequest = try MemberCenterFailure.refusing { () throws(MemberCenter.Refusal) in
            do throws(SigningRequestProblem) {
                return try SigningRequestProblem.read(request)
            } catch { throw .request(error) }
        }
        return try await change(identifier) {
            [issuing] (holder, teams) throws(MemberCenter.Refusal) in
            try holder.requireIssuable(kind, at: now)
            guard let team = teams.first(where: { $0.identifier == holder.identifier.team }) else {
                throw .unknownTeam(holder.identifier.team)
            }
            let issued = try issuing.issue(
                kind,
                for: holder.identifier,
                of: team,
                request: signingRequest,
                at: now
            )
            return holder.add(issued, activating: false)
        }
    }

    /// Activates a Payment Processing certificate, in place of the active one, which cannot be activated
    /// again.
    ///
    /// - Throws: ``MemberCenterFailure``.
    public func activate(
        serial: String
    ) async throws(MemberCenterFailure) -> IssuedCertificate {
        try await changeCertificate(serial) { (holder, now) throws(MemberCenter.Refusal) in
            try holder.activate(serial, at: now)
        }
    }

    /// Revokes a certificate, from now on.
    ///
    /// - Throws: ``MemberCenterFailure``.
    public func revoke(serial: String) async throws(MemberCenterFailure) -> IssuedCertificate {
        try await changeCertificate(serial) { (holder, now) throws(MemberCenter.Refusal) in
            try holder.revoke(serial, at: now)
        }
    }

    private func holder(_ identifier: String) async throws(StorageFailure) -> CertificateHolder? {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.holder(identifier)
        }
    }

    private func changeCertificate(
        _ serial: String,
        _ rule:
            @escaping @Sendable (
                inout CertificateHolder, UnixTime
            ) throws(MemberCenter.Refusal) -> Void
    ) async throws(MemberCenterFailure) -> IssuedCertificate {
        let now = clock.now
        let found: IssuedCertificate?
        do throws(StorageFailure) {
            found = try await certificate(serial: serial)
        } catch { throw .storage(error) }
        guard let found else { throw .refused(.unknownCertificate(serial)) }
        return try await change(found.holder) { (holder, _) throws(MemberCenter.Refusal) in
            try rule(&holder, now)
            return holder.certificates.first { $0.serialNumber == serial } ?? found
        }
    }

    /// Applies a rule to a holder and writes what it changed, in one transaction.
    private func change<Result: Sendable>(
        _ identifier: String,
        _ rule:
            @escaping @Sendable (
                inout CertificateHolder, [MemberCenter.Team]
            ) throws(MemberCenter.Refusal) -> Result
    ) async throws(MemberCenterFailure) -> Result {
        try await database.write { transaction throws(MemberCenterFailure) in
            let read = try MemberCenterFailure.carrying { () throws(StorageFailure) in
                (try transaction.holder(identifier), try transaction.teams())
            }
            guard let before = read.0 else { throw .refused(.unknownMerchant(identifier)) }
            var holder = before
            let result: Result
            do throws(MemberCenter.Refusal) {
                result = try rule(&holder, read.1)
            } catch { throw .refused(error) }
            try MemberCenterFailure.carrying { () throws(StorageFailure) in
                try transaction.save(holder, replacing: before)
            }
            return result
        }
    }
}
