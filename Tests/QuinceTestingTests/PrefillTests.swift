import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("An initial contact of an app", .timeLimit(.minutes(30)))
struct PrefillTests {
    let shop = Shop()

    /// John Appleseed, as the guide states him (mission 9.6).
    static func john() -> PKContact {
        let contact = PKContact()
        var name = PersonNameComponents()
        name.givenName = "Johnny"
        name.familyName = "Stated"
        contact.name = name
        let address = CNMutablePostalAddress()
        address.street = "1234 Laurel Street"
        address.city = "Atlanta"
        address.state = "GA"
        address.postalCode = "30303"
        address.country = "United States"
        address.isoCountryCode = "US"
        contact.postalAddress = address
        contact.emailAddress = "stated@example.com"
        contact.phoneNumber = CNPhoneNumber(stringValue: "555-0199")
        return contact
    }

    @Test func `is used for address, e-mail and phone, but not for the name (mission 9.5, 9.6)`()
        async throws
    {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", contacts: [.inLondon])
        shop.request.shippingContact = Self.john()
        shop.request.billingContact = Self.john()
        let all: Set<PKContactField> = [.postalAddress, .name, .emailAddress, .phoneNumber]
        shop.request.requiredShippingContactFields = all
        shop.request.requiredBillingContactFields = [
            .postalAddress, .name, .emailAddress,
        ]
        #expect(try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }.isPaid)
        #expect(shop.contacts.map { $0.postalAddress?.city } == ["Atlanta"])
        let shipping = try #require(shop.payments.first?.shippingContact)
        #expect(shipping.postalAddress?.street == "1234 Laurel Street")
        #expect(shipping.emailAddress == "stated@example.com")
        #expect(shipping.phoneNumber?.stringValue == "555-0199")
        #expect(shipping.name?.familyName != "Stated")
        let billing = try #require(shop.payments.first?.billingContact)
        #expect(billing.postalAddress?.street == "1234 Laurel Street")
        #expect(billing.name?.familyName != "Stated")
        #expect(billing.emailAddress == nil)
    }

    @Test func `of billing has no e-mail address and no telephone number, and needs none`()
        async throws
    {
        var bare = Contact.inLondon
        bare.emailAddress = nil
        bare.phoneNumber = nil
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", contacts: [bare])
        let asked: [Set<PKContactField>] = [
            [.postalAddress, .emailAddress, .phoneNumber], [.emailAddress],
        ]
        for fields in asked {
            let shop = Shop()
            shop.request.requiredBillingContactFields = fields
            let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
            #expect(payment.isPaid)
            #expect(payment.advice.contains { $0.contains("requiredShippingContactFields") })
            let billing = shop.payments.first?.billingContact
            #expect((billing == nil) == (fields == [.emailAddress]))
            #expect(billing?.emailAddress == nil && billing?.phoneNumber == nil)
        }
    }

    @Test func `may be replaced by another (mission 9.5)`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        shop.request.shippingContact = Self.john()
        let shopper = ScriptedShopper(.chooseShippingContact(.inLondon), .authorize)
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(shop.payments.first?.shippingContact?.postalAddress?.isoCountryCode == "GB")
    }

    @Test func `is the pickup address, for any action of the shopper (mission 8.6)`()
        async throws
    {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        shop.request.shippingType = .storePickup
        shop.request.shippingContactEditingMode = .storePickup
        shop.request.shippingContact = Self.john()
        let shopper = ScriptedShopper(.chooseShippingContact(.inLondon), .authorize)
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(Set(shop.contacts.map { $0.postalAddress?.city }) == ["Atlanta"])
        #expect(shop.payments.first?.shippingContact?.postalAddress?.city == "Atlanta")
    }

    @Test(arguments: [
        PKContactField.postalAddress, .emailAddress, .phoneNumber, .name,
    ])
    func `is requested if the initial contact lacks a required field (mission 9.3)`(
        field: PKContactField
    ) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", contacts: [])
        shop.request.requiredShippingContactFields = [field]
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()  // Does nothing.
            #expect(await !shop.log.contains("payment"))
            try await sheet.chooseShippingContact(.johnAppleseed)
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(shop.log.filter { $0 == "willAuthorize" }.count == 1)
    }

    @Test func `is asked for by the names of iOS 8 as well (mission 9.1, 9.2)`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        shop.request.requiredShippingAddressFields = [.postalAddress, .email]
        shop.request.requiredBillingAddressFields = .all
        #expect(try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }.isPaid)
        let payment = try #require(shop.payments.first)
        #expect(payment.shippingContact?.emailAddress != nil)
        #expect(payment.shippingContact?.phoneNumber == nil)
        #expect(payment.billingContact?.phoneNumber == nil)
        #expect(payment.billingContact?.postalAddress != nil)
    }
}
