public import PaymentRequest
public import PaymentSheet
public import SheetWording

/// What the wallet has for a shopper to choose from.
public struct SheetChoices: Hashable, Sendable {
    /// The cards that the request admits.
    public let cards: [PaymentSheet.Card]
    /// The cards in the wallet that it does not admit, and why.
    public let barred: [UnavailableCard]
    /// The contacts that the device knows.
    public let contacts: [Contact]

    /// A card that cannot pay here.
    public struct UnavailableCard: Hashable, Sendable {
        /// The card.
        public let method: PaymentMethod
        /// Why it cannot.
        public let obstacle: CardObstacle

        /// A card, and why it cannot pay here.
        public init(method: PaymentMethod, obstacle: CardObstacle) {
            self.method = method
            self.obstacle = obstacle
        }
    }

    /// Cards and contacts.
    public init(
        cards: [PaymentSheet.Card],
        barred: [UnavailableCard] = [],
        contacts: [Contact]
    ) {
        self.cards = cards
        self.barred = barred
        self.contacts = contacts
    }
}

/// A row of the sheet that the shopper can change.
public enum SheetRow: Hashable, Sendable {
    /// The card.
    case card
    /// Where goods go.
    case shippingContact
    /// How they get there.
    case shippingMethod
    /// E-mail address, telephone number and, where no address is asked for, the name.
    case contact
    /// Where bills go.
    case billingContact
    /// The coupon code.
    case couponCode

    /// The rows that a sheet has, from top to bottom.
    static func rows(of sheet: PaymentSheet) -> [SheetRow] {
        let request = sheet.request.request
        var rows: [SheetRow] = [.card]
        func add(_ row: SheetRow) {
            if !row.fields(of: request).isEmpty { rows.append(row) }
        }
        add(.shippingContact)
        if request.shippingMethods != nil { rows.append(.shippingMethod) }
        add(.contact)
        add(.billingContact)
        if request.supportsCouponCode { rows.append(.couponCode) }
        return rows
    }

    /// What of a contact is told, and written, in this row. The name comes with an address, but for
    /// one that is the merchant's.
    func fields(of request: PaymentRequest) -> Set<ContactField> {
        let shipping = request.requiredShippingContactFields
        let billing = request.requiredBillingContactFields
        switch self {
        case .shippingContact:
            guard shipping.contains(.postalAddress) else { return [] }
            guard request.shippingContactEditingMode == .available else { return [.postalAddress] }
            return shipping.intersection([.phoneticName]).union([.postalAddress, .name])
        case .contact:
            return shipping.subtracting(SheetRow.shippingContact.fields(of: request))
        case .billingContact:
            return billing.contains(.postalAddress) ? billing.union([.name]) : billing
        case .card, .shippingMethod, .couponCode: return []
        }
    }

    /// Whether the row is about a contact.
    var isContact: Bool {
        switch self {
        case .shippingContact, .contact, .billingContact: true
        case .card, .shippingMethod, .couponCode: false
        }
    }
}
