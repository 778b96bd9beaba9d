import Contacts
import Testing

@Suite("The fields of a contact")
struct ContactFieldTests {
    private typealias Text = ReferenceWritableKeyPath<CNMutableContact, String>

    /// Every text of a contact, as it can be set, and as it can be read.
    private static var texts: [(set: Text, read: KeyPath<CNContact, String>)] {
        [
            (\.namePrefix, \.namePrefix), (\.givenName, \.givenName),
            (\.middleName, \.middleName), (\.familyName, \.familyName),
            (\.previousFamilyName, \.previousFamilyName), (\.nameSuffix, \.nameSuffix),
            (\.nickname, \.nickname), (\.organizationName, \.organizationName),
            (\.departmentName, \.departmentName), (\.jobTitle, \.jobTitle),
            (\.phoneticGivenName, \.phoneticGivenName),
            (\.phoneticMiddleName, \.phoneticMiddleName),
            (\.phoneticFamilyName, \.phoneticFamilyName),
            (\.phoneticOrganizationName, \.phoneticOrganizationName), (\.note, \.note),
        ]
    }

    @Test func `hold texts, each its own`() throws {
        let contact = CNMutableContact()
        #expect(Self.texts.allSatisfy { contact[keyPath: $0.read] == "" })
        for (number, text) in Self.texts.enumerated() { contact[keyPath: text.set] = "\(number)" }
        let fixed = try #require(contact.copy() as? CNContact)
        for seen in [contact, fixed] {
            #expect(Self.texts.map { seen[keyPath: $0.read] } == (0..<15).map(String.init))
        }
        contact.nickname = "Nan"
        #expect(fixed.nickname == "6" && fixed != contact)
    }

    @Test func `hold pictures, and say whether there is one`() throws {
        let contact = CNMutableContact()
        #expect(contact.imageData == nil && contact.thumbnailImageData == nil)
        contact.thumbnailImageData = Data([1])
        #expect(!contact.imageDataAvailable)
        contact.imageData = Data([1, 2])
        let fixed = try #require(contact.copy() as? CNContact)
        #expect(fixed.imageData == Data([1, 2]) && fixed.thumbnailImageData == Data([1]))
        #expect(fixed.imageDataAvailable)
        contact.imageData = nil
        #expect(!contact.imageDataAvailable && fixed.imageDataAvailable)
    }

    @Test func `hold dates, in more than one calendar`() throws {
        let contact = CNMutableContact()
        #expect(contact.birthday == nil && contact.nonGregorianBirthday == nil)
        #expect(contact.dates.isEmpty)
        contact.birthday = DateComponents(month: 2, day: 29)
        contact.nonGregorianBirthday = DateComponents(
            calendar: Calendar(identifier: .chinese),
            day: 15
        )
        let wedding = NSDateComponents()
        wedding.year = 1999
        contact.dates = [CNLabeledValue(label: CNLabelDateAnniversary, value: wedding)]
        let fixed = try #require(contact.copy() as? CNContact)
        wedding.year = 2001
        #expect(fixed.birthday == DateComponents(month: 2, day: 29))
        #expect(fixed.nonGregorianBirthday?.calendar?.identifier == .chinese)
        #expect(fixed.dates.first?.value.year == 1999)
        #expect(fixed.dates.first?.label == CNLabelDateAnniversary)
    }

    @Test func `hold ways to reach the contact`() throws {
        let contact = CNMutableContact()
        #expect(contact.phoneNumbers.isEmpty && contact.postalAddresses.isEmpty)
        #expect(contact.urlAddresses.isEmpty && contact.emailAddresses.isEmpty)
        let address = CNMutablePostalAddress()
        address.city = "Atlanta"
        let number = CNPhoneNumber(stringValue: "+1 555 0100")
        contact.phoneNumbers = [CNLabeledValue(label: CNLabelPhoneNumberMobile, value: number)]
        contact.postalAddresses = [CNLabeledValue(label: CNLabelHome, value: address)]
        let url = "https://example.org" as NSString
        contact.urlAddresses = [CNLabeledValue(label: CNLabelURLAddressHomePage, value: url)]
        let mail = "anna@example.org" as NSString
        contact.emailAddresses = [CNLabeledValue(label: CNLabelEmailiCloud, value: mail)]
        let fixed = try #require(contact.copy() as? CNContact)
        address.city = "Boston"
        #expect(fixed.phoneNumbers.map(\.value) == [number])
        #expect(fixed.postalAddresses.first?.value.city == "Atlanta")
        #expect(fixed.urlAddresses.map(\.value) == [url])
        #expect(fixed.emailAddresses.map(\.value) == [mail])
    }

    @Test func `hold an organization, and people and accounts that belong to it`() throws {
        let contact = CNMutableContact()
        #expect(contact.contactRelations.isEmpty && contact.instantMessageAddresses.isEmpty)
        contact.contactType = .organization
        let founder = CNContactRelation(name: "Berta")
        contact.contactRelations = [CNLabeledValue(label: "founder", value: founder)]
        let account = CNInstantMessageAddress(username: "shop", service: "Example")
        contact.instantMessageAddresses = [CNLabeledValue(label: nil, value: account)]
        let page = CNSocialProfile(
            urlString: "https://example.org/shop",
            username: "shop",
            userIdentifier: "7",
            service: "Example"
        )
        contact.socialProfiles = [CNLabeledValue(label: nil, value: page)]
        let fixed = try #require(contact.copy() as? CNContact)
        #expect(fixed.contactType == .organization)
        #expect(fixed.contactRelations.first?.value.name == "Berta")
        #expect(fixed.instantMessageAddresses.first?.value == account)
        #expect(fixed.socialProfiles.first?.value == page)
    }
}
