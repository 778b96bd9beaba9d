public import PassKit

/// A view of which something is said.
struct SurroundedView<Content: View>: PrimitiveView {
    let content: Content
    let change: (inout ViewSurroundings) -> Void

    func render(into rendering: inout Rendering) {
        let before = rendering.surroundings
        change(&rendering.surroundings)
        rendering.add(content)
        rendering.surroundings = before
    }
}

extension View {
    private func saying(_ change: @escaping (inout ViewSurroundings) -> Void) -> some View {
        SurroundedView(content: self, change: change)
    }

    /// Gives the views in it a size, in points.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View {
        saying { $0.size = (width ?? $0.size.width, height ?? $0.size.height) }
    }

    /// Whether the controls in it cannot be pressed.
    public func disabled(_ disabled: Bool) -> some View {
        saying { $0.isEnabled = $0.isEnabled && !disabled }
    }

    /// How the payment buttons in it look. Since iOS 16.
    public func payWithApplePayButtonStyle(_ style: PayWithApplePayButtonStyle) -> some View {
        saying { $0.payStyle = style }
    }

    /// That the payment buttons in it show no picture of a card, as they never do here. Since
    /// iOS 26.
    public func payWithApplePayButtonDisableCardArt() -> some View { self }

    /// How the buttons in it that add passes look. Since iOS 16.
    public func addPassToWalletButtonStyle(_ style: AddPassToWalletButtonStyle) -> some View {
        saying { $0.passStyle = style }
    }

    /// Answers the sheets of the payment buttons in it about a card. Since iOS 16.
    public func onApplePayPaymentMethodChange(
        perform action:
            nonisolated(nonsending) @escaping (PKPaymentMethod) async ->
            PKPaymentRequestPaymentMethodUpdate
    ) -> some View {
        saying { $0.answers.paymentMethod = action }
    }

    /// Answers the sheets of the payment buttons in it about a shipping contact. Since iOS 16.
    public func onApplePayShippingContactChange(
        perform action:
            nonisolated(nonsending) @escaping (PKContact) async ->
            PKPaymentRequestShippingContactUpdate
    ) -> some View {
        saying { $0.answers.shippingContact = action }
    }

    /// Answers the sheets of the payment buttons in it about a way of shipping. Since iOS 15.5.
    public func onApplePayShippingMethodChange(
        perform action:
            nonisolated(nonsending) @escaping (PKShippingMethod) async ->
            PKPaymentRequestShippingMethodUpdate
    ) -> some View {
        saying { $0.answers.shippingMethod = action }
    }

    /// Answers the sheets of the payment buttons in it about a coupon code. Since iOS 15.5.
    public func onApplePayCouponCodeChange(
        perform action:
            nonisolated(nonsending) @escaping (String) async -> PKPaymentRequestCouponCodeUpdate
    ) -> some View {
        saying { $0.answers.couponCode = action }
    }
}
