internal import Foundation
internal import PaymentRequest

extension AuthorizationStatus {
    init(_ status: PKPaymentAuthorizationStatus) {
        self = AuthorizationStatus(rawValue: status.rawValue) ?? .failure
    }
}

extension RequestUpdate {
    /// Creates an update from an app's update object of any class.
    init(_ update: PKPaymentRequestUpdate) {
        self.init(
            status: AuthorizationStatus(update.status),
            paymentSummaryItems: update.paymentSummaryItems.map { SummaryItem($0) },
            shippingMethods: update.newShippingMethods?.map { ShippingMethod($0) },
            errors: update.givenErrors.map { PaymentError($0) }
        )
        hasEmptyShippingMethods =
            update is PKPaymentRequestShippingContactUpdate
            && update.givenShippingMethods?.isEmpty == true
        recurringPayment = update.recurringPaymentRequest.map { RecurringPayment($0) }
        automaticReloadPayment =
            update.automaticReloadPaymentRequest.map { AutomaticReloadPayment($0) }
        deferredPayment = update.deferredPaymentRequest.map { DeferredPayment($0) }
        tokenContexts = update.multiTokenContexts?.map { PaymentTokenContext($0) }
    }

    /// Creates an update from an answer about a shipping method or a card in the form until iOS
    /// 11.
    init(status: PKPaymentAuthorizationStatus, paymentSummaryItems: [PKPaymentSummaryItem]) {
        self.init(
            status: AuthorizationStatus(status),
            paymentSummaryItems: paymentSummaryItems.map { SummaryItem($0) }
        )
    }

    /// Creates an update from an answer about a shipping contact in the form until iOS 11.
    ///
    /// A failure without shipping methods keeps the previous methods, because apps answer a
    /// failure with an empty list; that is a guess.
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

    /// Creates an update from the answer about a merchant session. Success without a session is a
    /// failure, which is a guess.
    init(_ update: PKPaymentRequestMerchantSessionUpdate) {
        let status = AuthorizationStatus(update.status)
        self.init(status: status == .success && update.session == nil ? .failure : status)
    }
}

extension PKPaymentRequestUpdate {
    /// The shipping methods that replace the previous ones; nil where those stay.
    var newShippingMethods: [PKShippingMethod]? { shippingMethods.isEmpty ? nil : shippingMethods }

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
    /// Creates a result from an app's answer to an authorization.
    init(_ result: PKPaymentAuthorizationResult) {
        self.init(
            AuthorizationStatus(result.status),
            errors: (result.errors ?? []).map { PaymentError($0) },
            orderDetails: result.orderDetails.map { OrderDetails($0) }
        )
    }

    /// Creates a result from a status alone, in the form until iOS 11.
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
