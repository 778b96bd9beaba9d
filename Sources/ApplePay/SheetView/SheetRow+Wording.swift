internal import Money
public import PaymentRequest
public import PaymentSheet

extension SheetRow {
    /// The label of the row.
    public func title(of sheet: PaymentSheet, in language: Language) -> String {
        let type = sheet.request.request.shippingType
        let text =
            switch self {
            case .card: SheetPhrase.payWith.text
            case .shippingContact: type.contactTitle
            case .shippingMethod: type.methodTitle
            case .contact: SheetPhrase.contact.text
            case .billingContact: SheetPhrase.billTo.text
            case .couponCode: SheetPhrase.couponCode.text
            }
        return text[language]
    }

    /// The selected value, or the text that asks for one; and an optional explanation.
    public func value(of sheet: PaymentSheet, in language: Language) -> (
        text: String, detail: String?
    ) {
        switch self {
        case .card: (sheet.card.method.displayName ?? "", nil)
        case .shippingContact:
            (
                sheet.shippingContact?.addressText(in: language)
                    ?? request(of: sheet, in: language), nil
            )
        case .shippingMethod: Self.method(sheet.shippingMethod, in: language)
        case .contact: (contact(of: sheet, in: language), nil)
        case .billingContact:
            (
                sheet.missingBillingFields.first?.billingRequest[language]
                    ?? sheet.billingContact?.addressText(in: language) ?? "", nil
            )
        case .couponCode:
            (
                sheet.couponCode.flatMap { $0.isEmpty ? nil : $0 }
                    ?? SheetPhrase.enterCouponCode.text[language], nil
            )
        }
    }

    /// Whether the row can be changed.
    public func isOpen(of sheet: PaymentSheet) -> Bool {
        self != .shippingContact
            || sheet.request.request.shippingContactEditingMode == .available
    }

    private static func method(
        _ method: ValidPaymentRequest.ShippingMethod?,
        in language: Language
    ) -> (text: String, detail: String?) {
        guard let method else { return (SheetPhrase.noShippingMethods.text[language], nil) }
        return (
            "\(method.label)\(language.comma)\(method.amount.price(in: language))",
            method.arrival?.text(in: language) ?? method.detail
        )
    }

    private func contact(of sheet: PaymentSheet, in language: Language) -> String {
        let request = sheet.request.request
        let fields = fields(of: request)
        if let missing = sheet.missingShippingFields.first(where: fields.contains) {
            return missing.request(for: request.shippingType)[language]
        }
        let shown = sheet.shippingContact?.limited(to: fields)
        return [shown?.name?.text, shown?.emailAddress, shown?.phoneNumber]
            .compactMap(\.self).joined(separator: language.comma)
    }

    private func request(of sheet: PaymentSheet, in language: Language) -> String {
        ContactField.postalAddress.request(for: sheet.request.request.shippingType)[language]
    }

    /// The row at which an error is shown; nil if it belongs to none.
    public static func row(of error: PaymentError, on sheet: PaymentSheet) -> SheetRow? {
        let rows = rows(of: sheet)
        let isAddressOpen = SheetRow.shippingContact.isOpen(of: sheet)
        let wanted: [SheetRow] =
            switch error.cause {
            case .unknown: []
            case .couponCodeInvalid, .couponCodeExpired: [.couponCode]
            case .billingContactInvalid: [.billingContact]
            case .shippingAddressUnserviceable: [.shippingContact]
            case .shippingContactInvalid(.field(.emailAddress)),
                .shippingContactInvalid(.field(.phoneNumber)):
                [.contact]
            case .shippingContactInvalid(.field(.name)),
                .shippingContactInvalid(.field(.phoneticName)):
                isAddressOpen ? [.shippingContact, .contact] : [.contact, .shippingContact]
            case .shippingContactInvalid: [.shippingContact, .contact]
            }
        return wanted.first(where: rows.contains)
    }

    /// The merchant's errors in this row's contact.
    public func errors(of sheet: PaymentSheet) -> [(place: PaymentError.Place, error: PaymentError)]
    {
        sheet.errors.filter { SheetRow.row(of: $0, on: sheet) == self }
            .compactMap { error in
                switch error.cause {
                case .shippingContactInvalid(let place), .billingContactInvalid(let place):
                    (place, error)
                case .shippingAddressUnserviceable: (.field(.postalAddress), error)
                case .unknown, .couponCodeInvalid, .couponCodeExpired: nil
                }
            }
    }
}

extension Language {
    /// The separator of a list.
    package var comma: String { self == .chinese ? "，" : ", " }
}

extension Contact {
    /// Name and address on one line; nil if there is no address.
    func addressText(in language: Language) -> String? {
        postalAddress.map { address in
            [name?.text, address.line].compactMap(\.self).filter { !$0.isEmpty }
                .joined(separator: language.comma)
        }
    }

    /// The contact on two lines, for the list of contacts: the name, and the address or contact
    /// details.
    public func lines(for row: SheetRow) -> (first: String, second: String) {
        let reach = [emailAddress, phoneNumber].compactMap(\.self).joined(separator: ", ")
        let address = postalAddress?.line ?? ""
        return (name?.text ?? address, row == .contact ? reach : address)
    }
}

extension Money {
    /// The price of a shipping method.
    func price(in language: Language) -> String {
        minorUnits == 0 ? SheetPhrase.free.text[language] : text(in: language)
    }
}
