import Contacts
import Testing

@Suite("A contact of Contacts")
struct ContactTests {
    @Test func `has telephone numbers that are equal by text`() throws {
        let number = CNPhoneNumber(stringValue: "+1 555 0100")
        #expect(number == CNPhoneNumber(stringValue: "+1 555 0100"))
        #expect(number != CNPhoneNumber(stringValue: "5550100"))
        #expect((number.copy() as? CNPhoneNumber)?.stringValue == "+1 555 0100")
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: number,
            requiringSecureCoding: true
        )
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: CNPhoneNumber.self,
            from: archive
        )
        #expect(read == number)
    }

    @Test func `has labeled values that keep their name when they change`() {
        let home = CNLabeledValue(label: CNLabelHome, value: "a@example.org" as NSString)
        let work = home.settingLabel(CNLabelWork)
        #expect(work.identifier == home.identifier && work.label == CNLabelWork)
        #expect(work != home)
        let other = home.settingValue("b@example.org")
        #expect(other.label == CNLabelHome && other.value == "b@example.org")
        #expect(home.settingLabel(nil, value: "c").label == nil)
        #expect(
            CNLabeledValue(label: CNLabelHome, value: "a@example.org" as NSString) != home
        )
        #expect(CNLabeledValue<NSString>.localizedString(forLabel: CNLabelHome) == "home")
        #expect(CNLabeledValue<NSString>.localizedString(forLabel: "boat") == "boat")
    }

    @Test func `is empty at first, and a person`() {
        let contact = CNContact()
        #expect(contact.contactType == .person && contact.givenName == "" && contact.note == "")
        #expect(contact.phoneNumbers.isEmpty && contact.postalAddresses.isEmpty)
        #expect(contact.birthday == nil && !contact.imageDataAvailable)
        #expect(UUID(uuidString: contact.identifier) != nil)
        #expect(contact.identifier != CNContact().identifier)
    }

    @Test func `keeps its name in copies, and changes in one do not reach the other`() throws {
        let contact = CNMutableContact()
        contact.givenName = "Anna"
        contact.familyName = "Example"
        contact.emailAddresses = [CNLabeledValue(label: CNLabelHome, value: "anna@example.org")]
        contact.socialProfiles = [
            CNLabeledValue(
                label: nil,
                value: CNSocialProfile(
                    urlString: nil,
                    username: "anna",
                    userIdentifier: nil,
                    service: "Example"
                )
            )
        ]
        let fixed = try #require(contact.copy() as? CNContact)
        #expect(fixed == contact && !(fixed is CNMutableContact))
        contact.givenName = "Berta"
        contact.imageData = Data([1])
        #expect(fixed.givenName == "Anna" && fixed != contact && contact.imageDataAvailable)
        let again = try #require(fixed.mutableCopy() as? CNMutableContact)
        #expect(again == fixed && again.identifier == contact.identifier)
        #expect(fixed.socialProfiles.first?.value.username == "anna")
    }
}
