public import PaymentRequest

/// The app's side of a sheet: it is asked one question at a time, and told when the sheet is
/// finished (mission 10.4, 10.5).
///
/// Each method returns when the app has been called, which may be long before it answers.
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationControllerDelegate`.
public protocol PaymentApp: Sendable {
    /// Asks the app; the answer may come at any time, from any thread, or never.
    func ask(_ question: AppQuestion, answer: SheetAnswer) async

    /// The name of the method that is called for a question, for messages to the app's developer.
    func methodName(for question: AppQuestion) -> String

    /// The shopper has authenticated; `willAuthorizePayment`.
    func willAuthorizePayment() async

    /// The sheet has finished; `didFinish`. Called once.
    ///
    /// - Parameter note: Called just before the app is told. Not called if the app is not told,
    ///   because it has dismissed the sheet itself or has no delegate.
    func didFinish(_ note: @Sendable () -> Void) async
}

extension PaymentApp {
    /// The method of `PKPaymentAuthorizationControllerDelegate`.
    public func methodName(for question: AppQuestion) -> String {
        question.controllerMethod
    }
}

extension AppQuestion {
    /// The method of `PKPaymentAuthorizationControllerDelegate` that is called for the question.
    public var controllerMethod: String {
        let ending =
            switch self {
            case .merchantSession: "didRequestMerchantSessionUpdate"
            case .paymentMethod: "didSelectPaymentMethod:handler"
            case .shippingContact: "didSelectShippingContact:handler"
            case .shippingMethod: "didSelectShippingMethod:handler"
            case .couponCode: "didChangeCouponCode:handler"
            case .authorization: "didAuthorizePayment:handler"
            }
        return "paymentAuthorizationController(_:\(ending):)"
    }

    /// The method of `PKPaymentAuthorizationViewControllerDelegate` that is called for the question.
    public var viewControllerMethod: String {
        let ending =
            switch self {
            case .merchantSession: "didRequestMerchantSessionUpdate"
            case .paymentMethod, .shippingMethod: "didSelect:handler"
            case .shippingContact: "didSelectShippingContact:handler"
            case .couponCode: "didChangeCouponCode:handler"
            case .authorization: "didAuthorizePayment:handler"
            }
        return "paymentAuthorizationViewController(_:\(ending):)"
    }
}

/// A question to an app.
public enum AppQuestion: Sendable {
    /// `didRequestMerchantSessionUpdate`.
    case merchantSession
    /// `didSelectPaymentMethod`, with the card redacted.
    case paymentMethod(PaymentMethod)
    /// `didSelectShippingContact`, with the contact redacted (mission 9.8).
    case shippingContact(RedactedContact)
    /// `didSelectShippingMethod`.
    case shippingMethod(ValidPaymentRequest.ShippingMethod)
    /// `didChangeCouponCode`.
    case couponCode(String)
    /// `didAuthorizePayment`, with the token.
    case authorization(AuthorizedPayment)
}

/// The authorized payment for an app.
///
/// - Source: Apple, PassKit, `PKPayment` and `PKPaymentToken` (mission 11.5).
public struct AuthorizedPayment: Hashable, Sendable {
    /// The token's identifier, for receipts.
    public let transactionIdentifier: String
    /// The data that is encrypted for the merchant, as JSON in UTF-8: data, header, signature and
    /// version, and nothing else of the token; empty on a simulator.
    public let paymentData: [UInt8]
    /// The card, the contacts, the shipping method and the total.
    public let details: PaymentSheet.Payment

    /// Creates a payment.
    public init(
        transactionIdentifier: String,
        paymentData: [UInt8],
        details: PaymentSheet.Payment
    ) {
        self.transactionIdentifier = transactionIdentifier
        self.paymentData = paymentData
        self.details = details
    }
}
