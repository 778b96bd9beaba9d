/// The status of a merchant's answer.
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationStatus`.
public enum AuthorizationStatus: Int, Hashable, Sendable, CaseIterable {
    /// Success.
    case success = 0
    /// Failure.
    case failure = 1
    /// The billing address is invalid; a deprecated form of an error.
    case invalidBillingPostalAddress = 2
    /// The shipping address is invalid; a deprecated form of an error.
    case invalidShippingPostalAddress = 3
    /// The shipping contact is invalid; a deprecated form of an error.
    case invalidShippingContact = 4
    /// The card's PIN must be entered.
    case pinRequired = 5
    /// The card's PIN was wrong.
    case pinIncorrect = 6
    /// The card's PIN was wrong too often.
    case pinLockout = 7

    /// The error that a deprecated status stands for.
    var impliedError: PaymentError? {
        switch self {
        case .invalidBillingPostalAddress:
            PaymentError(.billingContactInvalid(.field(.postalAddress)))
        case .invalidShippingPostalAddress:
            PaymentError(.shippingContactInvalid(.field(.postalAddress)))
        case .invalidShippingContact: PaymentError(.shippingContactInvalid(.anywhere))
        case .success, .failure, .pinRequired, .pinIncorrect, .pinLockout: nil
        }
    }
}

/// A merchant's update after a choice of the shopper.
///
/// - Source: Apple, PassKit, `PKPaymentRequestUpdate` and its subclasses, which this stands for.
public struct RequestUpdate: Hashable, Sendable {
    /// The status.
    public var status: AuthorizationStatus
    /// The new items; nil or an empty list keeps the old ones.
    public var paymentSummaryItems: [SummaryItem]?
    /// The new shipping methods; nil keeps the old ones, an empty list means no delivery.
    public var shippingMethods: [ShippingMethod]?
    /// Whether an app answered about a contact with an empty list, which keeps the old methods.
    public var hasEmptyShippingMethods = false
    /// The identifier of the method that a page selects among the new ones; nil keeps the shopper's
    /// while it is offered.
    public var selectedShippingMethod: String?
    /// The errors that the shopper must correct, the most severe first.
    public var errors: [PaymentError]
    /// The new recurring payment; nil keeps the old one.
    public var recurringPayment: RecurringPayment?
    /// The new automatic reload; nil keeps the old one.
    public var automaticReloadPayment: AutomaticReloadPayment?
    /// The new deferred payment; nil keeps the old one.
    public var deferredPayment: DeferredPayment?
    /// The new token contexts; nil keeps the old ones.
    public var tokenContexts: [PaymentTokenContext]?
    /// The merchant of a page's merchant session; nil keeps the request's. A page's request names no
    /// merchant.
    public var merchantIdentifier: String?

    /// Creates an update; the typed payments are set separately.
    public init(
        status: AuthorizationStatus = .success,
        paymentSummaryItems: [SummaryItem]? = nil,
        shippingMethods: [ShippingMethod]? = nil,
        errors: [PaymentError] = []
    ) {
        self.status = status
        self.paymentSummaryItems = paymentSummaryItems
        self.shippingMethods = shippingMethods
        self.errors = errors
    }

    /// An update without changes, used when the merchant does not implement the method.
    public static let unchanged = RequestUpdate()

    /// The errors, including the one of a deprecated status.
    public var allErrors: [PaymentError] {
        errors.isEmpty ? [status.impliedError].compactMap(\.self) : errors
    }

    var changesRequest: Bool {
        paymentSummaryItems?.isEmpty == false || shippingMethods != nil
            || recurringPayment != nil || automaticReloadPayment != nil
            || deferredPayment != nil || tokenContexts != nil || merchantIdentifier != nil
    }
}

/// A merchant's result after the shopper has authorized.
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationResult`.
public struct AuthorizationResult: Hashable, Sendable {
    /// The status.
    public var status: AuthorizationStatus
    /// The errors that the shopper must correct, the most severe first.
    public var errors: [PaymentError]
    /// The order for tracking, on success.
    public var orderDetails: OrderDetails?

    /// Creates a result.
    public init(
        _ status: AuthorizationStatus,
        errors: [PaymentError] = [],
        orderDetails: OrderDetails? = nil
    ) {
        self.status = status
        self.errors = errors
        self.orderDetails = orderDetails
    }

    /// Whether the payment succeeded: the status is success and there are no errors.
    public var isPaid: Bool { status == .success && errors.isEmpty }

    /// Whether a session of Apple Pay JS ends with it, unpaid: a failure without errors, on which an app's sheet goes
    /// on.
    ///
    /// - Source: WebKit, `ApplePaySession.cpp`.
    public var endsPageSession: Bool { status == .failure && errors.isEmpty }

    /// The errors, including the one of a deprecated status.
    public var allErrors: [PaymentError] {
        errors.isEmpty ? [status.impliedError].compactMap(\.self) : errors
    }
}
