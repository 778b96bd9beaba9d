public import Cryptography
public import PaymentToken
public import World

/// Apple's payment server: decrypts what a Secure Element encrypted, encrypts it for the
/// merchant's Payment Processing key, and signs it (mission 11.3, 1.6).
///
/// It stores nothing of a payment (mission 1.7): the payload exists for one call.
public final class PaymentServer: TokenService {
    /// The key for which Secure Elements encrypt.
    public let publicKey: PublicKey
    private let key: PrivateKey
    private let recipients: any TokenRecipients
    private let authorities: TestAuthorities
    private let sealer: PaymentTokenSealer
    /// The sealer for RSA_v1, created for the first merchant with such a key, because that is
    /// slow.
    private let rsaSealer = LockedValue<PaymentTokenSealer?>(nil)
    private let world: World
    private let secureElements: any SecureElementRegistry

    /// Creates a server for the merchants of a member center, at which Secure Elements are enrolled.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure`` if libcrypto cannot create a key.
    public convenience init(
        authorities: TestAuthorities,
        memberCenter: MemberCenter,
        secureElements: EnrolledSecureElements,
        world: World
    ) throws(CryptographyFailure) {
        self.init(
            authorities: authorities,
            key: try PrivateKey(on: .p256, from: world.randomness),
            recipients: memberCenter,
            secureElements: secureElements,
            world: world
        )
    }

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - authorities: The signers of tokens.
    ///   - key: The key for which Secure Elements encrypt, on P-256.
    ///   - recipients: To whom the tokens of merchants are sealed.
    ///   - secureElements: The chips whose messages are accepted.
    ///   - world: The clock, and the source of keys.
    package init(
        authorities: TestAuthorities,
        key: PrivateKey,
        recipients: any TokenRecipients,
        secureElements: any SecureElementRegistry,
        world: World
    ) {
        self.key = key
        publicKey = key.publicKey
        self.recipients = recipients
        self.secureElements = secureElements
        self.authorities = authorities
        sealer = PaymentTokenSealer(signer: authorities.tokenSigner)
        self.world = world
    }

    /// Creates the merchant's payment token from what a Secure Element encrypted.
    ///
    /// - Throws: ``TokenServiceRefusal``.
    public func paymentToken(
        for sealed: SealedForApple,
        paymentMethod: UntrustedPaymentMethod
    ) async throws(TokenServiceRefusal) -> SealedPaymentToken {
        let merchant = sealed.instruction.merchantIdentifier
        guard let recipient = try await recipients.recipient(of: merchant, at: world.clock.now)
        else { throw .merchantWithoutCertificate }
        return try await paymentToken(for: sealed, paymentMethod: paymentMethod, to: recipient)
    }

    /// Creates a token for a given recipient.
    fileprivate func paymentToken(
        for sealed: SealedForApple,
        paymentMethod: UntrustedPaymentMethod,
        to recipient: PaymentTokenSealer.Recipient
    ) async throws(TokenServiceRefusal) -> SealedPaymentToken {
        guard let chip = try await secureElements.publicKey(of: sealed.secureElement) else {
            throw .unknownSecureElement
        }
        let instruction = sealed.instruction
        guard let payload = try? sealed.opened(with: key, from: chip) else {
            throw .notSealedByThatSecureElement
        }
        do {
            return try sealer(for: recipient).seal(
                payload,
                to: recipient,
                by: PaymentTokenSealer.Sealing(for: recipient, from: world.randomness),
                transactionID: instruction.transactionID,
                applicationDataHash: instruction.applicationDataHash,
                signingTime: world.clock.now,
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
}

/// Apple's payment server for one payment, whose token is sealed to a given recipient, registered or not.
package struct TokensForOneRecipient: TokenService {
    private let server: PaymentServer
    private let recipient: PaymentTokenSealer.Recipient

    /// Creates the service.
    package init(server: PaymentServer, recipient: PaymentTokenSealer.Recipient) {
        self.server = server
        self.recipient = recipient
    }

    package var publicKey: PublicKey { server.publicKey }

    package func paymentToken(
        for sealed: SealedForApple,
        paymentMethod: UntrustedPaymentMethod
    ) async throws(TokenServiceRefusal) -> SealedPaymentToken {
        try await server.paymentToken(for: sealed, paymentMethod: paymentMethod, to: recipient)
    }
}
