public import Bytes

/// A merchant's account with Stripe, and how it is used.
public struct StripeAccount: Sendable {
    /// The version of Stripe's API that the requests are written for.
    public static let apiVersion = "2026-10-28.endive"
    /// The origin of Stripe's API.
    public static let origin = "https://api.stripe.com"

    /// The origin that is asked, such as that of a sandbox.
    public let origin: String
    /// The secret key, such as `sk_live_…`; a restricted key will do.
    public let secretKey: Secret
    /// The form of the tokens.
    public let form: TokenForm
    /// How long one request may take.
    public let timeLimit: Duration

    /// An account.
    public init(
        origin: String = StripeAccount.origin,
        secretKey: Secret,
        form: TokenForm,
        timeLimit: Duration = .seconds(20)
    ) {
        (self.origin, self.secretKey) = (origin, secretKey)
        (self.form, self.timeLimit) = (form, timeLimit)
    }
}
