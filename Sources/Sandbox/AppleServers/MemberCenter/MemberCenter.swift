public import Certificates
internal import Cryptography
public import PaymentToken
public import World

/// Apple's member center of one team, in memory: merchant identifiers, their certificates, and the apps
/// that may use them (mission section 3).
///
/// ``DurableMemberCenter`` keeps the same in a database; the rules are those of both.
public final class MemberCenter: Sendable {
    /// The team of this account, which is the organizational unit in its certificates.
    public let team: Team
    private let issuing: CertificateIssuing
    private let world: World
    private let state = LockedValue(State())

    /// A developer team.
    public struct Team: Hashable, Sendable {
        /// The team's identifier: ten characters.
        public let identifier: String
        /// The team's name.
        public let name: String

        /// Creates a team.
        public init(identifier: String, name: String) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// Creates the account of a team.
    public init(team: Team, authorities: TestAuthorities, world: World) {
        self.team = team
        issuing = CertificateIssuing(authorities: authorities, randomness: world.randomness)
        self.world = world
    }

    /// Registers a merchant identifier (mission 3.3).
    ///
    /// - Throws: ``Refusal/invalidIdentifier(_:_:)``, ``Refusal/alreadyRegistered(_:)``.
    public func register(
        _ text: String,
        description: String
    ) throws(Refusal) -> MerchantIdentifier {
        let identifier: MerchantIdentifier
        do {
            identifier = try MerchantIdentifier(text)
        } catch { throw .invalidIdentifier(text, error) }
        _ = try register(.merchant, text, description: description)
        return identifier
    }

    /// Registers a merchant identifier or an order type identifier.
    ///
    /// - Throws: ``Refusal``.
    public func register(
        _ kind: IdentifierKind,
        _ text: String,
        description: String
    ) throws(Refusal) -> RegisteredIdentifier {
        try Self.requireForm(of: text, kind)
        let registered = RegisteredIdentifier(
            text: text,
            kind: kind,
            description: description,
            team: team.identifier,
            registeredAt: world.clock.now
        )
        try state.withLock { (state) throws(Refusal) in
            guard state.holders[text] == nil else { throw .alreadyRegistered(text) }
            state.holders[text] = CertificateHolder(registered)
        }
        return registered
    }

    /// Issues a Payment Processing certificate for a signing request (mission 3.4), and activates it at
    /// once.
    ///
    /// The certificate is valid for about 25 months, as Apple's are. Tokens may be encrypted to the one
    /// before it while the mixed window lasts.
    ///
    /// - Throws: ``Refusal``.
    public func issuePaymentProcessingCertificate(
        for identifier: MerchantIdentifier,
        request: CertificateSigningRequest
    ) throws(Refusal) -> PaymentProcessingCertificate {
        let issued = try issue(
            .paymentProcessing,
            for: identifier.text,
            request: request,
            activating: true
        )
        guard let certificate = issued.paymentProcessing else { throw .notIssued }
        return certificate
    }

    /// Issues a certificate for a signing request.
    ///
    /// - Parameters:
    ///   - kind: What the certificate is for.
    ///   - identifier: The registered identifier.
    ///   - request: The request, whose signature was checked when it was read.
    ///   - activating: Whether a Payment Processing certificate takes the place of the active one at once.
    /// - Returns: The certificate.
    /// - Throws: ``Refusal``.
    public func issue(
        _ kind: CertificateKind,
        for identifier: String,
        request: CertificateSigningRequest,
        activating: Bool = false
    ) throws(Refusal) -> IssuedCertificate {
        let now = world.clock.now
        return try change(identifier) { (holder) throws(Refusal) in
            if !activating { try holder.requireIssuable(kind, at: now) }
            let issued = try issuing.issue(
                kind,
                for: holder.identifier,
                of: team,
                request: request,
                at: now
            )
            return holder.add(issued, activating: activating)
        }
    }

    /// Activates a Payment Processing certificate, in place of the active one.
    ///
    /// - Throws: ``Refusal``.
    public func activate(_ serial: String, of identifier: String) throws(Refusal) {
        let now = world.clock.now
        try change(identifier) { (holder) throws(Refusal) in
            try holder.activate(serial, at: now)
        }
    }

    /// Revokes a certificate.
    ///
    /// - Throws: ``Refusal``.
    public func revoke(_ serial: String, of identifier: String) throws(Refusal) {
        let now = world.clock.now
        try change(identifier) { (holder) throws(Refusal) in
            try holder.revoke(serial, at: now)
        }
    }

    /// The certificates of an identifier, in the order in which they were issued.
    public func certificates(of identifier: String) -> [IssuedCertificate] {
        state.withLock { $0.holders[identifier]?.certificates ?? [] }
    }

    /// The certificates to which Apple may encrypt at a moment: the active one first, then the one before
    /// it while the mixed window lasts. Empty for an identifier that is not registered.
    public func paymentProcessingCertificates(
        of identifier: String,
        at moment: UnixTime
    ) -> [PaymentProcessingCertificate] {
        state.withLock { $0.holders[identifier]?.processingCertificates(at: moment) ?? [] }
    }

    /// Lets an app use merchant identifiers: returns the entitlement of its build (mission 3.6,
    /// 3.7, 3.11).
    ///
    /// - Throws: ``Refusal/unknownMerchant(_:)``.
    public func entitle(
        app bundleIdentifier: String,
        to identifiers: [MerchantIdentifier]
    ) throws(Refusal) -> AppEntitlement {
        let unknown = state.withLock { state in
            identifiers.first { state.holders[$0.text] == nil }
        }
        if let unknown { throw .unknownMerchant(unknown.text) }
        return AppEntitlement(
            bundleIdentifier: bundleIdentifier,
            merchantIdentifiers: identifiers.map(\.text)
        )
    }

    private func change<Result>(
        _ identifier: String,
        _ body: (inout CertificateHolder) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        try state.withLock { (state) throws(Refusal) in
            guard var holder = state.holders[identifier] else {
                throw .unknownMerchant(identifier)
            }
            let result = try body(&holder)
            state.holders[identifier] = holder
            return result
        }
    }

    private struct State: Sendable {
        var holders: [String: CertificateHolder] = [:]
    }
}
