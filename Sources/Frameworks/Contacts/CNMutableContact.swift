public import Foundation

/// A contact that can be changed.
open class CNMutableContact: CNContact {
    /// Whether it is a person or an organization.
    open override var contactType: CNContactType {
        get { parts.contactType }
        set { parts.contactType = newValue }
    }

    /// A title before the name.
    open override var namePrefix: String {
        get { parts.namePrefix }
        set { parts.namePrefix = newValue }
    }

    /// The given name.
    open override var givenName: String {
        get { parts.givenName }
        set { parts.givenName = newValue }
    }

    /// A middle name.
    open override var middleName: String {
        get { parts.middleName }
        set { parts.middleName = newValue }
    }

    /// The family name.
    open override var familyName: String {
        get { parts.familyName }
        set { parts.familyName = newValue }
    }

    /// The previous family name, such as a maiden name.
    open override var previousFamilyName: String {
        get { parts.previousFamilyName }
        set { parts.previousFamilyName = newValue }
    }

    /// A suffix after the name.
    open override var nameSuffix: String {
        get { parts.nameSuffix }
        set { parts.nameSuffix = newValue }
    }

    /// A nickname.
    open override var nickname: String {
        get { parts.nickname }
        set { parts.nickname = newValue }
    }

    /// The organization.
    open override var organizationName: String {
        get { parts.organizationName }
        set { parts.organizationName = newValue }
    }

    /// The department of the organization.
    open override var departmentName: String {
        get { parts.departmentName }
        set { parts.departmentName = newValue }
    }

    /// The job title.
    open override var jobTitle: String {
        get { parts.jobTitle }
        set { parts.jobTitle = newValue }
    }

    /// The phonetic given name.
    open override var phoneticGivenName: String {
        get { parts.phoneticGivenName }
        set { parts.phoneticGivenName = newValue }
    }

    /// The phonetic middle name.
    open override var phoneticMiddleName: String {
        get { parts.phoneticMiddleName }
        set { parts.phoneticMiddleName = newValue }
    }

    /// The phonetic family name.
    open override var phoneticFamilyName: String {
        get { parts.phoneticFamilyName }
        set { parts.phoneticFamilyName = newValue }
    }

    /// The phonetic organization name.
    open override var phoneticOrganizationName: String {
        get { parts.phoneticOrganizationName }
        set { parts.phoneticOrganizationName = newValue }
    }

    /// A note.
    open override var note: String {
        get { parts.note }
        set { parts.note = newValue }
    }

    /// A picture of the person.
    open override var imageData: Data? {
        get { parts.imageData }
        set { parts.imageData = newValue }
    }

    /// A small picture of the person.
    open override var thumbnailImageData: Data? {
        get { parts.thumbnailImageData }
        set { parts.thumbnailImageData = newValue }
    }

    /// The birthday, perhaps without its year.
    open override var birthday: DateComponents? {
        get { parts.birthday }
        set { parts.birthday = newValue }
    }

    /// The birthday in another calendar.
    open override var nonGregorianBirthday: DateComponents? {
        get { parts.nonGregorianBirthday }
        set { parts.nonGregorianBirthday = newValue }
    }

    /// The telephone numbers.
    open override var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] {
        get { parts.phoneNumbers }
        set { parts.phoneNumbers = newValue }
    }

    /// The e-mail addresses.
    open override var emailAddresses: [CNLabeledValue<NSString>] {
        get { parts.emailAddresses }
        set { parts.emailAddresses = newValue }
    }

    /// The postal addresses.
    open override var postalAddresses: [CNLabeledValue<CNPostalAddress>] {
        get { parts.postalAddresses }
        set { parts.postalAddresses = newValue }
    }

    /// The addresses of web pages.
    open override var urlAddresses: [CNLabeledValue<NSString>] {
        get { parts.urlAddresses }
        set { parts.urlAddresses = newValue }
    }

    /// Related people.
    open override var contactRelations: [CNLabeledValue<CNContactRelation>] {
        get { parts.contactRelations }
        set { parts.contactRelations = newValue }
    }

    /// Accounts with social services.
    open override var socialProfiles: [CNLabeledValue<CNSocialProfile>] {
        get { parts.socialProfiles }
        set { parts.socialProfiles = newValue }
    }

    /// Accounts for instant messages.
    open override var instantMessageAddresses: [CNLabeledValue<CNInstantMessageAddress>] {
        get { parts.instantMessageAddresses }
        set { parts.instantMessageAddresses = newValue }
    }

    /// Dates, such as an anniversary.
    open override var dates: [CNLabeledValue<NSDateComponents>] {
        get { parts.dates }
        set { parts.dates = newValue }
    }
}
