public import UIKitStubs

extension PKPaymentAuthorizationControllerDelegate {
    /// Does nothing.
    @preconcurrency @MainActor
    public func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    ) {}

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        OptionalCall.decline(by: self)
        return PKPaymentAuthorizationResult(status: .failure, errors: nil)
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestPaymentMethodUpdate) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String,
        handler completion: @escaping @Sendable (PKPaymentRequestCouponCodeUpdate) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String
    ) async -> PKPaymentRequestCouponCodeUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didRequestMerchantSessionUpdate handler:
            @escaping @Sendable (
                PKPaymentRequestMerchantSessionUpdate
            ) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationControllerDidRequestMerchantSessionUpdate(
        controller: PKPaymentAuthorizationController
    ) async -> PKPaymentRequestMerchantSessionUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestMerchantSessionUpdate(status: .failure, merchantSession: nil)
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping @Sendable (PKPaymentAuthorizationStatus) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationStatus {
        OptionalCall.decline(by: self)
        return .failure
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        completion:
            @escaping @Sendable (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) {
        OptionalCall.decline(by: self)
        return (.failure, [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        completion:
            @escaping @Sendable (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> (PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]) {
        OptionalCall.decline(by: self)
        return (.failure, [], [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        completion: @escaping @Sendable ([PKPaymentSummaryItem]) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> [PKPaymentSummaryItem] {
        OptionalCall.decline(by: self)
        return []
    }

    /// Returns nil; the system chooses the window.
    @preconcurrency @MainActor
    public func presentationWindow(for controller: PKPaymentAuthorizationController) -> UIWindow? {
        nil
    }
}
