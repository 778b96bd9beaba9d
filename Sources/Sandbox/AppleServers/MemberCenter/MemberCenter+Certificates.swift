internal import Bytes
package import Certificates
public import PaymentToken
public import Storage
public import World

// Certificates.
extension MemberCenter {
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
        try await issue(kind, for: identifier, request: SigningRequestProblem.read(request))
    }

    /// Issues a certificate for a signing request that was read.
    ///
    /// - Throws: ``MemberCenterFailure``.
    package func issue(
        _ kind: CertificateKind,
        for identifier: String,
        request: CertificateSigningRequest
    ) async throws(MemberCenterFailure) -> IssuedCertificate {
        try await database.write { [self] transaction throws(MemberCenterFailure) in
            try issue(kind, for: identifier, request: request, in: transaction)
        }
    }

    /// Issues a certificate in a transaction.
    ///
    /// - Throws: ``MemberCenterFailure``.
    package func issue(
        _ kind: CertificateKind,
        for identifier: String,
        request: CertificateSigningRequest,
        in transaction: borrowing Transaction<MemberCenterFailure>
    ) throws(MemberCenterFailure) -> IssuedCertificate {
        let now = clock.now
        return try transaction.change(identifier) {
            (holder, teams) throws(MemberCenterFailure) in
            try holder.requireIssuable(kind, at: now)
            guard let team = teams.first(where: { $0.identifier == holder.identifier.team }) else {
                throw .refused(.unknownTeam(holder.identifier.team))
            }
            let issued = try issuing.issue(
                kind,
                for: holder.identifier,
                of: team,
                request: request,
                at: now
            )
            return holder.add(issued)
        }
    }

    /// Issues a Payment Processing certificate for the key of a payment platform that processes for a merchant. It
    /// is not among the merchant's own, so that neither their number nor the active one changes.
    ///
    /// - Throws: ``MemberCenterFailure``.
    package func certifyPlatform(
        for identifier: String,
        request: CertificateSigningRequest,
        in transaction: borrowing Transaction<MemberCenterFailure>
    ) throws(MemberCenterFailure) -> IssuedCertificate {
        let read = (holder: try transaction.holder(identifier), teams: try transaction.teams())
        guard let holder = read.holder?.identifier else {
            throw .refused(.unknownMerchant(identifier))
        }
        guard holder.kind == .merchant else {
            throw .refused(.kindNotOfIdentifier(.paymentProcessing, identifier))
        }
        guard let team = read.teams.first(where: { $0.identifier == holder.team }) else {
            throw .refused(.unknownTeam(holder.team))
        }
        return try issuing.issue(
            .paymentProcessing,
            for: holder,
            of: team,
            request: request,
            at: clock.now
        )
    }

    /// Activates a Payment Processing certificate, in place of the active one, which cannot be activated
    /// again.
    ///
    /// - Throws: ``MemberCenterFailure``.
    public func activate(
        serial: String
    ) async throws(MemberCenterFailure) -> IssuedCertificate {
        try await database.write { [self] transaction throws(MemberCenterFailure) in
            try activate(serial: serial, in: transaction)
        }
    }

    /// Activates a certificate in a transaction.
    ///
    /// - Throws: ``MemberCenterFailure``.
    package func activate(
        serial: String,
        in transaction: borrowing Transaction<MemberCenterFailure>
    ) throws(MemberCenterFailure) -> IssuedCertificate {
        let now = clock.now
        return try transaction.changeCertificate(serial) {
            (holder) throws(MemberCenterFailure) in try holder.activate(serial, at: now)
        }
    }

    /// Revokes a certificate, from now on.
    ///
    /// - Throws: ``MemberCenterFailure``.
    public func revoke(serial: String) async throws(MemberCenterFailure) -> IssuedCertificate {
        let now = clock.now
        return try await database.write { transaction throws(MemberCenterFailure) in
            try transaction.changeCertificate(serial) { (holder) throws(MemberCenterFailure) in
                try holder.revoke(serial, at: now)
            }
        }
    }

    private func holder(_ identifier: String) async throws(StorageFailure) -> CertificateHolder? {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.holder(identifier)
        }
    }
}

extension Transaction<MemberCenterFailure> {
    fileprivate func changeCertificate(
        _ serial: String,
        _ rule: (inout CertificateHolder) throws(MemberCenterFailure) -> Void
    ) throws(MemberCenterFailure) -> IssuedCertificate {
        guard let found = try certificate(serial) else {
            throw .refused(.unknownCertificate(serial))
        }
        return try change(found.holder) { (holder, _) throws(MemberCenterFailure) in
            try rule(&holder)
            return holder.certificates.first { $0.serialNumber == serial } ?? found
        }
    }

    /// Applies a rule to a holder, and writes what it changed.
    fileprivate func change<Result>(
        _ identifier: String,
        _ rule:
            (
                inout CertificateHolder, [MemberCenter.Team]
            ) throws(MemberCenterFailure) -> Result
    ) throws(MemberCenterFailure) -> Result {
        let read = (holder: try holder(identifier), teams: try teams())
        guard let before = read.holder else { throw .refused(.unknownMerchant(identifier)) }
        var holder = before
        let result = try rule(&holder, read.teams)
        try save(holder, replacing: before)
        return result
    }
}
