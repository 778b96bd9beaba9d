public import Foundation
public import UIKitStubs

/// The button that pays, or sets up a card, in the user's language (mission 5.1, 5.4). Since iOS
/// 8.3.
@preconcurrency @MainActor
open class PKPaymentButton: UIButton {
    /// The type.
    let paymentButtonType: PKPaymentButtonType
    /// The style.
    let paymentButtonStyle: PKPaymentButtonStyle

    /// The corner radius, in points. Since iOS 12.
    open var cornerRadius: CGFloat = 4

    /// Creates a button with a type and a style. Since iOS 9.
    public init(
        paymentButtonType type: PKPaymentButtonType,
        paymentButtonStyle style: PKPaymentButtonStyle
    ) {
        paymentButtonType = type
        paymentButtonStyle = style
        super.init(frame: CGRect(x: 0, y: 0, width: 140, height: 30))
    }

    /// Creates a button with a type and a style. The picture of the card is not supported here.
    /// Since iOS 26.
    public convenience init(
        paymentButtonType type: PKPaymentButtonType,
        paymentButtonStyle style: PKPaymentButtonStyle,
        disableCardArt: Bool
    ) {
        self.init(paymentButtonType: type, paymentButtonStyle: style)
    }

    /// Creates a button with a type and a style: `+buttonWithType:style:`, as Swift imports it.
    public convenience init(type buttonType: PKPaymentButtonType, style: PKPaymentButtonStyle) {
        self.init(paymentButtonType: buttonType, paymentButtonStyle: style)
    }

    /// Creates a button with a type and a style. The picture of the card is not supported here.
    /// Since iOS 26.
    public convenience init(
        type buttonType: PKPaymentButtonType,
        style: PKPaymentButtonStyle,
        disableCardArt: Bool
    ) {
        self.init(paymentButtonType: buttonType, paymentButtonStyle: style)
    }

    /// Creates a plain black button; that it is black is a guess.
    public convenience init() {
        self.init(paymentButtonType: .plain, paymentButtonStyle: .black)
    }

    /// Creates a plain black button with a frame.
    public override convenience init(frame: CGRect) {
        self.init()
        self.frame = frame
    }

    /// Creates a plain black button; nothing is decoded.
    public required init?(coder: NSCoder) {
        paymentButtonType = .plain
        paymentButtonStyle = .black
        super.init(coder: coder)
    }

    /// The button's intrinsic size.
    ///
    /// - Source: measured on iOS 26.1 for the plain type and "buy". The other types are assumed to
    ///   be as wide as the latter, which is a guess.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: paymentButtonType == .plain ? 100 : 140, height: 30)
    }
}
