public import SheetView

extension PKPaymentButton {
    /// The button as SVG or HTML, in its frame's size (mission 5.1 to 5.4).
    ///
    /// - Source: ours, not Apple's, as is the drawing: it contains no artwork of Apple's.
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
