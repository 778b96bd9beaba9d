public import PaymentRequest
public import PaymentSheet

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
    public static func rows(of sheet: PaymentSheet) -> [SheetRow] {
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
    public func fields(of request: PaymentRequest) -> Set<ContactField> {
        let shipping = request.requiredShippingContactFields
        let billing = request.shownBillingContactFields
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
    public var isContact: Bool {
        switch self {
        case .shippingContact, .contact, .billingContact: true
        case .card, .shippingMethod, .couponCode: false
        }
    }
}
