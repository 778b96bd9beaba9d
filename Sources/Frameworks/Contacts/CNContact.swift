public import Foundation

/// Whether a contact is a person.
public enum CNContactType: Int, Hashable, Sendable {
    /// A person.
    case person = 0
    /// An organization.
    case organization = 1
}

/// A person or an organization. Unknown parts are empty.
///
/// PassKit uses it only for a card's billing address.
open class CNContact: NSObject, NSCopying, NSMutableCopying {
    var parts: ContactParts

    /// Creates an empty contact.
    public override init() {
        parts = ContactParts(identifier: Identifiers.next())
        super.init()
    }

    init(parts: ContactParts) {
        self.parts = parts
        super.init()
    }

    /// An identifier that stays the same when the contact changes.
    open var identifier: String { parts.identifier }
    /// Whether it is a person or an organization.
    open var contactType: CNContactType { parts.contactType }
    /// A title before the name.
    open var namePrefix: String { parts.namePrefix }
    /// The given name.
    open var givenName: String { parts.givenName }
    /// A middle name.
    open var middleName: String { parts.middleName }
    /// The family name.
    open var familyName: String { parts.familyName }
    /// The previous family name, such as a maiden name.
    open var previousFamilyName: String { parts.previousFamilyName }
    /// A suffix after the name.
    open var nameSuffix: String { parts.nameSuffix }
    /// A nickname.
    open var nickname: String { parts.nickname }
    /// The organization.
    open var organizationName: String { parts.organizationName }
    /// The department of the organization.
    open var departmentName: String { parts.departmentName }
    /// The job title.
    open var jobTitle: String { parts.jobTitle }
    /// The phonetic given name.
    open var phoneticGivenName: String { parts.phoneticGivenName }
    /// The phonetic middle name.
    open var phoneticMiddleName: String { parts.phoneticMiddleName }
    /// The phonetic family name.
    open var phoneticFamilyName: String { parts.phoneticFamilyName }
    /// The phonetic organization name.
    open var phoneticOrganizationName: String { parts.phoneticOrganizationName }
    /// A note.
    open var note: String { parts.note }
    /// A picture of the person.
    open var imageData: Data? { parts.imageData }
    /// A small picture of the person.
    open var thumbnailImageData: Data? { parts.thumbnailImageData }
    /// The birthday, perhaps without its year.
    open var birthday: DateComponents? { parts.birthday }
    /// The birthday in another calendar.
    open var nonGregorianBirthday: DateComponents? { parts.nonGregorianBirthday }
    /// The telephone numbers.
    open var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] { parts.phoneNumbers }
    /// The e-mail addresses.
    open var emailAddresses: [CNLabeledValue<NSString>] { parts.emailAddresses }
    /// The postal addresses.
    open var postalAddresses: [CNLabeledValue<CNPostalAddress>] { parts.postalAddresses }
    /// The addresses of web pages.
    open var urlAddresses: [CNLabeledValue<NSString>] { parts.urlAddresses }
    /// Related people.
    open var contactRelations: [CNLabeledValue<CNContactRelation>] { parts.contactRelations }
    /// Accounts with social services.
    open var socialProfiles: [CNLabeledValue<CNSocialProfile>] { parts.socialProfiles }
    /// Accounts for instant messages.
    open var instantMessageAddresses: [CNLabeledValue<CNInstantMessageAddress>] {
        parts.instantMessageAddresses
    }
    /// Dates, such as an anniversary.
    open var dates: [CNLabeledValue<NSDateComponents>] { parts.dates }
    /// Whether there is a picture.
    open var imageDataAvailable: Bool { imageData != nil }

    /// Whether another contact has the same identifier and content, mutable or not.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNContact else { return false }
        return parts == other.parts
    }

    /// Equal for equal contacts.
    open override var hash: Int { parts.identifier.hashValue }

    /// An immutable contact with the same content.
    open func copy(with zone: NSZone? = nil) -> Any { CNContact(parts: parts) }

    /// A mutable contact with the same content.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutableContact(parts: parts) }
}
