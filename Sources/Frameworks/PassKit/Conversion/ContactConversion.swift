internal import Contacts
internal import Foundation
internal import PaymentRequest

extension Contact {
    init(_ contact: PKContact) {
        self.init(
            name: contact.name.map { PersonName($0) },
            postalAddress: contact.postalAddress.map { PostalAddress($0) },
            emailAddress: contact.emailAddress,
            phoneNumber: contact.phoneNumber?.stringValue
        )
        if let part = contact.supplementarySubLocality, postalAddress?.subLocality.isEmpty == true {
            postalAddress?.subLocality = part
        }
    }
}

extension PKContact {
    convenience init(_ contact: Contact) {
        self.init()
        name = contact.name.map { PersonNameComponents($0) }
        postalAddress = contact.postalAddress.map { CNPostalAddress.with($0) }
        emailAddress = contact.emailAddress
        phoneNumber = contact.phoneNumber.map { CNPhoneNumber(stringValue: $0) }
    }

    /// Creates what an app may see before the shopper authorizes: no name, no street (mission
    /// 9.8).
    convenience init(_ contact: RedactedContact) { self.init(contact.contact) }
}

extension PersonName {
    init(_ components: PersonNameComponents) {
        self.init(givenName: components.givenName, familyName: components.familyName)
        prefix = components.namePrefix
        middleName = components.middleName
        suffix = components.nameSuffix
        nickname = components.nickname
        phoneticGivenName = components.phoneticRepresentation?.givenName
        phoneticFamilyName = components.phoneticRepresentation?.familyName
    }
}

extension PersonNameComponents {
    init(_ name: PersonName) {
        self.init()
        namePrefix = name.prefix
        givenName = name.givenName
        middleName = name.middleName
        familyName = name.familyName
        nameSuffix = name.suffix
        nickname = name.nickname
        guard name.phoneticGivenName != nil || name.phoneticFamilyName != nil else { return }
        var phonetic = PersonNameComponents()
        phonetic.givenName = name.phoneticGivenName
        phonetic.familyName = name.phoneticFamilyName
        phoneticRepresentation = phonetic
    }
}

extension PostalAddress {
    init(_ address: CNPostalAddress) {
        self.init(
            street: address.street,
            city: address.city,
            state: address.state,
            postalCode: address.postalCode,
            country: address.country,
            isoCountryCode: address.isoCountryCode
        )
        subLocality = address.subLocality
        subAdministrativeArea = address.subAdministrativeArea
    }
}

extension CNPostalAddress {
    /// Creates an immutable address.
    static func with(_ parts: PostalAddress) -> CNPostalAddress {
        let address = CNMutablePostalAddress()
        address.street = parts.street
        address.subLocality = parts.subLocality
        address.city = parts.city
        address.subAdministrativeArea = parts.subAdministrativeArea
        address.state = parts.state
        address.postalCode = parts.postalCode
        address.country = parts.country
        address.isoCountryCode = parts.isoCountryCode
        return address.copy() as? CNPostalAddress ?? address
    }
}

extension CNContact {
    /// Creates an immutable contact, such as a card's billing address.
    static func with(_ parts: Contact) -> CNContact {
        let contact = CNMutableContact()
        contact.namePrefix = parts.name?.prefix ?? ""
        contact.givenName = parts.name?.givenName ?? ""
        contact.middleName = parts.name?.middleName ?? ""
        contact.familyName = parts.name?.familyName ?? ""
        contact.nameSuffix = parts.name?.suffix ?? ""
        contact.nickname = parts.name?.nickname ?? ""
        contact.phoneticGivenName = parts.name?.phoneticGivenName ?? ""
        contact.phoneticFamilyName = parts.name?.phoneticFamilyName ?? ""
        contact.postalAddresses = [parts.postalAddress].compactMap(\.self)
            .map { CNLabeledValue(label: nil, value: CNPostalAddress.with($0)) }
        contact.emailAddresses = [parts.emailAddress].compactMap(\.self)
            .map { CNLabeledValue(label: nil, value: $0 as NSString) }
        contact.phoneNumbers = [parts.phoneNumber].compactMap(\.self)
            .map { CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: $0)) }
        return contact.copy() as? CNContact ?? contact
    }
}
