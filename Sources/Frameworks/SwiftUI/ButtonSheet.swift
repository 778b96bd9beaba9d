internal import PassKit
internal import UIKitStubs

/// The handlers, set on the views around a button, that answer its sheet.
struct SheetAnswers {
    var merchantSession:
        (nonisolated(nonsending) () async -> PKPaymentRequestMerchantSessionUpdate)?
    var paymentMethod:
        (nonisolated(nonsending) (PKPaymentMethod) async -> PKPaymentRequestPaymentMethodUpdate)?
    var shippingContact:
        (nonisolated(nonsending) (PKContact) async -> PKPaymentRequestShippingContactUpdate)?
    var shippingMethod:
        (nonisolated(nonsending) (PKShippingMethod) async -> PKPaymentRequestShippingMethodUpdate)?
    var couponCode: (nonisolated(nonsending) (String) async -> PKPaymentRequestCouponCodeUpdate)?
}

/// The sheet that a button presents; it retains itself until the sheet is dismissed.
@MainActor
final class ButtonSheet: NSObject {
    private let answers: SheetAnswers
    private let tell: (PayWithApplePayButtonPaymentAuthorizationPhase) -> Void
    private var itself: ButtonSheet?

    init(
        _ answers: SheetAnswers,
        telling tell: @escaping (PayWithApplePayButtonPaymentAuthorizationPhase) -> Void
    ) {
        self.answers = answers
        self.tell = tell
        super.init()
    }

    func present(_ request: PKPaymentRequest) {
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        itself = self
        controller.present { isPresented in
            guard !isPresented else { return }
            MainActor.assumeIsolated { self.itself = nil }
        }
    }
}

extension ButtonSheet: PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    ) { tell(.willAuthorize) }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
    ) { tell(.didAuthorize(payment: payment, resultHandler: completion)) }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss()
        tell(.didFinish)
        itself = nil
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate {
        await answers.paymentMethod?(paymentMethod) ?? PKPaymentRequestPaymentMethodUpdate()
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        await answers.shippingContact?(contact) ?? PKPaymentRequestShippingContactUpdate()
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        await answers.shippingMethod?(shippingMethod) ?? PKPaymentRequestShippingMethodUpdate()
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String
    ) async -> PKPaymentRequestCouponCodeUpdate {
        await answers.couponCode?(couponCode) ?? PKPaymentRequestCouponCodeUpdate()
    }

    func paymentAuthorizationControllerDidRequestMerchantSessionUpdate(
        controller: PKPaymentAuthorizationController
    ) async -> PKPaymentRequestMerchantSessionUpdate {
        guard let merchantSession = answers.merchantSession else {
            OptionalCall.decline(by: self)
            return PKPaymentRequestMerchantSessionUpdate()
        }
        return await merchantSession()
    }
}
