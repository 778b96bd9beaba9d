public import SheetWording

extension PKPaymentButton {
    /// The button as it is drawn here, as SVG or HTML, at its frame's size (mission 5.1 to 5.4).
    ///
    /// - Source: ours, not Apple's, as is the drawing: no art of Apple's is in it.
    public func drawing(in language: Language) -> PaymentButtonDrawing {
        PaymentButtonDrawing(
            PaymentButtonType(rawValue: paymentButtonType.rawValue) ?? .plain,
            style: PaymentButtonStyle(rawValue: paymentButtonStyle.rawValue) ?? .automatic,
            in: language,
            width: frame.width.native,
            height: frame.height.native,
            cornerRadius: cornerRadius.native
        )
    }
}
