public import Foundation
public import UIKitStubs

/// The delegate of a payment sheet that is presented without UIKit. Only the first method is
/// required.
///
/// Each question has methods of several generations, with a handler or asynchronous. The newest
/// that the delegate implements is called, once, on the main actor. If it implements none, the
/// question changes nothing; without a method for the authorization no payment is possible. A
/// delegate may be isolated to the main actor or not, and handlers may be declared with
/// `@Sendable` or without.
///
/// - Source: Apple's page of this name, and Swift's names of its methods.
public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
    /// Told that the sheet has finished; the app must dismiss the controller.
    @preconcurrency @MainActor
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)

    /// Told that the shopper has authenticated, before the payment is authorized.
    @preconcurrency @MainActor
    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    )

    /// Asked for the result of the authorized payment. Since iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
    )

    /// Asked for the result of the authorized payment. Since iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult

    /// Asked for an update after the choice of a shipping method. Since iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingMethodUpdate) -> Void
    )

    /// Asked for an update after the choice of a shipping method. Since iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate

    /// Asked for an update after the choice of a shipping contact, which is redacted. Since iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingContactUpdate) -> Void
    )

    /// Asked for an update after the choice of a shipping contact, which is redacted. Since iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate

    /// Asked for an update after the choice of a card, which is redacted. Since iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestPaymentMethodUpdate) -> Void
    )

    /// Asked for an update after the choice of a card, which is redacted. Since iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate

    /// Asked for an update after a coupon code was entered. Since iOS 15.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String,
        handler completion: @escaping @Sendable (PKPaymentRequestCouponCodeUpdate) -> Void
    )

    /// Asked for an update after a coupon code was entered. Since iOS 15.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String
    ) async -> PKPaymentRequestCouponCodeUpdate

    /// Asked for a merchant session. Since iOS 14.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didRequestMerchantSessionUpdate handler:
            @escaping @Sendable (
                PKPaymentRequestMerchantSessionUpdate
            ) -> Void
    )

    /// Asked for a merchant session. Since iOS 14.
    @MainActor
    func paymentAuthorizationControllerDidRequestMerchantSessionUpdate(
        controller: PKPaymentAuthorizationController
    ) async -> PKPaymentRequestMerchantSessionUpdate

    /// Asked for the result of the authorized payment, as until iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping @Sendable (PKPaymentAuthorizationStatus) -> Void
    )

    /// Asked for the result of the authorized payment, as until iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationStatus

    /// Asked for an update after the choice of a shipping method, as until iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        completion:
            @escaping @Sendable (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    )

    /// Asked for an update after the choice of a shipping method, as until iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem])

    /// Asked for an update after the choice of a shipping contact, as until iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        completion:
            @escaping @Sendable (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    )

    /// Asked for an update after the choice of a shipping contact, as until iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> (PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem])

    /// Asked for an update after the choice of a card, as until iOS 11.
    @preconcurrency @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        completion: @escaping @Sendable ([PKPaymentSummaryItem]) -> Void
    )

    /// Asked for an update after the choice of a card, as until iOS 11.
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> [PKPaymentSummaryItem]

    /// Asked for the window in which to present the sheet. Since iOS 14.
    @preconcurrency @MainActor
    func presentationWindow(for controller: PKPaymentAuthorizationController) -> UIWindow?
}
