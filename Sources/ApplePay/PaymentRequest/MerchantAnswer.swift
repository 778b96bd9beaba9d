/// How a merchant's answer turned out.
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationStatus`.
public enum AuthorizationStatus: Int, Hashable, Sendable, CaseIterable {
    /// It worked.
    case success = 0
    /// It did not.
    case failure = 1
    /// The billing address is wrong; an older form of an error.
    case invalidBillingPostalAddress = 2
    /// The shipping address is wrong; an older form of an error.
    case invalidShippingPostalAddress = 3
    /// The shipping contact is wrong; an older form of an error.
    case invalidShippingContact = 4
    /// The card's PIN must be entered.
    case pinRequired = 5
    /// The card's PIN was wrong.
    case pinIncorrect = 6
    /// The card's PIN was wrong too often.
    case pinLockout = 7

    /// The error that an older status stands for.
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

/// What a merchant answers when the shopper has chosen something.
///
/// - Source: Apple, PassKit, `PKPaymentRequestUpdate` and its subclasses, which this stands for.
public struct RequestUpdate: Hashable, Sendable {
    /// How it turned out.
    public var status: AuthorizationStatus
    /// The new items; nil, or none, leaves them as they are.
    public var paymentSummaryItems: [SummaryItem]?
    /// The new ways of shipping; nil leaves them, none says that there is no delivery.
    public var shippingMethods: [ShippingMethod]?
    /// What the shopper must put right, the worst first.
    public var errors: [PaymentError]
    /// The new recurring payment; nil leaves it as it is.
    public var recurringPayment: RecurringPayment?
    /// The new automatic reload; nil leaves it as it is.
    public var automaticReloadPayment: AutomaticReloadPayment?
    /// The new deferred payment; nil leaves it as it is.
    public var deferredPayment: DeferredPayment?
    /// The new parts of the total; nil leaves them as they are.
    public var tokenContexts: [PaymentTokenContext]?

    /// An answer; the typed payments are set one by one.
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

    /// Nothing changes; what is answered for a merchant who does not listen.
    public static let unchanged = RequestUpdate()

    /// The errors, those that an older status stands for included.
    public var allErrors: [PaymentError] {
        errors.isEmpty ? [status.impliedError].compactMap(\.self) : errors
    }

    var changesRequest: Bool {
        paymentSummaryItems?.isEmpty == false || shippingMethods != nil
            || recurringPayment != nil || automaticReloadPayment != nil
            || deferredPayment != nil || tokenContexts != nil
    }
}

/// What a merchant answers when the shopper has authorized.
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationResult`.
public struct AuthorizationResult: Hashable, Sendable {
    /// How it turned out.
    public var status: AuthorizationStatus
    /// What the shopper must put right, the worst first.
    public var errors: [PaymentError]
    /// Where the wallet finds the order, upon success.
    public var orderDetails: OrderDetails?

    /// An answer.
    public init(
        _ status: AuthorizationStatus,
        errors: [PaymentError] = [],
        orderDetails: OrderDetails? = nil
    ) {
        self.status = status
        self.errors = errors
        self.orderDetails = orderDetails
    }

    /// Whether the shopper has paid: success, and nothing to put right.
    public var isPaid: Bool { status == .success && errors.isEmpty }

    /// The errors, those that an older status stands for included.
    public var allErrors: [PaymentError] {
        errors.isEmpty ? [status.impliedError].compactMap(\.self) : errors
    }
}
