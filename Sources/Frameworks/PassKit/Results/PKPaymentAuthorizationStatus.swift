internal import PaymentRequest

/// The status of an app's answer.
public enum PKPaymentAuthorizationStatus: Int, Hashable, Sendable {
    /// Success.
    case success = 0
    /// Failure.
    case failure = 1
    /// The billing address is wrong; until iOS 11.
    case invalidBillingPostalAddress = 2
    /// The shipping address is wrong; until iOS 11.
    case invalidShippingPostalAddress = 3
    /// The shipping contact is wrong; until iOS 11.
    case invalidShippingContact = 4
    /// The card's PIN must be entered. Since iOS 9.2.
    case pinRequired = 5
    /// The card's PIN was wrong. Since iOS 9.2.
    case pinIncorrect = 6
    /// The card's PIN was wrong too often. Since iOS 9.2.
    case pinLockout = 7
}
