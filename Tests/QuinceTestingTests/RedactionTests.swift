import PassKit
import QuinceTesting
import Testing

/// People all over the world as an app sees them, before and after they authorize.
@MainActor
@Suite("A contact that an app sees", .timeLimit(.minutes(30)))
struct RedactionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let country, state, full, seen: String
        var city = "City"
        var subLocality = ""
        var seenSubLocality = ""
        var testDescription: String { "\(country) \(full)" }
    }

    nonisolated static let cases = [
        Case(country: "US", state: "GA", full: "30303-1234", seen: "30303"),
        Case(country: "us", state: "GA", full: "30303", seen: "30303"),
        Case(country: "GB", state: "", full: "WC2H 9BH", seen: "WC2H "),
        Case(country: "GB", state: "", full: "WC2H9BH ", seen: "WC2H"),
        Case(country: "CA", state: "ON", full: "M5V 2J4", seen: "M5V "),
        Case(country: "HK", state: "Kowloon", full: "", seen: "Kowloon"),
        Case(country: "FR", state: "", full: "75008", seen: "75008"),
        Case(
            country: "CN",
            state: "",
            full: "100000",
            seen: "100000",
            subLocality: "海淀区",
            seenSubLocality: "海淀区"
        ),
        Case(
            country: "CN",
            state: "北京",
            full: "100000",
            seen: "100000",
            subLocality: "海淀区"
        ),
    ]

    private static func contact(_ row: Case) -> Contact {
        var address = PostalAddress(
            street: "1 Secret Street",
            city: row.city,
            state: row.state,
            postalCode: row.full,
            country: "Country",
            isoCountryCode: row.country
        )
        address.subLocality = row.subLocality
        address.subAdministrativeArea = "Secret County"
        return Contact(
            name: PersonName(givenName: "Secret", familyName: "Person"),
            postalAddress: address,
            emailAddress: "secret@example.com",
            phoneNumber: "+15550100"
        )
    }

    @Test(arguments: cases)
    func `has no name, street, phone or e-mail before, and all of it after (mission 9.8, 9.9)`(
        row: Case
    ) async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            contacts: [Self.contact(row)]
        )
        let request = Shop.request()
        request.requiredShippingContactFields = [
            .postalAddress, .name, .emailAddress, .phoneNumber,
        ]
        let shop = Shop(request)
        try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        let seen = try #require(shop.contacts.first)
        #expect(seen.name == nil)
        #expect(seen.emailAddress == nil)
        #expect(seen.phoneNumber == nil)
        let address = try #require(seen.postalAddress)
        #expect(address.street == "")
        #expect(address.subAdministrativeArea == "")
        #expect(address.subLocality == row.seenSubLocality)
        #expect(address.city == row.city)
        #expect(address.state == row.state)
        #expect(address.postalCode == row.seen)
        #expect(address.isoCountryCode == row.country)
        let full = try #require(shop.payments.first?.shippingContact)
        #expect(full.postalAddress?.postalCode == row.full)
        #expect(full.postalAddress?.street == "1 Secret Street")
        #expect(full.name?.givenName == "Secret")
        #expect(full.emailAddress == "secret@example.com")
        #expect(full.phoneNumber?.stringValue == "+15550100")
    }

    @Test func `is not shown where no address is asked for`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let request = Shop.request()
        request.requiredShippingContactFields = [.emailAddress]
        let shop = Shop(request)
        try await phone.run(
            ScriptedShopper(.chooseShippingContact(.inLondon), .authorize)
        ) { shop.buy() }
        #expect(shop.contacts.isEmpty)
        let seen = try #require(shop.payments.first)
        #expect(seen.shippingContact?.postalAddress == nil)
        #expect(seen.shippingContact?.name == nil)
        #expect(seen.shippingContact?.emailAddress != nil)
        #expect(seen.billingContact == nil)
    }

    @Test func `has its name with its address`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shop = Shop()
        try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        let contact = try #require(shop.payments.first?.shippingContact)
        #expect(contact.name?.familyName == "Appleseed")
        #expect(contact.emailAddress == nil)
    }

    @Test func `of a card is there only where nothing is shipped, and once`() async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            cards: [.visa, .amex]
        )
        for isShipped in [true, false] {
            let request = Shop.request()
            if !isShipped {
                request.requiredShippingContactFields = []
                request.shippingMethods = nil
            }
            request.requiredBillingContactFields = [.postalAddress]
            let shop = Shop(request)
            try await phone.run(
                ScriptedShopper(.chooseCard("AmEx 0005"), .authorize)
            ) { shop.buy() }
            #expect(shop.methods.count == 2)
            #expect(shop.methods.allSatisfy { $0.displayName == nil && $0.network == nil })
            #expect(shop.methods.allSatisfy { $0.type == .credit && $0.secureElementPass == nil })
            let address = shop.methods.first?.billingAddress?.postalAddresses.first?.value
            #expect((address != nil) == !isShipped)
            #expect((address?.street ?? "") == "")
            #expect(shop.methods.last?.billingAddress == nil)
            let method = try #require(shop.payments.first?.token.paymentMethod)
            #expect(method.displayName == "AmEx 0005")
            #expect(method.network == .amex)
            #expect(shop.payments.first?.billingContact?.postalAddress?.street.isEmpty == false)
        }
    }
}
