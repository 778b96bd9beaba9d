public import PaymentRequest
public import PaymentSheet
public import SheetWording

/// The choices that the wallet offers a shopper.
public struct SheetChoices: Hashable, Sendable {
    /// The cards that the request accepts.
    public let cards: [PaymentSheet.Card]
    /// The cards that the request does not accept, and why.
    public let barred: [UnavailableCard]
    /// The contacts of the device.
    public let contacts: [Contact]

    /// A card that cannot be used for the request.
    public struct UnavailableCard: Hashable, Sendable {
        /// The card.
        public let method: PaymentMethod
        /// Why it cannot.
        public let obstacle: CardObstacle

        /// Creates a card that cannot be used.
        public init(method: PaymentMethod, obstacle: CardObstacle) {
            self.method = method
            self.obstacle = obstacle
        }
    }

    /// Creates choices.
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
    /// The shipping contact.
    case shippingContact
    /// The shipping method.
    case shippingMethod
    /// E-mail address, telephone number and, if no address is requested, the name.
    case contact
    /// The billing contact.
    case billingContact
    /// The coupon code.
    case couponCode

    /// The rows of a sheet, from top to bottom.
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

    /// The contact fields that this row shows and edits. The name belongs to an address, unless
    /// the address is the merchant's.
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

    /// Whether the row is a contact.
    var isContact: Bool {
        switch self {
        case .shippingContact, .contact, .billingContact: true
        case .card, .shippingMethod, .couponCode: false
        }
    }
}
