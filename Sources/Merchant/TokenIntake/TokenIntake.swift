public import PaymentToken
public import World

/// Takes payment tokens in: verifies them, and opens them with the merchant's keys.
///
/// Several keys serve at once, because Apple may seal to the old one until a new certificate is
/// activated; the token says which.
public struct TokenIntake: Sendable {
    private let verifier: PaymentTokenVerifier
    private let keyring: MerchantKeyring
    private let clock: any WallClock

    /// An intake that trusts what the verifier trusts, at the time that the clock tells.
    public init(verifier: PaymentTokenVerifier, keys: [MerchantKey], clock: any WallClock) {
        self.init(verifier: verifier, keyring: MerchantKeyring(keys, clock: clock), clock: clock)
    }

    /// An intake whose keys may be loaded anew while it works.
    public init(
        verifier: PaymentTokenVerifier,
        keyring: MerchantKeyring,
        clock: any WallClock
    ) {
        self.verifier = verifier
        self.keyring = keyring
        self.clock = clock
    }

    /// Reads and verifies a token: signature, chain, markers and signing time (mission 12.2).
    ///
    /// - Throws: ``PaymentToken/TokenRefusal``.
    public func verify(_ json: [UInt8]) throws(TokenRefusal) -> VerifiedPaymentToken {
        try verifier.verify(try SealedPaymentToken(json: json), at: clock.now)
    }

    /// Verifies everything of a token but how long ago it was signed: for looking up the answer that it
    /// was given before. It must not be charged.
    ///
    /// - Throws: ``PaymentToken/TokenRefusal``, other than for a late signing time.
    public func verifyRepetition(_ json: [UInt8]) throws(TokenRefusal) -> VerifiedPaymentToken {
        let token = try SealedPaymentToken(json: json)
        do throws(TokenRefusal) {
            return try verifier.verify(token, at: clock.now)
        } catch .signingTime(let signedAt, _, _) {
            return try verifier.verify(token, at: signedAt)
        }
    }

    /// Opens a token that was verified (mission 12.3). A key in a security module is waited for, on no thread
    /// of Swift's and until a deadline.
    ///
    /// - Throws: ``PaymentToken/TokenRefusal``.
    public func open(
        _ token: VerifiedPaymentToken
    ) async throws(TokenRefusal) -> OpenedPaymentToken {
        try await token.open(with: keyring.keys)
    }
}
