public import Cryptography
public import PaymentToken
internal import Storage
package import World

/// Apple's token service for a wallet: a token for the encrypted payment of its Secure Element.
public protocol TokenService: Sendable {
    /// The key for which Secure Elements encrypt.
    var publicKey: PublicKey { get }

    /// Creates the merchant's payment token from what a Secure Element encrypted.
    ///
    /// - Parameters:
    ///   - sealed: What the Secure Element encrypted.
    ///   - paymentMethod: The card as the merchant sees it.
    /// - Returns: The token.
    /// - Throws: ``TokenServiceRefusal``.
    func paymentToken(
        for sealed: SealedForApple,
        paymentMethod: UntrustedPaymentMethod
    ) async throws(TokenServiceRefusal) -> SealedPaymentToken
}

/// Why no token was created.
public enum TokenServiceRefusal: Error, Hashable, Sendable {
    /// The Secure Element was never enrolled.
    case unknownSecureElement
    /// The message is not from that Secure Element, or was changed.
    case notSealedByThatSecureElement
    /// The merchant is not registered or has no valid Payment Processing certificate.
    case merchantWithoutCertificate
    /// Encrypting or signing failed.
    case notSealed
    /// The records of merchants or Secure Elements could not be read.
    case recordsUnavailable
    /// The service is in another process, which did not answer, or not as one does; the text says why.
    case notReached(String)
}

extension TokenServiceRefusal: CustomStringConvertible {
    /// The cause in one sentence.
    public var description: String {
        switch self {
        case .unknownSecureElement: "the Secure Element is not enrolled"
        case .notSealedByThatSecureElement:
            "the payment is not from this Secure Element, was changed, or is for another key than the token service's"
        case .merchantWithoutCertificate:
            "the merchant identifier is not registered, or has no valid Payment Processing certificate"
        case .notSealed: "the token could not be encrypted or signed"
        case .recordsUnavailable: "the sandbox's database failed; nothing was paid"
        case .notReached(let reason): "the token service did not answer: \(reason)"
        }
    }
}

/// To whom tokens are sealed.
package protocol TokenRecipients: Sendable {
    /// The owner of the key to which a merchant's tokens are sealed at a time; nil where the merchant
    /// is not registered or has no valid certificate.
    func recipient(
        of merchantIdentifier: String,
        at now: UnixTime
    ) async throws(TokenServiceRefusal) -> PaymentTokenSealer.Recipient?
}

extension MemberCenter: TokenRecipients {
    /// While the mixed window lasts, one or the other, by chance.
    package func recipient(
        of merchantIdentifier: String,
        at now: UnixTime
    ) async throws(TokenServiceRefusal) -> PaymentTokenSealer.Recipient? {
        let usable: [PaymentProcessingCertificate]
        do throws(StorageFailure) {
            usable = try await paymentProcessingCertificates(of: merchantIdentifier, at: now)
        } catch { throw .recordsUnavailable }
        guard usable.count > 1 else {
            return usable.first.map { PaymentTokenSealer.Recipient($0) }
        }
        let drawn = Int(issuing.randomness.number(below: UInt64(usable.count)))
        return PaymentTokenSealer.Recipient(usable[drawn])
    }
}

/// The Secure Elements whose messages Apple's server accepts.
package protocol SecureElementRegistry: Sendable {
    /// The key of a Secure Element; nil for one that was never enrolled.
    func publicKey(
        of secureElement: SecureElementID
    ) async throws(TokenServiceRefusal) -> PublicKey?
}

/// Secure Elements that are enrolled for as long as the process runs.
public final class EnrolledSecureElements: Sendable {
    private let keys = LockedValue<[SecureElementID: PublicKey]>([:])

    /// Creates an empty list.
    public init() {}

    /// Registers a Secure Element, as the factory does.
    public func enroll(_ secureElement: SecureElementID, publicKey: PublicKey) {
        keys.withLock { $0[secureElement] = publicKey }
    }
}

extension EnrolledSecureElements: SecureElementRegistry {
    package func publicKey(of secureElement: SecureElementID) -> PublicKey? {
        keys.withLock { $0[secureElement] }
    }
}
