public import PassKit

/// The button that pays; shows another view if the device cannot pay. Since iOS 16.
///
/// In UIKit it is a ``PKPaymentButton``. A test finds it in a ``UIHostingController``, taps it,
/// and gets its drawing.
public struct PayWithApplePayButton<Fallback: View>: View, PrimitiveView {
    private let label: PayWithApplePayButtonLabel
    private let fallback: Fallback
    private let press: @MainActor (SheetAnswers) -> Void

    private init(
        _ label: PayWithApplePayButtonLabel,
        _ fallback: Fallback,
        press: @escaping @MainActor (SheetAnswers) -> Void
    ) {
        self.label = label
        self.fallback = fallback
        self.press = press
    }

    /// Creates a button with an action, and another view.
    public init(
        _ label: PayWithApplePayButtonLabel = .plain,
        action: @escaping () -> Void,
        @ViewBuilder fallback: () -> Fallback
    ) {
        self.init(label, fallback()) { _ in action() }
    }

    /// Creates a button that presents the sheet, and another view.
    public init(
        _ label: PayWithApplePayButtonLabel = .plain,
        request: PKPaymentRequest,
        onPaymentAuthorizationChange:
            @escaping (
                PayWithApplePayButtonPaymentAuthorizationPhase
            ) -> Void,
        @ViewBuilder fallback: () -> Fallback
    ) {
        self.init(label, fallback()) { answers in
            ButtonSheet(answers, telling: onPaymentAuthorizationChange).present(request)
        }
    }

    /// Creates a button that presents the sheet and answers it with a merchant session, and
    /// another view.
    public init(
        _ label: PayWithApplePayButtonLabel = .plain,
        request: PKPaymentRequest,
        onPaymentAuthorizationChange:
            @escaping (
                PayWithApplePayButtonPaymentAuthorizationPhase
            ) -> Void,
        onMerchantSessionRequested:
            nonisolated(nonsending) @escaping () async -> PKPaymentRequestMerchantSessionUpdate,
        @ViewBuilder fallback: () -> Fallback
    ) {
        self.init(label, fallback()) { answers in
            var answers = answers
            answers.merchantSession = onMerchantSessionRequested
            ButtonSheet(answers, telling: onPaymentAuthorizationChange).present(request)
        }
    }

    func render(into rendering: inout Rendering) {
        guard PKPaymentAuthorizationController.canMakePayments() else {
            return rendering.add(fallback)
        }
        let answers = rendering.surroundings.answers
        let button = PKPaymentButton(
            paymentButtonType: label.type,
            paymentButtonStyle: rendering.surroundings.payStyle.style
        )
        button.isEnabled = rendering.surroundings.isEnabled
        button.addAction(UIAction { [press] _ in press(answers) }, for: .touchUpInside)
        rendering.add(button)
    }
}

extension PayWithApplePayButton where Fallback == EmptyView {
    /// Creates a button with an action; shows nothing if the device cannot pay.
    public init(_ label: PayWithApplePayButtonLabel = .plain, action: @escaping () -> Void) {
        self.init(label, action: action, fallback: { EmptyView() })
    }

    /// Creates a button that presents the sheet; shows nothing if the device cannot pay.
    public init(
        _ label: PayWithApplePayButtonLabel = .plain,
        request: PKPaymentRequest,
        onPaymentAuthorizationChange:
            @escaping (
                PayWithApplePayButtonPaymentAuthorizationPhase
            ) -> Void
    ) {
        self.init(
            label,
            request: request,
            onPaymentAuthorizationChange: onPaymentAuthorizationChange,
            fallback: { EmptyView() }
        )
    }

    /// Creates a button that presents the sheet and answers it with a merchant session.
    public init(
        _ label: PayWithApplePayButtonLabel = .plain,
        request: PKPaymentRequest,
        onPaymentAuthorizationChange:
            @escaping (
                PayWithApplePayButtonPaymentAuthorizationPhase
            ) -> Void,
        onMerchantSessionRequested:
            nonisolated(nonsending) @escaping () async -> PKPaymentRequestMerchantSessionUpdate
    ) {
        self.init(
            label,
            request: request,
            onPaymentAuthorizationChange: onPaymentAuthorizationChange,
            onMerchantSessionRequested: onMerchantSessionRequested,
            fallback: { EmptyView() }
        )
    }
}

/// The phase of a payment that a button began. Since iOS 16.
public enum PayWithApplePayButtonPaymentAuthorizationPhase {
    /// The shopper has authenticated.
    case willAuthorize
    /// The shopper has authorized; the handler takes the result of the payment.
    case didAuthorize(
        payment: PKPayment,
        resultHandler: @Sendable (PKPaymentAuthorizationResult) -> Void
    )
    /// The sheet has finished.
    case didFinish
}
