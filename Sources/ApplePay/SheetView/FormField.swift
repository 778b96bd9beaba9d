public import PaymentRequest

/// A part of a contact with its own field.
public enum FormField: Hashable, Sendable {
    /// A part of the name.
    case name(NamePart)
    /// A part of the address.
    case address(PostalAddress.Part)
    /// The e-mail address.
    case emailAddress
    /// The telephone number.
    case phoneNumber

    /// The label of the field.
    public func title(in language: Language) -> String {
        switch self {
        case .name(let part): part.title[language]
        case .address(let part): part.title[language]
        case .emailAddress: ContactField.emailAddress.title[language]
        case .phoneNumber: ContactField.phoneNumber.title[language]
        }
    }

    /// The text of the field for a contact.
    public func text(of contact: Contact, in language: Language) -> String {
        switch self {
        case .name(.family): contact.name?.familyName ?? ""
        case .name(.given): contact.name?.givenName ?? ""
        case .name(.phoneticFamily): contact.name?.phoneticFamilyName ?? ""
        case .name(.phoneticGiven): contact.name?.phoneticGivenName ?? ""
        case .address(.country): contact.postalAddress?.countryName(in: language) ?? ""
        case .address(.street):
            contact.postalAddress?.street.split(whereSeparator: \.isNewline)
                .joined(separator: ", ") ?? ""
        case .address(let part): contact.postalAddress?[part] ?? ""
        case .emailAddress: contact.emailAddress ?? ""
        case .phoneNumber: contact.phoneNumber ?? ""
        }
    }

    /// Sets the part of a contact from a text.
    public func write(_ text: String, into contact: inout Contact, _ language: Language) {
        switch self {
        case .name(let part):
            var name = contact.name ?? PersonName()
            name.write(text, as: part)
            contact.name = name
        case .address(let part):
            var address = contact.postalAddress ?? PostalAddress()
            address.write(text, as: part, language)
            contact.postalAddress = address
        case .emailAddress: contact.emailAddress = text.isEmpty ? nil : text
        case .phoneNumber: contact.phoneNumber = text.isEmpty ? nil : text
        }
    }

    /// Whether an error of the merchant is about this field.
    public func isMeant(by place: PaymentError.Place) -> Bool {
        switch (self, place) {
        case (.name(.family), .field(.name)), (.name(.given), .field(.name)),
            (.name(.phoneticFamily), .field(.phoneticName)),
            (.name(.phoneticGiven), .field(.phoneticName)),
            (.emailAddress, .field(.emailAddress)), (.phoneNumber, .field(.phoneNumber)),
            (.address(.country), .addressPart(.isoCountryCode)):
            true
        case (.address(let part), .addressPart(let meant)): part == meant
        default: false
        }
    }
}

extension PersonName {
    fileprivate mutating func write(_ text: String, as part: NamePart) {
        let text = text.isEmpty ? nil : text
        switch part {
        case .family: familyName = text
        case .given: givenName = text
        case .phoneticFamily: phoneticFamilyName = text
        case .phoneticGiven: phoneticGivenName = text
        }
    }
}

extension PostalAddress {
    fileprivate func countryName(in language: Language) -> String {
        Country(code: isoCountryCode)?.name[language]
            ?? (country.isEmpty ? isoCountryCode : country)
    }

    fileprivate mutating func write(_ text: String, as part: Part, _ language: Language) {
        switch part {
        case .street: street = text
        case .subLocality: subLocality = text
        case .city: city = text
        case .subAdministrativeArea: subAdministrativeArea = text
        case .state: state = text
        case .postalCode: postalCode = text
        case .country, .isoCountryCode:
            guard let found = Country(namedLike: text, in: language) else { return }
            country = found.name[language]
            isoCountryCode = found.code
        }
    }
}
