internal import Certificates
internal import PaymentToken
internal import World

/// A registered identifier with its certificates, and the rules for them.
struct CertificateHolder: Sendable {
    let identifier: RegisteredIdentifier
    /// In the order in which they were issued.
    private(set) var certificates: [IssuedCertificate]

    init(_ identifier: RegisteredIdentifier, certificates: [IssuedCertificate] = []) {
        self.identifier = identifier
        self.certificates = certificates
    }

    /// Checks that another certificate of a kind may be issued.
    func requireIssuable(
        _ kind: CertificateKind,
        at now: UnixTime
    ) throws(MemberCenterFailure) {
        guard kind.holder == identifier.kind else {
            throw .refused(.kindNotOfIdentifier(kind, identifier.text))
        }
        let count = certificates.count { $0.kind == kind && $0.isUnused(at: now) }
        guard count < kind.limit else {
            throw .refused(.tooManyCertificates(kind, identifier.text))
        }
    }

    /// Adds an issued certificate. The first Payment Processing certificate is active at once; a further
    /// one when it is activated. Certificates of the other kinds are always active.
    mutating func add(_ issued: IssuedCertificate) -> IssuedCertificate {
        let now = issued.issuedAt
        var added = issued
        let hasActive = certificates.contains {
            $0.kind == .paymentProcessing && $0.state(at: now) == .active
        }
        if added.kind != .paymentProcessing || !hasActive {
            if added.kind == .paymentProcessing { replaceActivated(at: now) }
            added.activatedAt = now
        }
        certificates.append(added)
        return added
    }

    /// Activates a Payment Processing certificate. The one before it cannot be activated again.
    ///
    /// - Source: Apple, TN3206: one certificate is active at a time; Apple's developer forums, threads
    ///   740296 and 765850: the activation revokes the older one, and there is no way back.
    mutating func activate(_ serial: String, at now: UnixTime) throws(MemberCenterFailure) {
        let index = try index(of: serial)
        let found = certificates[index]
        guard found.kind == .paymentProcessing else {
            throw .refused(.notActivated(serial, found.kind))
        }
        let state = found.state(at: now)
        guard state == .inactive else { throw .refused(.notActivable(serial, state)) }
        replaceActivated(at: now)
        certificates[index].activatedAt = now
    }

    /// Revokes a certificate, from now on.
    mutating func revoke(_ serial: String, at now: UnixTime) throws(MemberCenterFailure) {
        let index = try index(of: serial)
        guard certificates[index].revokedAt == nil else { throw .refused(.alreadyRevoked(serial)) }
        certificates[index].revokedAt = now
    }

    /// The certificates to which Apple may encrypt at a moment: the active one, then the one before it
    /// while the mixed window lasts.
    func processingCertificates(at moment: UnixTime) -> [PaymentProcessingCertificate] {
        let usable = certificates.reversed().filter { $0.mayBeUsed(at: moment) }
        let active = usable.filter { $0.state(at: moment) == .active }
        let replaced = usable.filter { $0.state(at: moment) == .replaced }
        return (active + replaced).compactMap(\.paymentProcessing)
    }

    private mutating func replaceActivated(at now: UnixTime) {
        for index in certificates.indices
        where certificates[index].kind == .paymentProcessing
            && certificates[index].activatedAt != nil && certificates[index].replacedAt == nil
        {
            certificates[index].replacedAt = now
        }
    }

    private func index(of serial: String) throws(MemberCenterFailure) -> Int {
        guard let index = certificates.firstIndex(where: { $0.serialNumber == serial }) else {
            throw .refused(.unknownCertificate(serial))
        }
        return index
    }
}

extension IssuedCertificate {
    /// Whether it counts towards the limit: it is neither revoked, nor replaced, nor expired.
    fileprivate func isUnused(at now: UnixTime) -> Bool {
        switch state(at: now) {
        case .notYetValid, .inactive, .active: true
        case .replaced, .revoked, .expired: false
        }
    }
}
