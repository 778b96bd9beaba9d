public import ApplePaySession
internal import Certificates
internal import Cryptography
public import JSON
internal import PaymentToken
public import Storage
public import World

/// A session that a device accepted.
public struct AcceptedSession: Hashable, Sendable {
    /// The merchant.
    public let merchant: MerchantReference
    /// The merchant's name, for the sheet.
    public let displayName: String
    /// The domain for which the session was made.
    public let domain: String
    /// The identifier of the merchant for whose key tokens are encrypted: the session's own or, for a
    /// platform's merchant, the one of `encryptTo`.
    public let recipient: String
}

/// Why a device refuses a session. Shoppers see "Payment not completed" for each of them.
public enum SessionRefusal: Error, Hashable, Sendable {
    /// The value is not a session.
    case malformed(MerchantSessionProblem)
    /// The page is at `localhost`, at an address, or at no fully qualified name.
    case page(DomainName.Problem)
    /// The session was made for another domain than the page's.
    case anotherDomain(session: String, page: DomainName)
    /// The tokens of the session's merchant are encrypted for another merchant than the request's.
    case anotherMerchant
    /// The session's merchant is registered no longer, or that of `encryptTo`.
    case merchantNotRegistered
    /// The signature is not one of this sandbox's gateway over these fields.
    case signature
    /// A field that the signature does not cover was changed.
    case changed(String)
    /// The session is older than five minutes.
    case expired(madeAt: UnixTime)
    /// The session was made later than now, by the sandbox's clock.
    case fromTheFuture(madeAt: UnixTime)
    /// The session was used before.
    case used(at: UnixTime)
    /// The session is not in the records.
    case unknown
    /// The certificate with which the session was asked was revoked since.
    case certificateRevoked
    /// The records cannot be read or written.
    case storage(StorageFailure)
}

extension SessionRefusal: CarriesStorageFailure {
    /// See ``storage(_:)``.
    public init(storage failure: StorageFailure) { self = .storage(failure) }
}

extension SessionGateway {
    /// Uses a session, as a device does when the page completes merchant validation. A session is used
    /// once; of two uses at the same time, one is refused.
    ///
    /// A session that is refused for another reason is not used up. That Apple does so is a guess.
    ///
    /// - Parameters:
    ///   - session: What the page passed.
    ///   - page: The domain of the page.
    /// - Returns: What the session says of the merchant.
    /// - Throws: ``SessionRefusal``.
    public func redeem(
        _ session: [UInt8],
        onPageAt page: String
    ) async throws(SessionRefusal) -> AcceptedSession {
        let parsed: MerchantSession
        do { parsed = try MerchantSession(session) } catch { throw .malformed(error) }
        return try await redeem(parsed, onPageAt: page)
    }

    /// Uses a session that is a part of another JSON text. See ``redeem(_:onPageAt:)``.
    ///
    /// - Parameters:
    ///   - session: What the page passed.
    ///   - page: The domain of the page.
    ///   - recipient: The merchant that ``AcceptedSession/recipient`` must be; nil for any.
    /// - Returns: What the session says of the merchant.
    /// - Throws: ``SessionRefusal``.
    public func redeem(
        _ session: JSONValue,
        onPageAt page: String,
        for recipient: String? = nil
    ) async throws(SessionRefusal) -> AcceptedSession {
        let parsed: MerchantSession
        do { parsed = try MerchantSession(session) } catch { throw .malformed(error) }
        return try await redeem(parsed, onPageAt: page, for: recipient)
    }

    private func redeem(
        _ session: MerchantSession,
        onPageAt page: String,
        for expected: String? = nil
    ) async throws(SessionRefusal) -> AcceptedSession {
        let domain: DomainName
        do { domain = try DomainName(page) } catch { throw .page(error) }
        let now = now
        let madeAt = try signingTime(of: session, at: now)
        guard session.domainName.lowercased() == domain.text else {
            throw .anotherDomain(session: session.domainName, page: domain)
        }
        guard session.epochTimestamp == madeAt.seconds * 1_000 else {
            throw .changed("epochTimestamp")
        }
        guard madeAt <= now else { throw .fromTheFuture(madeAt: madeAt) }
        guard now.seconds - madeAt.seconds <= MerchantSession.lifetime else {
            throw .expired(madeAt: madeAt)
        }
        let identifier = session.merchantSessionIdentifier
        let found = try await database.read { snapshot throws(SessionRefusal) in
            try snapshot.session(identifier)
        }
        guard let found else { throw .unknown }
        if let usedAt = found.usedAt { throw .used(at: usedAt) }
        let state: IdentityCertificateState
        do throws(StorageFailure) {
            state = try await directory.state(ofIdentityCertificate: found.certificate)
        } catch { throw .storage(error) }
        guard state == .issued else { throw .certificateRevoked }
        let recipient = try await recipient(of: session.merchantIdentifier, at: found.platform)
        guard expected == nil || expected == recipient else { throw .anotherMerchant }
        let isFirst = try await database.write { transaction throws(SessionRefusal) in
            try transaction.use(identifier, at: now)
        }
        guard isFirst else { throw .used(at: now) }
        return AcceptedSession(
            merchant: session.merchantIdentifier,
            displayName: session.displayName,
            domain: session.domainName,
            recipient: recipient
        )
    }

