/// A part of a contact that a merchant can ask for.
///
/// - Source: Apple, PassKit, `PKContactField`; the raw values are a guess except the first and
///   the fourth.
public enum ContactField: String, Hashable, Sendable, CaseIterable {
    /// The postal address, which includes the name.
    case postalAddress = "post"
    /// The e-mail address.
    case emailAddress = "email"
    /// The telephone number.
    case phoneNumber = "phone"
    /// The name.
    case name = "name"
    /// The phonetic name.
    case phoneticName = "phoneticName"
}

/// A person's name in parts.
///
/// - Source: Foundation, `PersonNameComponents`.
public struct PersonName: Hashable, Sendable {
    /// A title before the name.
    public var prefix: String?
    /// The given name.
    public var givenName: String?
    /// A middle name.
    public var middleName: String?
    /// The family name.
    public var familyName: String?
    /// A suffix after the name.
    public var suffix: String?
    /// A nickname.
    public var nickname: String?
    /// The phonetic given name.
    public var phoneticGivenName: String?
    /// The phonetic family name.
    public var phoneticFamilyName: String?

    /// Creates a name; the other parts are set separately.
    public init(givenName: String? = nil, familyName: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
    }
}

/// A postal address in parts. A missing part is empty.
///
/// - Source: Apple, Contacts, `CNPostalAddress`.
public struct PostalAddress: Hashable, Sendable {
    /// Street and house number; lines are separated by line feeds.
    public var street = ""
    /// A district of a city.
    public var subLocality = ""
    /// The city.
    public var city = ""
    /// A county or similar.
    public var subAdministrativeArea = ""
    /// The state or province.
    public var state = ""
    /// The postal code.
    public var postalCode = ""
    /// The country's name.
    public var country = ""
    /// The ISO 3166-1 code of the country.
    public var isoCountryCode = ""

    /// Creates an address; the rarer parts are set separately.
    public init(
        street: String = "",
        city: String = "",
        state: String = "",
        postalCode: String = "",
        country: String = "",
        isoCountryCode: String = ""
    ) {
        self.street = street
        self.city = city
        self.state = state
        self.postalCode = postalCode
        self.country = country
        self.isoCountryCode = isoCountryCode
    }

    /// A part of an address; the raw value is the key in an error.
    ///
    /// - Source: Apple, Contacts, the `CNPostalAddress…Key` texts.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// Street and house number.
        case street
        /// A district of a city.
        case subLocality
        /// The city.
        case city
        /// A county or similar.
        case subAdministrativeArea
        /// The state or province.
        case state
        /// The postal code.
        case postalCode
        /// The country's name.
        case country
        /// The country's code.
        case isoCountryCode = "ISOCountryCode"
    }

    /// One part of the address.
    public subscript(part: Part) -> String {
        switch part {
        case .street: street
        case .subLocality: subLocality
        case .city: city
        case .subAdministrativeArea: subAdministrativeArea
        case .state: state
        case .postalCode: postalCode
        case .country: country
        case .isoCountryCode: isoCountryCode
        }
    }
}

/// A contact for shipping or billing.
///
/// - Source: Apple, PassKit, `PKContact`.
public struct Contact: Hashable, Sendable {
    /// The name.
    public var name: PersonName?
    /// The postal address.
    public var postalAddress: PostalAddress?
    /// The e-mail address.
    public var emailAddress: String?
    /// The telephone number.
    public var phoneNumber: String?

    /// Creates a contact.
    public init(
        name: PersonName? = nil,
        postalAddress: PostalAddress? = nil,
        emailAddress: String? = nil,
        phoneNumber: String? = nil
    ) {
        self.name = name
        self.postalAddress = postalAddress
        self.emailAddress = emailAddress
        self.phoneNumber = phoneNumber
    }

    /// This contact, with missing parts taken from another.
    public func filled(from other: Contact?) -> Contact {
        Contact(
            name: name ?? other?.name,
            postalAddress: postalAddress ?? other?.postalAddress,
            emailAddress: emailAddress ?? other?.emailAddress,
            phoneNumber: phoneNumber ?? other?.phoneNumber
        )
    }

    /// Only the requested fields. A postal address includes the name.
    public func limited(to fields: Set<ContactField>) -> Contact {
        var name = name
        if !fields.contains(.phoneticName) {
            name?.phoneticGivenName = nil
            name?.phoneticFamilyName = nil
        }
        let showsName = !fields.isDisjoint(with: [.name, .postalAddress, .phoneticName])
        return Contact(
            name: showsName ? name : nil,
            postalAddress: fields.contains(.postalAddress) ? postalAddress : nil,
            emailAddress: fields.contains(.emailAddress) ? emailAddress : nil,
            phoneNumber: fields.contains(.phoneNumber) ? phoneNumber : nil
        )
    }

    /// The requested fields that are missing, in the order of the fields.
    public func missing(of fields: Set<ContactField>) -> [ContactField] {
        ContactField.allCases.filter { fields.contains($0) && !has($0) }
    }

    private func has(_ field: ContactField) -> Bool {
        switch field {
        case .postalAddress: postalAddress != nil
        case .emailAddress: emailAddress?.isEmpty == false
        case .phoneNumber: phoneNumber?.isEmpty == false
        case .name: name != nil
        case .phoneticName: name?.phoneticGivenName != nil || name?.phoneticFamilyName != nil
        }
    }
}
