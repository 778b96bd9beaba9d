public import PaymentRequest
public import PaymentSheet

/// What the wallet has for a shopper to choose from.
public struct SheetChoices: Hashable, Sendable {
    /// The cards that the request admits.
    public let cards: [PaymentSheet.Card]
    /// The contacts that the device knows.
    public let contacts: [Contact]

    /// Cards and contacts.
    public init(cards: [PaymentSheet.Card], contacts: [Contact]) {
        self.cards = cards
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
        let fields = request.requiredShippingContactFields
        let wantsAddress = fields.contains(.postalAddress)
        var rows: [SheetRow] = [.card]
        if wantsAddress { rows.append(.shippingContact) }
        if request.shippingMethods != nil { rows.append(.shippingMethod) }
        if !fields.subtracting(wantsAddress ? [.postalAddress, .name] : []).isEmpty {
            rows.append(.contact)
        }
        if !request.requiredBillingContactFields.isEmpty { rows.append(.billingContact) }
        if request.supportsCouponCode { rows.append(.couponCode) }
        return rows
    }
}
