internal import Bytes
public import Cryptography
public import PaymentToken
public import SecureElement
public import World

/// Apple's payment server: decrypts what a Secure Element encrypted, encrypts it for the
/// merchant's Payment Processing key, and signs it (mission 11.3, 1.6).
///
/// It stores nothing of a payment (mission 1.7): the payload exists for one call.
public final class PaymentServer: Sendable {
    /// The key for which Secure Elements encrypt.
    public let publicKey: PublicKey
    private let key: PrivateKey
    private let memberCenter: MemberCenter
    private let authorities: TestAuthorities
    private let sealer: PaymentTokenSealer
    /// The sealer for RSA_v1, created for the first merchant with such a key, because that is
    /// slow.
    private let rsaSealer = LockedValue<PaymentTokenSealer?>(nil)
    private let world: World
    private let secureElements = LockedValue<[SecureElementID: PublicKey]>([:])

    /// Creates a server for the merchants of a member center.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure`` if libcrypto cannot create a key.
    public init(
        authorities: TestAuthorities,
        memberCenter: MemberCenter,
        world: World
    ) throws(CryptographyFailure) {
        key = try PrivateKey(on: .p256, from: world.randomness)
        publicKey = key.publicKey
        self.memberCenter = memberCenter
        self.authorities = authorities
        sealer = PaymentTokenSealer(signer: authorities.tokenSigner)
        self.world = world
    }

    /// Registers a Secure Element, as the factory does.
    public func enroll(_ secureElement: SecureElement) {
        secureElements.withLock { $0[secureElement.identifier] = secureElement.publicKey }
    }

    /// Creates the merchant's payment token from what a Secure Element encrypted.
    ///
    /// - Throws: ``Refusal``.
    public func paymentToken(
        for sealed: SealedForApple,
        paymentMethod: UntrustedPaymentMethod
    ) throws(Refusal) -> SealedPaymentToken {
        guard let chip = secureElements.withLock({ $0[sealed.secureElement] }) else {
            throw .unknownSecureElement
        }
        let instruction = sealed.instruction
        let now = world.clock.now
        guard
            let certificate = memberCenter.currentCertificate(
                of: instruction.merchantIdentifier,
                at: now
            )
        else { throw .merchantWithoutCertificate }
        let payload: Secret
        do {
            payload = try sealed.opened(with: key, from: chip)
        } catch { throw .notSealedByThatSecureElement }
        do {
            let recipient = PaymentTokenSealer.Recipient(certificate)
            return try sealer(for: recipient).seal(
                payload,
                to: recipient,
                by: PaymentTokenSealer.Sealing(for: recipient, from: world.randomness),
                transactionID: instruction.transactionID,
                applicationDataHash: instruction.applicationDataHash,
                signingTime: now,
                paymentMethod: paymentMethod
            )
        } catch { throw .notSealed }
    }

    /// The sealer for the version of the recipient's tokens.
    private func sealer(
        for recipient: PaymentTokenSealer.Recipient
    ) throws(AuthorityFailure) -> PaymentTokenSealer {
        guard PaymentTokenVersion(sealedTo: recipient.publicKey) == .rsaV1 else { return sealer }
        return try rsaSealer.withLock { (made) throws(AuthorityFailure) in
            if let made { return made }
            let signer = try authorities.signer(of: .rsaV1, from: world.randomness)
            let sealer = PaymentTokenSealer(signer: signer.writer())
            made = sealer
            return sealer
        }
    }

    /// Why no token was created.
    public enum Refusal: Error, Hashable, Sendable {
        /// The Secure Element was never enrolled.
        case unknownSecureElement
        /// The message is not from that Secure Element, or was changed.
        case notSealedByThatSecureElement
        /// The merchant is not registered or has no valid Payment Processing certificate.
        case merchantWithoutCertificate
        /// Encrypting or signing failed.
        case notSealed
    }
}
