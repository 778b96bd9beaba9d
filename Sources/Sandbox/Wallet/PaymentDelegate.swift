public import PaymentRequest
public import PaymentSheet
public import PaymentToken

/// The app's side of a sheet: it is asked one thing at a time, and the sheet waits for the answer
/// (mission 10.4).
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationControllerDelegate`.
public protocol PaymentDelegate: Sendable {
    /// The shopper's card changed; at first it is the default card, redacted.
    func didSelectPaymentMethod(_ method: PaymentMethod) async -> RequestUpdate

    /// Where goods go changed; the contact is redacted (mission 9.8).
    func didSelectShippingContact(_ contact: RedactedContact) async -> RequestUpdate

    /// The way of shipping changed.
    func didSelectShippingMethod(
        _ method: ValidPaymentRequest.ShippingMethod
    ) async -> RequestUpdate

    /// The shopper authorized: here is the token. The answer is the merchant server's
    /// (mission 10.10).
    func didAuthorizePayment(_ payment: AuthorizedPayment) async -> AuthorizationResult

    /// The sheet went away. It can come at any time, and comes once (mission 10.5).
    func didFinish(_ outcome: PaymentSheet.Outcome) async
}

extension PaymentDelegate {
    /// Changes nothing.
    public func didSelectPaymentMethod(_ method: PaymentMethod) async -> RequestUpdate {
        .unchanged
    }

    /// Changes nothing.
    public func didSelectShippingContact(_ contact: RedactedContact) async -> RequestUpdate {
        .unchanged
    }

    /// Changes nothing.
    public func didSelectShippingMethod(
        _ method: ValidPaymentRequest.ShippingMethod
    ) async -> RequestUpdate {
        .unchanged
    }

    /// Does nothing.
    public func didFinish(_ outcome: PaymentSheet.Outcome) async {}
}

/// What an app gets when the shopper has authorized.
///
/// - Source: Apple, PassKit, `PKPayment` (mission 11.5).
public struct AuthorizedPayment: Sendable {
    /// The token, sealed to the merchant.
    public let token: SealedPaymentToken
    /// The total, the contacts and the way of shipping.
    public let details: PaymentSheet.Payment
}
