internal import Foundation
internal import PaymentRequest

extension AuthorizationStatus {
    init(_ status: PKPaymentAuthorizationStatus) {
        self = AuthorizationStatus(rawValue: status.rawValue) ?? .failure
    }
}

extension RequestUpdate {
    /// What an app answers with an update object, whichever.
    init(_ update: PKPaymentRequestUpdate) {
        self.init(
            status: AuthorizationStatus(update.status),
            paymentSummaryItems: update.paymentSummaryItems.map { SummaryItem($0) },
            shippingMethods: update.newShippingMethods?.map { ShippingMethod($0) },
            errors: update.givenErrors.map { PaymentError($0) }
        )
        recurringPayment = update.recurringPaymentRequest.map { RecurringPayment($0) }
        automaticReloadPayment =
            update.automaticReloadPaymentRequest.map { AutomaticReloadPayment($0) }
        deferredPayment = update.deferredPaymentRequest.map { DeferredPayment($0) }
        tokenContexts = update.multiTokenContexts?.map { PaymentTokenContext($0) }
    }

    /// What an app answers to the first generation's question about a way of shipping or a card.
    init(status: PKPaymentAuthorizationStatus, paymentSummaryItems: [PKPaymentSummaryItem]) {
        self.init(
            status: AuthorizationStatus(status),
            paymentSummaryItems: paymentSummaryItems.map { SummaryItem($0) }
        )
    }

    /// What an app answers to the first generation's question about a shipping contact.
    ///
    /// Failure without ways of shipping leaves them, because apps answer failure with nothing else;
    /// that is a guess.
    init(
        status: PKPaymentAuthorizationStatus,
        shippingMethods: [PKShippingMethod],
        paymentSummaryItems: [PKPaymentSummaryItem]
    ) {
        self.init(status: status, paymentSummaryItems: paymentSummaryItems)
        if status == .success || !shippingMethods.isEmpty {
            self.shippingMethods = shippingMethods.map { ShippingMethod($0) }
        }
    }

    /// What an app answers with a merchant session; success without one is a failure, which is a
    /// guess.
    init(_ update: PKPaymentRequestMerchantSessionUpdate) {
        let status = AuthorizationStatus(update.status)
        self.init(status: status == .success && update.session == nil ? .failure : status)
    }
}

extension PKPaymentRequestUpdate {
    /// The ways of shipping that take the place of those before; nil where those stay.
    ///
    /// None means that those stay, but for a shipping contact, about which it says that nothing can
    /// be sent there (rules section 5).
    var newShippingMethods: [PKShippingMethod]? {
        guard shippingMethods.isEmpty else { return shippingMethods }
        return self is PKPaymentRequestShippingContactUpdate ? givenShippingMethods : nil
    }

    fileprivate var givenErrors: [any Error] {
        switch self {
        case let update as PKPaymentRequestShippingContactUpdate: update.errors ?? []
        case let update as PKPaymentRequestPaymentMethodUpdate: update.errors ?? []
        case let update as PKPaymentRequestCouponCodeUpdate: update.errors ?? []
        default: []
        }
    }
}

extension AuthorizationResult {
    /// What an app answers to an authorization.
    init(_ result: PKPaymentAuthorizationResult) {
        self.init(
            AuthorizationStatus(result.status),
            errors: (result.errors ?? []).map { PaymentError($0) },
            orderDetails: result.orderDetails.map { OrderDetails($0) }
        )
    }

    /// What an app answers to an authorization with a status alone, as until iOS 11.
    init(_ status: PKPaymentAuthorizationStatus) { self.init(AuthorizationStatus(status)) }
}

extension OrderDetails {
    init(_ stated: PKPaymentOrderDetails) {
        self.init(
            orderTypeIdentifier: stated.orderTypeIdentifier,
            orderIdentifier: stated.orderIdentifier,
            webServiceURL: stated.webServiceURL.absoluteString,
            authenticationToken: stated.authenticationToken
        )
    }
}
