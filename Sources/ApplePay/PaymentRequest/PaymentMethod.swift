/// How a card is funded.
///
/// - Source: Apple, PassKit, `PKPaymentMethodType`.
public enum PaymentMethodType: UInt, Hashable, Sendable, CaseIterable {
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
    /// Electronic money.
    case eMoney = 5

    /// The kind as `ApplePayPaymentMethod.type` spells it; nil where Apple Pay JS has no word for it.
    public var pageName: String? {
        switch self {
        case .unknown, .eMoney: nil
        case .debit: "debit"
        case .credit: "credit"
        case .prepaid: "prepaid"
        case .store: "store"
        }
    }
}

/// The payment card, as far as a merchant may see it.
///
/// - Source: Apple, PassKit, `PKPaymentMethod`.
public struct PaymentMethod: Hashable, Sendable {
    /// A text for the shopper, such as brand and last four digits. Its form is not fixed.
    public var displayName: String?
    /// The network.
    public var network: PaymentNetwork?
    /// How the card is funded.
    public var type: PaymentMethodType
    /// The billing contact.
    public var billingContact: Contact?

    /// Creates a payment method.
    public init(
        displayName: String? = nil,
        network: PaymentNetwork? = nil,
        type: PaymentMethodType = .unknown,
        billingContact: Contact? = nil
    ) {
        self.displayName = displayName
        self.network = network
        self.type = type
        self.billingContact = billingContact
    }

    /// The part that a merchant may see before the shopper authorizes: the funding, and the redacted billing
    /// address when the request asks for it and for no shipping contact.
    ///
    /// - Source: Apple, PassKit, `PKPaymentMethod`. That the request must ask for the billing
    ///   address is a guess.
    public func redacted(for request: PaymentRequest) -> PaymentMethod {
        let showsAddress =
            request.requiredShippingContactFields.isEmpty
            && request.requiredBillingContactFields.contains(.postalAddress)
        return PaymentMethod(
            type: type,
            billingContact: showsAddress ? billingContact?.redacted.contact : nil
        )
    }
}
