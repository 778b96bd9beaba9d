internal import ASN1
internal import Bytes
public import Certificates
internal import Cryptography
public import PaymentToken
public import World

/// Apple's member center: merchant identifiers, their certificates, and the apps that may use them
/// (mission section 3).
public final class MemberCenter: Sendable {
    /// The team of this account, which is the organizational unit in its certificates.
    public let team: Team
    private let authorities: TestAuthorities
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
        self.authorities = authorities
        self.world = world
    }

    /// Registers a merchant identifier (mission 3.3).
    ///
    /// - Throws: ``Refusal/invalidIdentifier(_:_:)``, ``Refusal/alreadyRegistered(_:)``.
    public func register(_ text: String, description: String) throws(Refusal) -> MerchantIdentifier
    {
        let identifier: MerchantIdentifier
        do {
            identifier = try MerchantIdentifier(text)
        } catch { throw .invalidIdentifier(text, error) }
        try state.withLock { (state) throws(Refusal) in
            guard state.merchants[identifier] == nil else { throw .alreadyRegistered(text) }
            state.merchants[identifier] = Merchant(description: description, certificates: [])
        }
        return identifier
    }

    /// Issues a Payment Processing certificate for a signing request (mission 3.4).
    ///
    /// The certificate is valid for about 25 months, as Apple's are. An earlier one stays valid,
    /// so that the two overlap during a rotation.
    ///
    /// - Throws: ``Refusal``.
    public func issuePaymentProcessingCertificate(
        for identifier: MerchantIdentifier,
        request: CertificateSigningRequest
    ) throws(Refusal) -> PaymentProcessingCertificate {
        guard isRegistered(identifier) else { throw .unknownMerchant(identifier.text) }
        let key: PublicKey
        do {
            key = try PublicKey(publicKeyInfo: request.publicKeyInfo)
        } catch { throw .unsupportedKey }
        guard key.kind == .ellipticCurve(.p256) || key.kind == .rsa(bits: 2048) else {
            throw .unsupportedKey
        }
        let certificate: PaymentProcessingCertificate
        do {
            certificate = try PaymentProcessingCertificate(
                authorities.developerRelations.issue(
                    template(for: identifier),
                    for: key,
                    randomness: world.randomness
                )
            )
        } catch { throw .notIssued }
        state.withLock { $0.merchants[identifier]?.certificates.append(certificate) }
        return certificate
    }

    /// Lets an app use merchant identifiers: returns the entitlement of its build (mission 3.6,
    /// 3.7, 3.11).
    ///
    /// - Throws: ``Refusal/unknownMerchant(_:)``.
    public func entitle(
        app bundleIdentifier: String,
        to identifiers: [MerchantIdentifier]
    ) throws(Refusal) -> AppEntitlement {
        if let stranger = identifiers.first(where: { !isRegistered($0) }) {
            throw .unknownMerchant(stranger.text)
        }
        return AppEntitlement(
            bundleIdentifier: bundleIdentifier,
            merchantIdentifiers: identifiers.map(\.text)
        )
    }

    /// The newest certificate of a merchant that is valid at a moment. Apple encrypts for its key.
    func currentCertificate(of identifier: String, at now: UnixTime)
        -> PaymentProcessingCertificate?
    {
        state.withLock { state in
            guard let identifier = try? MerchantIdentifier(identifier) else { return nil }
            return state.merchants[identifier]?.certificates.last {
                ($0.certificate.notBefore...$0.certificate.notAfter).contains(now)
            }
        }
    }

    private func isRegistered(_ identifier: MerchantIdentifier) -> Bool {
        state.withLock { $0.merchants[identifier] != nil }
    }

    private func template(for identifier: MerchantIdentifier) -> CertificateTemplate {
        let (notBefore, _) = TestAuthorities.validity(years: 1, from: world.clock.now)
        let lifetime: Int64 = 760 * 86_400
        let hash = Hexadecimal.encode(SHA256.digest(identifier.text)).uppercased()
        return CertificateTemplate(
            subject: DistinguishedName([
                .userID: identifier.text,
                .commonName: Self.commonName(for: identifier),
                .organizationalUnit: team.identifier,
                .organization: team.name,
                .country: "US",
            ]),
            notBefore: notBefore,
            notAfter: notBefore.advanced(bySeconds: lifetime) ?? notBefore,
            isAuthority: false,
            keyUsage: [.keyEncipherment, .keyAgreement],
            extensions: [
                CertificateTemplate.Extension(
                    identifier: AppleExtension.merchantIdentifier,
                    value: ASN1Encoding.element(.utf8String, Array(hash.utf8))
                )
            ]
        )
    }

    /// The common name of a certificate. It has at most 64 characters, so a long identifier is cut
    /// there; `UID` and the extension's hash use the whole identifier.
    ///
    /// - Source: RFC 5280, appendix A, `ub-common-name`. That Apple cuts it too is a guess: no
    ///   certificate with a longer identifier is published.
    private static func commonName(for identifier: MerchantIdentifier) -> String {
        String("Apple Pay Payment Processing:\(identifier.text)".prefix(64))
    }

    /// Why the member center refused a request.
    public enum Refusal: Error, Hashable, Sendable {
        /// The text is not a merchant identifier.
        case invalidIdentifier(String, MerchantIdentifier.Problem)
        /// The identifier is registered already.
        case alreadyRegistered(String)
        /// The identifier is not registered.
        case unknownMerchant(String)
        /// The request's key is neither a P-256 key nor, for China, an RSA key of 2048 bits.
        case unsupportedKey
        /// The certificate could not be issued.
        case notIssued
    }

    private struct Merchant: Sendable {
        let description: String
        var certificates: [PaymentProcessingCertificate]
    }

    private struct State: Sendable {
        var merchants: [MerchantIdentifier: Merchant] = [:]
    }
}

extension MemberCenter.Refusal: CustomStringConvertible {
    /// The refusal, and its remedy.
    public var description: String {
        switch self {
        case .invalidIdentifier(let text, let problem):
            "\(text.debugDescription) is not a merchant identifier: \(problem)"
        case .alreadyRegistered(let text):
            "the merchant identifier \"\(text)\" is registered already; name each once"
        case .unknownMerchant(let text):
            "the merchant identifier \"\(text)\" is not registered; register it first"
        case .unsupportedKey:
            "the signing request is for a key of another kind; make a P-256 key, or an RSA key of"
                + " 2048 bits for China mainland"
        case .notIssued: "libcrypto could not make the certificate"
        }
    }
}

/// An app's entitlement: the merchants that it may pay.
///
/// - Source: the entitlement `com.apple.developer.in-app-payments` (mission 3.11).
public struct AppEntitlement: Hashable, Sendable {
    /// The app.
    public let bundleIdentifier: String
    /// The merchants that its requests may name.
    public let merchantIdentifiers: [String]
}
