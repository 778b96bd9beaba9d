package import PaymentToken
package import World

/// Whom and when a check of tokens trusts.
package struct TokenTrust: Sendable {
    /// The verifier, with its root.
    package let verifier: PaymentTokenVerifier
    /// When the check is made.
    package let moment: UnixTime

    /// Trust at a moment.
    package init(_ verifier: PaymentTokenVerifier, at moment: UnixTime) {
        (self.verifier, self.moment) = (verifier, moment)
    }
}
