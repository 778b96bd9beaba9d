/// How a card is funded. Since iOS 9.
public enum PKPaymentMethodType: UInt, Hashable, Sendable {
    /// Unknown.
    case unknown = 0
    /// A debit card.
    case debit = 1
    /// A credit card.
    case credit = 2
    /// A prepaid card.
    case prepaid = 3
    /// A store's card.
    case store = 4
    /// Electronic money. Since iOS 15.
    case eMoney = 5
}
