public import Foundation

/// What an app answers when the shopper has chosen something. Since iOS 11.
open class PKPaymentRequestUpdate: NSObject {
    /// The ways of shipping, or nil where none were ever given.
    var givenShippingMethods: [PKShippingMethod]?

    /// How it turned out.
    open var status = PKPaymentAuthorizationStatus.success

    /// The new lines; none leaves them as they are.
    open var paymentSummaryItems: [PKPaymentSummaryItem]

    /// The new ways of shipping; none leaves them as they are. Since iOS 15.
    open var shippingMethods: [PKShippingMethod] {
        get { givenShippingMethods ?? [] }
        set { givenShippingMethods = newValue }
    }

    /// The new parts of the total; nil leaves them as they are. Since iOS 16.
    open var multiTokenContexts: [PKPaymentTokenContext]?

    /// The new recurring payment; nil leaves it as it is. Since iOS 16.
    open var recurringPaymentRequest: PKRecurringPaymentRequest?

    /// The new automatic reload; nil leaves it as it is. Since iOS 16.
    open var automaticReloadPaymentRequest: PKAutomaticReloadPaymentRequest?

    /// The new deferred payment; nil leaves it as it is. Since iOS 16.4.
    open var deferredPaymentRequest: PKDeferredPaymentRequest?

    /// Success without new lines.
    public convenience override init() { self.init(paymentSummaryItems: []) }

    /// An answer with new lines.
    public init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        self.paymentSummaryItems = paymentSummaryItems
        super.init()
    }
}

/// What an app answers when the shopper has chosen a way of shipping. Since iOS 11.
open class PKPaymentRequestShippingMethodUpdate: PKPaymentRequestUpdate {}

/// What an app answers when the shopper has chosen a shipping contact. Since iOS 11.
///
/// Without ways of shipping in an answer that states them, nothing can be sent to that contact;
/// that is a guess.
open class PKPaymentRequestShippingContactUpdate: PKPaymentRequestUpdate {
    private var givenErrors: [any Error] = []

    /// What the shopper must put right, the worst first; nil makes it empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var errors: [any Error]! {
        get { givenErrors }
        set { givenErrors = newValue ?? [] }
    }

    /// An answer with new lines.
    public override init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        super.init(paymentSummaryItems: paymentSummaryItems)
    }

    /// An answer.
    public init(
        errors: [any Error]?,
        paymentSummaryItems: [PKPaymentSummaryItem],
        shippingMethods: [PKShippingMethod]
    ) {
        givenErrors = errors ?? []
        super.init(paymentSummaryItems: paymentSummaryItems)
        givenShippingMethods = shippingMethods
    }
}

/// What an app answers when the shopper has chosen a card. Since iOS 11.
open class PKPaymentRequestPaymentMethodUpdate: PKPaymentRequestUpdate {
    private var givenErrors: [any Error] = []

    /// What the shopper must put right, the worst first; nil makes it empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var errors: [any Error]! {
        get { givenErrors }
        set { givenErrors = newValue ?? [] }
    }

    /// An answer with new lines.
    public override init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        super.init(paymentSummaryItems: paymentSummaryItems)
    }

    /// An answer.
    public init(errors: [any Error]?, paymentSummaryItems: [PKPaymentSummaryItem]) {
        givenErrors = errors ?? []
        super.init(paymentSummaryItems: paymentSummaryItems)
    }
}

/// What an app answers when the shopper has entered a coupon code. Since iOS 15.
open class PKPaymentRequestCouponCodeUpdate: PKPaymentRequestUpdate {
    private var givenErrors: [any Error] = []

    /// What is wrong with the code; nil makes it empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var errors: [any Error]! {
        get { givenErrors }
        set { givenErrors = newValue ?? [] }
    }

    /// An answer with new lines.
    public override init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        super.init(paymentSummaryItems: paymentSummaryItems)
    }

    /// An answer.
    public init(
        errors: [any Error]?,
        paymentSummaryItems: [PKPaymentSummaryItem],
        shippingMethods: [PKShippingMethod]
    ) {
        givenErrors = errors ?? []
        super.init(paymentSummaryItems: paymentSummaryItems)
        givenShippingMethods = shippingMethods
    }
}
