/// How a card is funded.
///
/// - Source: Apple, PassKit, `PKPaymentMethodType`.
public enum PaymentMethodType: UInt, Hashable, Sendable, CaseIterable {
    /// The card does not say.
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
}

/// The card that pays, as a merchant may see it.
///
/// - Source: Apple, PassKit, `PKPaymentMethod`.
public struct PaymentMethod: Hashable, Sendable {
    /// Words for the shopper, such as brand and last four digits; in no fixed form.
    public var displayName: String?
    /// The network.
    public var network: PaymentNetwork?
    /// How the card is funded.
    public var type: PaymentMethodType
    /// Where its bills go.
    public var billingContact: Contact?

    /// A card.
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

    /// What a merchant may see of the card before the shopper authorizes: how it is funded, and
    /// the redacted billing address where that is asked for and no shipping is.
    ///
    /// - Source: Apple, PassKit, `PKPaymentMethod`. That the billing address must be asked for is a
    ///   guess.
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
