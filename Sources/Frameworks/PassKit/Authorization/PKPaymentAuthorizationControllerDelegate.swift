public import Foundation
public import UIKitStubs

/// Who is asked and told by a payment sheet that comes up without UIKit; only the first method is
/// required.
///
/// Each question has methods of several generations, with a handler or asynchronous. The newest
/// that the delegate has is called, once, on the main actor. A delegate that has none for a question
/// changes nothing, and without one for the authorization nothing can be paid. A delegate may belong
/// to the main actor or to none, and handlers may be declared with `@Sendable` or without.
///
/// - Source: Apple's page of this name, and Swift's names of its methods.
public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
    /// Told that the sheet has gone away, for whatever reason; the app must dismiss the controller.
    @preconcurrency @MainActor
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)

    /// Told that the shopper has authenticated, before the payment is authorized.
    @preconcurrency @MainActor
    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    )

    /// Asked what became of the payment that the shopper authorized. Since iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
    )

    /// Asked what became of the payment that the shopper authorized. Since iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult

    /// Asked what changes with a way of shipping. Since iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingMethodUpdate) -> Void
    )

    /// Asked what changes with a way of shipping. Since iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate

    /// Asked what changes with a shipping contact, which is redacted. Since iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingContactUpdate) -> Void
    )

    /// Asked what changes with a shipping contact, which is redacted. Since iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate

    /// Asked what changes with a card, which is redacted. Since iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestPaymentMethodUpdate) -> Void
    )

    /// Asked what changes with a card, which is redacted. Since iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate

    /// Asked what changes with a coupon code. Since iOS 15.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String,
        handler completion: @escaping @Sendable (PKPaymentRequestCouponCodeUpdate) -> Void
    )

    /// Asked what changes with a coupon code. Since iOS 15.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String
    ) async -> PKPaymentRequestCouponCodeUpdate

    /// Asked for a session of the merchant's with Apple. Since iOS 14.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didRequestMerchantSessionUpdate handler:
            @escaping @Sendable (
                PKPaymentRequestMerchantSessionUpdate
            ) -> Void
    )

    /// Asked for a session of the merchant's with Apple. Since iOS 14.
    @MainActor
    func paymentAuthorizationControllerDidRequestMerchantSessionUpdate(
        controller: PKPaymentAuthorizationController
    ) async -> PKPaymentRequestMerchantSessionUpdate

    /// Asked what became of the payment that the shopper authorized, as until iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping @Sendable (PKPaymentAuthorizationStatus) -> Void
    )

    /// Asked what became of the payment that the shopper authorized, as until iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationStatus

    /// Asked what changes with a way of shipping, as until iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        completion:
            @escaping @Sendable (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    )

    /// Asked what changes with a way of shipping, as until iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem])

    /// Asked what changes with a shipping contact, as until iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        completion:
            @escaping @Sendable (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    )

    /// Asked what changes with a shipping contact, as until iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> (PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem])

    /// Asked what changes with a card, as until iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        completion: @escaping @Sendable ([PKPaymentSummaryItem]) -> Void
    )

    /// Asked what changes with a card, as until iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> [PKPaymentSummaryItem]

    /// Which window the sheet is to come up in. Since iOS 14.
    @preconcurrency @MainActor
    func presentationWindow(for controller: PKPaymentAuthorizationController) -> UIWindow?
}