    private func recipient(
        of merchant: MerchantReference,
        at platform: MerchantReference
    ) async throws(SessionRefusal) -> String {
        let partner = try await database.read { snapshot throws(SessionRefusal) in
            try snapshot.partner(merchant, of: platform)
        }
        do throws(StorageFailure) {
            let recipient = try await directory.identifier(of: partner?.encryptTo ?? merchant)
            if let recipient { return recipient }
        } catch { throw .storage(error) }
        throw .merchantNotRegistered
    }

    /// Verifies a session's signature as a device does: the signer's chain up to the root, Apple's
    /// marks in both certificates, and the signature over the session's fields.
    private func signingTime(
        of session: MerchantSession,
        at now: UnixTime
    ) throws(SessionRefusal) -> UnixTime {
        do {
            let signed = try SignedData(session.signature)
            let certificates = try signed.eachCertificate.map {
                try Certificate(der: Array(session.signature[$0]))
            }
            let (leaf, intermediate) = (certificates[0], certificates[1])
            try parts.root.validate(leaf: leaf, intermediate: intermediate, at: signed.signingTime)
            guard leaf.extensionValue(AppleExtension.tokenSigner) != nil,
                intermediate.extensionValue(AppleExtension.applicationIntegration) != nil,
                signed.signer == leaf.issuerAndSerialNumber,
                signed.isSigned(
                    by: leaf.publicKey,
                    contentDigest: SHA256.digest(session.signedContent)
                )
            else { throw SessionRefusal.signature }
            return signed.signingTime
        } catch { throw .signature }
    }
}

extension SessionRefusal: CustomStringConvertible {
    /// The cause, and what to do.
    public var description: String {
        switch self {
        case .malformed(let problem): "\(problem)"
        case .page(let problem):
            "the page's domain cannot have a session: \(problem); Apple Pay does not work there"
        case .anotherDomain(let session, let page):
            "the session is for \(session.debugDescription), and the page is at \(page); ask for"
                + " the session with the page's own domain"
        case .anotherMerchant: "the session is another merchant's than the request's"
        case .merchantNotRegistered:
            "the session's merchant is registered no longer; register it again"
        case .signature:
            "the session's signature does not match its fields; pass the gateway's answer on as it"
                + " came"
        case .changed(let field):
            "the session's field \"\(field)\" was changed; pass the gateway's answer on as it came"
        case .expired(let madeAt):
            "the session was made at \(madeAt) and is over after five minutes; ask for a session"
                + " when the page gets the validatemerchant event"
        case .fromTheFuture(let madeAt):
            "the session was made at \(madeAt), which is later than the sandbox's time"
        case .used(let time):
            "the session was used at \(time); ask for a new one for each payment sheet"
        case .unknown: "this sandbox did not make the session"
        case .certificateRevoked: "the certificate that asked for the session was revoked"
        case .storage(let failure): "the sandbox's records failed: \(failure)"
        }
    }

    /// A name of the cause, for programs.
    public var code: String {
        switch self {
        case .malformed(.stringInsteadOfObject): "sessionIsString"
        case .malformed: "sessionMalformed"
        case .page(.localhost): "pageOnLocalhost"
        case .page: "pageWithoutDomain"
        case .anotherDomain: "sessionForAnotherDomain"
        case .anotherMerchant: "sessionForAnotherMerchant"
        case .merchantNotRegistered: "merchantUnknown"
        case .signature: "sessionSignature"
        case .changed: "sessionChanged"
        case .expired: "sessionExpired"
        case .fromTheFuture: "sessionFromTheFuture"
        case .used: "sessionUsed"
        case .unknown: "sessionUnknown"
        case .certificateRevoked: "certificateRevoked"
        case .storage: "storage"
        }
    }
}
