internal import PassKit

/// The title of a payment button. Since iOS 16.
public struct PayWithApplePayButtonLabel: Hashable, Sendable {
    let type: PKPaymentButtonType

    /// Only the mark.
    public static let plain = PayWithApplePayButtonLabel(type: .plain)
    /// To buy.
    public static let buy = PayWithApplePayButtonLabel(type: .buy)
    /// To add money.
    public static let addMoney = PayWithApplePayButtonLabel(type: .addMoney)
    /// To book.
    public static let book = PayWithApplePayButtonLabel(type: .book)
    /// To check out.
    public static let checkout = PayWithApplePayButtonLabel(type: .checkout)
    /// To continue.
    public static let `continue` = PayWithApplePayButtonLabel(type: .`continue`)
    /// To contribute.
    public static let contribute = PayWithApplePayButtonLabel(type: .contribute)
    /// To donate.
    public static let donate = PayWithApplePayButtonLabel(type: .donate)
    /// To pay in a store.
    public static let inStore = PayWithApplePayButtonLabel(type: .inStore)
    /// To order.
    public static let order = PayWithApplePayButtonLabel(type: .order)
    /// To reload.
    public static let reload = PayWithApplePayButtonLabel(type: .reload)
    /// To rent.
    public static let rent = PayWithApplePayButtonLabel(type: .rent)
    /// To set up a card.
    public static let setUp = PayWithApplePayButtonLabel(type: .setUp)
    /// To subscribe.
    public static let subscribe = PayWithApplePayButtonLabel(type: .subscribe)
    /// To support.
    public static let support = PayWithApplePayButtonLabel(type: .support)
    /// To tip.
    public static let tip = PayWithApplePayButtonLabel(type: .tip)
    /// To top up.
    public static let topUp = PayWithApplePayButtonLabel(type: .topUp)
}

/// The style of a payment button. Since iOS 16.
public struct PayWithApplePayButtonStyle: Hashable, Sendable {
    let style: PKPaymentButtonStyle

    /// White.
    public static let white = PayWithApplePayButtonStyle(style: .white)
    /// White with a black outline.
    public static let whiteOutline = PayWithApplePayButtonStyle(style: .whiteOutline)
    /// Black.
    public static let black = PayWithApplePayButtonStyle(style: .black)
    /// Follows the system's appearance.
    public static let automatic = PayWithApplePayButtonStyle(style: .automatic)
}
