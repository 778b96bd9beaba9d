public import Foundation

/// An app's update after a choice of the shopper. Since iOS 11.
open class PKPaymentRequestUpdate: NSObject {
    /// The shipping methods, or nil if none were set.
    var givenShippingMethods: [PKShippingMethod]?

    /// The status.
    open var status = PKPaymentAuthorizationStatus.success

    /// The new items; an empty list keeps the old ones.
    open var paymentSummaryItems: [PKPaymentSummaryItem]

    /// The new shipping methods; an empty list keeps the old ones. Since iOS 15.
    open var shippingMethods: [PKShippingMethod] {
        get { givenShippingMethods ?? [] }
        set { givenShippingMethods = newValue }
    }

    /// The new parts of the total; nil keeps the old ones. Since iOS 16.
    open var multiTokenContexts: [PKPaymentTokenContext]?

    /// The new recurring payment; nil keeps the old one. Since iOS 16.
    open var recurringPaymentRequest: PKRecurringPaymentRequest?

    /// The new automatic reload; nil keeps the old one. Since iOS 16.
    open var automaticReloadPaymentRequest: PKAutomaticReloadPaymentRequest?

    /// The new deferred payment; nil keeps the old one. Since iOS 16.4.
    open var deferredPaymentRequest: PKDeferredPaymentRequest?

    /// Creates a successful update without new items.
    public convenience override init() { self.init(paymentSummaryItems: []) }

    /// Creates an update with new items.
    public init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        self.paymentSummaryItems = paymentSummaryItems
        super.init()
    }
}

/// An app's update after the choice of a shipping method. Since iOS 11.
open class PKPaymentRequestShippingMethodUpdate: PKPaymentRequestUpdate {}

/// An app's update after the choice of a shipping contact. Since iOS 11.
open class PKPaymentRequestShippingContactUpdate: PKPaymentRequestUpdate {
    private var givenErrors: [any Error] = []

    /// The errors that the shopper must correct, the most severe first; nil makes it empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var errors: [any Error]! {
        get { givenErrors }
        set { givenErrors = newValue ?? [] }
    }

    /// Creates an update with new items.
    public override init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        super.init(paymentSummaryItems: paymentSummaryItems)
    }

    /// Creates an update.
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

/// An app's update after the choice of a card. Since iOS 11.
open class PKPaymentRequestPaymentMethodUpdate: PKPaymentRequestUpdate {
    private var givenErrors: [any Error] = []

    /// The errors that the shopper must correct, the most severe first; nil makes it empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var errors: [any Error]! {
        get { givenErrors }
        set { givenErrors = newValue ?? [] }
    }

    /// Creates an update with new items.
    public override init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        super.init(paymentSummaryItems: paymentSummaryItems)
    }

    /// Creates an update.
    public init(errors: [any Error]?, paymentSummaryItems: [PKPaymentSummaryItem]) {
        givenErrors = errors ?? []
        super.init(paymentSummaryItems: paymentSummaryItems)
    }
}

/// An app's update after a coupon code was entered. Since iOS 15.
open class PKPaymentRequestCouponCodeUpdate: PKPaymentRequestUpdate {
    private var givenErrors: [any Error] = []

    /// The errors of the code; nil makes it empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var errors: [any Error]! {
        get { givenErrors }
        set { givenErrors = newValue ?? [] }
    }

    /// Creates an update with new items.
    public override init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        super.init(paymentSummaryItems: paymentSummaryItems)
    }

    /// Creates an update.
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
