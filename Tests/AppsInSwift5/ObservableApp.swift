import Combine
import PassKit
import SwiftUI

// A SwiftUI app: a checkout that views observe, and the payment button in a file of its own.

final class ObservableCheckout: NSObject, ObservableObject {
    enum Status: Equatable { case ready, paying, paid, failed }

    @Published private(set) var status = Status.ready
    @Published var coupon = ""
    @Published private(set) var total: NSDecimalNumber = 10

    private var completion: ((Bool) -> Void)?

    var request: PKPaymentRequest {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa, .masterCard]
        request.merchantCapabilities = .threeDSecure
        request.paymentSummaryItems = [PKPaymentSummaryItem(label: "Shop", amount: total)]
        return request
    }

    func pay(completion: @escaping (Bool) -> Void) {
        self.completion = completion
        status = .paying
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present { [weak self] isPresented in
            if !isPresented { self?.status = .failed }
        }
    }
}

extension ObservableCheckout: PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        status = .paid
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss {
            DispatchQueue.main.async { self.completion?(self.status == .paid) }
        }
    }
}

// The button of iOS 16, while there is something to pay.

// SPLIT: begin
struct CheckoutButton: View {
    @StateObject private var manager = ObservableCheckout()
    @State private var isPaid = false
    var onPaid: (Bool) -> Void = { _ in }

    var body: some View {
        if isPaid {
            AddPassToWalletButton { onPaid(true) }
                .addPassToWalletButtonStyle(.blackOutline)
        } else {
            PayWithApplePayButton(.buy) {
                manager.pay { isPaid in
                    self.isPaid = isPaid
                    onPaid(isPaid)
                }
            }
            .payWithApplePayButtonStyle(.black)
            .frame(width: 280, height: 45)
            .disabled(manager.status == .paying)
        }
    }
}
// SPLIT: end

/// The button of earlier systems, in a representable.
struct WrappedButton: UIViewRepresentable {
    @ObservedObject var manager: ObservableCheckout

    final class Coordinator: NSObject {
        let manager: ObservableCheckout

        init(manager: ObservableCheckout) {
            self.manager = manager
            super.init()
        }

        func press() { manager.pay { _ in } }
    }

    func makeCoordinator() -> Coordinator { Coordinator(manager: manager) }

    func makeUIView(context: Context) -> PKPaymentButton {
        let button = PKPaymentButton(paymentButtonType: .checkout, paymentButtonStyle: .white)
        let coordinator = context.coordinator
        button.addAction(UIAction { _ in coordinator.press() }, for: .touchUpInside)
        return button
    }

    func updateUIView(_ uiView: PKPaymentButton, context: Context) {
        uiView.isEnabled = manager.status != .paying
    }
}

/// A button that has the sheet come up by itself.
struct RequestButton: View {
    let request: PKPaymentRequest
    var tell: (String) -> Void

    var body: some View {
        PayWithApplePayButton(
            .subscribe,
            request: request,
            onPaymentAuthorizationChange: { phase in
                switch phase {
                case .willAuthorize: tell("willAuthorize")
                case .didAuthorize(let payment, let resultHandler):
                    tell("didAuthorize \(payment.token.transactionIdentifier)")
                    resultHandler(PKPaymentAuthorizationResult(status: .success, errors: nil))
                case .didFinish: tell("didFinish")
                }
            },
            onMerchantSessionRequested: { PKPaymentRequestMerchantSessionUpdate() },
            fallback: { EmptyView() }
        )
        .onApplePayShippingMethodChange { method in
            PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [method])
        }
        .onApplePayCouponCodeChange { code in
            PKPaymentRequestCouponCodeUpdate(
                errors: code == "HALF" ? [PKPaymentRequest.paymentCouponCodeExpiredError()] : [],
                paymentSummaryItems: [],
                shippingMethods: []
            )
        }
        .onApplePayShippingContactChange { contact in
            PKPaymentRequestShippingContactUpdate(
                paymentSummaryItems: [
                    PKPaymentSummaryItem(
                        label: contact.postalAddress?.city ?? "",
                        amount: 1
                    )
                ]
            )
        }
        .onApplePayPaymentMethodChange { _ in
            let update = PKPaymentRequestPaymentMethodUpdate()
            update.status = .failure
            return update
        }
        .payWithApplePayButtonDisableCardArt()
    }
}
