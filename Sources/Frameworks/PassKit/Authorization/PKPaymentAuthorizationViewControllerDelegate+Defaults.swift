internal import UIKitStubs

extension PKPaymentAuthorizationViewControllerDelegate {
    /// Does nothing.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationViewController
    ) {}

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        OptionalCall.decline(by: self)
        return PKPaymentAuthorizationResult(status: .failure, errors: nil)
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestPaymentMethodUpdate) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didChangeCouponCode couponCode: String,
        handler completion: @escaping @Sendable (PKPaymentRequestCouponCodeUpdate) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didChangeCouponCode couponCode: String
    ) async -> PKPaymentRequestCouponCodeUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didRequestMerchantSessionUpdate handler:
            @escaping @Sendable (
                PKPaymentRequestMerchantSessionUpdate
            ) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewControllerDidRequestMerchantSessionUpdate(
        controller: PKPaymentAuthorizationViewController
    ) async -> PKPaymentRequestMerchantSessionUpdate {
        OptionalCall.decline(by: self)
        return PKPaymentRequestMerchantSessionUpdate(status: .failure, merchantSession: nil)
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping @Sendable (PKPaymentAuthorizationStatus) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationStatus {
        OptionalCall.decline(by: self)
        return .failure
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        completion:
            @escaping @Sendable (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod
    ) async -> (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) {
        OptionalCall.decline(by: self)
        return (.failure, [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
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
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact
    ) async -> (PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]) {
        OptionalCall.decline(by: self)
        return (.failure, [], [])
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod,
        completion: @escaping @Sendable ([PKPaymentSummaryItem]) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod
    ) async -> [PKPaymentSummaryItem] {
        OptionalCall.decline(by: self)
        return []
    }

    /// Declines the call: the delegate does not implement this form.
    @preconcurrency @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingAddress address: ABRecord,
        completion:
            @escaping @Sendable (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    ) {
        OptionalCall.decline(by: self)
    }

    /// Declines the call: the delegate does not implement this form.
    @MainActor
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingAddress address: ABRecord
    ) async -> (PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]) {
        OptionalCall.decline(by: self)
        return (.failure, [], [])
    }
}
