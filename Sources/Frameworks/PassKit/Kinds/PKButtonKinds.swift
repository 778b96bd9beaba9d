/// The type of a payment button (mission 5.3).
public enum PKPaymentButtonType: Int, Hashable, Sendable {
    /// Only the mark.
    case plain = 0
    /// Buy.
    case buy = 1
    /// Set up; for a shopper without a card. Since iOS 9.
    case setUp = 2
    /// Pay, in a shop. Since iOS 10.
    case inStore = 3
    /// Donate. Since iOS 10.2.
    case donate = 4
    /// Check out. Since iOS 12.
    case checkout = 5
    /// Book. Since iOS 12.
    case book = 6
    /// Subscribe. Since iOS 12.
    case subscribe = 7
    /// Reload. Since iOS 14.
    case reload = 8
    /// Add money. Since iOS 14.
    case addMoney = 9
    /// Top up. Since iOS 14.
    case topUp = 10
    /// Order. Since iOS 14.
    case order = 11
    /// Rent. Since iOS 14.
    case rent = 12
    /// Support. Since iOS 14.
    case support = 13
    /// Contribute. Since iOS 14.
    case contribute = 14
    /// Tip. Since iOS 14.
    case tip = 15
    /// Continue. Since iOS 15.
    case `continue` = 16
}

/// The style of a payment button (mission 5.2).
public enum PKPaymentButtonStyle: Int, Hashable, Sendable {
    /// White.
    case white = 0
    /// White with an outline.
    case whiteOutline = 1
    /// Black.
    case black = 2
    /// Follows the appearance of the surroundings. Since iOS 14.
    case automatic = 3
}

/// The style of a button that adds a pass. Since iOS 9.
public enum PKAddPassButtonStyle: Int, Hashable, Sendable {
    /// Black.
    case black = 0
    /// Black with an outline.
    case blackOutline = 1
}

/// The action of a pay-later view. Since iOS 17; the service has ended.
public enum PKPayLaterAction: Int, Hashable, Sendable {
    /// An explanation.
    case learnMore = 0
    /// A calculator.
    case calculator = 1
}

/// The style of a pay-later view. Since iOS 17; the service has ended.
public enum PKPayLaterDisplayStyle: Int, Hashable, Sendable {
    /// A line of text.
    case standard = 0
    /// A badge.
    case badge = 1
    /// As at a checkout.
    case checkout = 2
    /// Beside a price.
    case price = 3
}
