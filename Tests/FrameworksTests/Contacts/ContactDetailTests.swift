import Contacts
import Testing

@Suite("The relations of a contact")
struct ContactDetailTests {
    /// The value that an archive gives back.
    private func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value? {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: value,
            requiringSecureCoding: true
        )
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: archive)
    }

    @Test func `is a person by name`() throws {
        let relation = CNContactRelation(name: "Berta")
        #expect(relation.name == "Berta")
        #expect(relation == CNContactRelation(name: "Berta"))
        #expect(relation != CNContactRelation(name: "Carla"))
        #expect(try archived(relation) == relation)
        #expect(relation.copy() as? CNContactRelation == relation)
    }

    @Test func `is an account for messages, by name and service`() throws {
        let account = CNInstantMessageAddress(username: "anna", service: "Example")
        #expect(account.username == "anna" && account.service == "Example")
        #expect(account == CNInstantMessageAddress(username: "anna", service: "Example"))
        #expect(account != CNInstantMessageAddress(username: "anna", service: "Other"))
        #expect(try archived(account) == account)
        #expect(account.copy() as? CNInstantMessageAddress == account)
    }

    @Test func `is an account with a social service, with unknown parts`() throws {
        let whole = CNSocialProfile(
            urlString: "https://example.org/anna",
            username: "anna",
            userIdentifier: "7",
            service: "Example"
        )
        #expect(whole.urlString == "https://example.org/anna" && whole.userIdentifier == "7")
        #expect(whole.username == "anna" && whole.service == "Example")
        #expect(try archived(whole) == whole)
        let empty = CNSocialProfile(
            urlString: nil,
            username: nil,
            userIdentifier: nil,
            service: nil
        )
        #expect(empty.urlString == "" && empty.username == "")
        #expect(empty.userIdentifier == "" && empty.service == "")
        #expect(whole != empty && whole.copy() as? CNSocialProfile == whole)
    }

    @Test(
        arguments: [
            (CNLabelHome, "home"), (CNLabelWork, "work"), (CNLabelSchool, "school"),
            (CNLabelOther, "other"), (CNLabelEmailiCloud, "iCloud"),
            (CNLabelURLAddressHomePage, "home page"), (CNLabelDateAnniversary, "anniversary"),
            (CNLabelPhoneNumberiPhone, "iPhone"), (CNLabelPhoneNumberMobile, "mobile"),
            (CNLabelPhoneNumberAppleWatch, "Apple Watch"), (CNLabelPhoneNumberMain, "main"),
            (CNLabelPhoneNumberHomeFax, "home fax"), (CNLabelPhoneNumberWorkFax, "work fax"),
            (CNLabelPhoneNumberOtherFax, "other fax"), (CNLabelPhoneNumberPager, "pager"),
        ]
    )
    func `has labels with localized names`(label: String, words: String) {
        #expect(CNLabeledValue<NSString>.localizedString(forLabel: label) == words)
        #expect(CNLabeledValue(label: label, value: "7" as NSString).label == label)
    }

    @Test func `is laid out as on an envelope, with or without a formatter of one's own`() {
        let address = CNMutablePostalAddress()
        (address.street, address.city) = ("1 Infinite Loop", "Cupertino")
        (address.state, address.postalCode) = ("CA", "95014")
        address.isoCountryCode = "US"
        let formatter = CNPostalAddressFormatter()
        #expect(formatter.style == .mailingAddress)
        formatter.style = .mailingAddress
        let lines = formatter.string(from: address)
        #expect(lines.hasPrefix("1 Infinite Loop\nCupertino"))
        #expect(lines == CNPostalAddressFormatter.string(from: address, style: formatter.style))
    }
}
