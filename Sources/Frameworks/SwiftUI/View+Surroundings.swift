public import PassKit

/// A view with settings for the views in it.
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
    func saying(_ change: @escaping (inout ViewSurroundings) -> Void) -> some View {
        SurroundedView(content: self, change: change)
    }

    /// Sets the size of the views in it, in points; the alignment has no effect.
    public func frame(
        width: CGFloat? = nil,
        height: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        saying { $0.size = (width ?? $0.size.width, height ?? $0.size.height) }
    }

    /// Sets the limits for the size of the views in it, in points. There is no screen whose space
    /// they could fill: an infinite size, an ideal one and the alignment have no effect.
    public func frame(
        minWidth: CGFloat? = nil,
        idealWidth: CGFloat? = nil,
        maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil,
        maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        saying {
            $0.leastSize = (minWidth ?? $0.leastSize.width, minHeight ?? $0.leastSize.height)
            $0.greatestSize = (
                maxWidth ?? $0.greatestSize.width, maxHeight ?? $0.greatestSize.height
            )
        }
    }

    /// Sets whether the controls in it are disabled.
    public func disabled(_ disabled: Bool) -> some View {
        saying { $0.isEnabled = $0.isEnabled && !disabled }
    }

    /// Sets the style of the payment buttons in it. Since iOS 16.
    public func payWithApplePayButtonStyle(_ style: PayWithApplePayButtonStyle) -> some View {
        saying { $0.payStyle = style }
    }

    /// Hides the picture of the card on the payment buttons in it, which is never shown here.
    /// Since iOS 26.
    public func payWithApplePayButtonDisableCardArt() -> some View { self }

    /// Sets the style of the buttons in it that add passes. Since iOS 16.
    public func addPassToWalletButtonStyle(_ style: AddPassToWalletButtonStyle) -> some View {
        saying { $0.passStyle = style }
    }

    /// Sets the handler for the choice of a card on the sheets of the payment buttons in it. Since
    /// iOS 16.
    public func onApplePayPaymentMethodChange(
        perform action:
            nonisolated(nonsending) @escaping (PKPaymentMethod) async ->
            PKPaymentRequestPaymentMethodUpdate
    ) -> some View {
        saying { $0.answers.paymentMethod = action }
    }

    /// Sets the handler for the choice of a shipping contact on the sheets of the payment buttons
    /// in it. Since iOS 16.
    public func onApplePayShippingContactChange(
        perform action:
            nonisolated(nonsending) @escaping (PKContact) async ->
            PKPaymentRequestShippingContactUpdate
    ) -> some View {
        saying { $0.answers.shippingContact = action }
    }

    /// Sets the handler for the choice of a shipping method on the sheets of the payment buttons
    /// in it. Since iOS 15.5.
    public func onApplePayShippingMethodChange(
        perform action:
            nonisolated(nonsending) @escaping (PKShippingMethod) async ->
            PKPaymentRequestShippingMethodUpdate
    ) -> some View {
        saying { $0.answers.shippingMethod = action }
    }

    /// Sets the handler for a coupon code on the sheets of the payment buttons in it. Since iOS
    /// 15.5.
    public func onApplePayCouponCodeChange(
        perform action:
            nonisolated(nonsending) @escaping (String) async -> PKPaymentRequestCouponCodeUpdate
    ) -> some View {
        saying { $0.answers.couponCode = action }
    }
}
