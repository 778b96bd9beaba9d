public import Foundation
public import UIKitStubs

/// The button that pays, or sets up a card; drawn by the system, in the person's language
/// (mission 5.1, 5.4). Since iOS 8.3.
@preconcurrency @MainActor
open class PKPaymentButton: UIButton {
    /// What it says.
    let paymentButtonType: PKPaymentButtonType
    /// How it looks.
    let paymentButtonStyle: PKPaymentButtonStyle

    /// How round its corners are, in points. Since iOS 12.
    open var cornerRadius: CGFloat = 4

    /// A button of a kind and a look. Since iOS 9.
    public init(
        paymentButtonType type: PKPaymentButtonType,
        paymentButtonStyle style: PKPaymentButtonStyle
    ) {
        paymentButtonType = type
        paymentButtonStyle = style
        super.init(frame: CGRect(x: 0, y: 0, width: 140, height: 30))
    }

    /// A button of a kind and a look, with or without a picture of the card, of which there is
    /// none here. Since iOS 26.
    public convenience init(
        paymentButtonType type: PKPaymentButtonType,
        paymentButtonStyle style: PKPaymentButtonStyle,
        disableCardArt: Bool
    ) {
        self.init(paymentButtonType: type, paymentButtonStyle: style)
    }

    /// A button of a kind and a look: `+buttonWithType:style:`, as Swift imports it.
    public convenience init(type buttonType: PKPaymentButtonType, style: PKPaymentButtonStyle) {
        self.init(paymentButtonType: buttonType, paymentButtonStyle: style)
    }

    /// A button of a kind and a look, with or without a picture of the card, of which there is
    /// none here. Since iOS 26.
    public convenience init(
        type buttonType: PKPaymentButtonType,
        style: PKPaymentButtonStyle,
        disableCardArt: Bool
    ) {
        self.init(paymentButtonType: buttonType, paymentButtonStyle: style)
    }

    /// A plain black button; that it is black is a guess.
    public convenience init() {
        self.init(paymentButtonType: .plain, paymentButtonStyle: .black)
    }

    /// A plain black button with a frame.
    public override convenience init(frame: CGRect) {
        self.init()
        self.frame = frame
    }

    /// A plain black button; interface builders know none.
    public required init?(coder: NSCoder) {
        paymentButtonType = .plain
        paymentButtonStyle = .black
        super.init(coder: coder)
    }

    /// The size that it asks for.
    ///
    /// - Source: measured on iOS 26.1 for the kinds that say nothing and "buy"; the others are taken
    ///   to be as wide as the latter, which is a guess.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: paymentButtonType == .plain ? 100 : 140, height: 30)
    }
}
