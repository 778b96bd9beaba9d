import Money
import PaymentRequest
import Testing

@testable import PassKit
@testable import PaymentSheet

@Suite("Conversion of the device's values for the app")
struct SeamPaymentTests {
    private static func contact() -> Contact {
        var address = PostalAddress(
            street: "8 rue Exemple",
            city: "Paris",
            postalCode: "75008",
            country: "France",
            isoCountryCode: "FR"
        )
        address.subLocality = "Centre"
        address.subAdministrativeArea = "Seine"
        var name = PersonName(givenName: "Anna", familyName: "Exemple")
        name.prefix = "Dr."
        name.middleName = "B."
        name.suffix = "II"
        name.nickname = "An"
        name.phoneticGivenName = "AH-na"
        return Contact(
            name: name,
            postalAddress: address,
            emailAddress: "anna@example.org",
            phoneNumber: "+33 1 00 00 00 00"
        )
    }

    @Test func `is a contact with every part, in both directions (mission 9.9)`() {
        let shown = PKContact(Self.contact())
        #expect(shown.name?.givenName == "Anna" && shown.name?.namePrefix == "Dr.")
        #expect(shown.name?.phoneticRepresentation?.givenName == "AH-na")
        #expect(shown.postalAddress?.street == "8 rue Exemple")
        #expect(shown.postalAddress?.subLocality == "Centre")
        #expect(!(shown.postalAddress is CNMutablePostalAddress))
        #expect(shown.phoneNumber?.stringValue == "+33 1 00 00 00 00")
        #expect(Contact(shown) == Self.contact())
    }

    @Test func `is a contact without name, street and numbers before (mission 9.8)`() {
        let shown = PKContact(Self.contact().redacted)
        #expect(shown.name == nil && shown.emailAddress == nil && shown.phoneNumber == nil)
        #expect(shown.postalAddress?.street == "" && shown.postalAddress?.subLocality == "Centre")
        #expect(shown.postalAddress?.city == "Paris" && shown.postalAddress?.postalCode == "75008")
        #expect(shown.postalAddress?.isoCountryCode == "FR")
    }

    @Test func `is a card, and where its bills go`() {
        let redacted = PKPaymentMethod(PaymentMethod(type: .credit))
        #expect(redacted.displayName == nil && redacted.network == nil && redacted.type == .credit)
        #expect(redacted.billingAddress == nil)
        let full = PKPaymentMethod(
            PaymentMethod(
                displayName: "Visa 1111",
                network: .visa,
                type: .eMoney,
                billingContact: Self.contact()
            )
        )
        #expect(full.displayName == "Visa 1111" && full.network == .visa && full.type == .eMoney)
        #expect(full.billingAddress?.givenName == "Anna")
        #expect(full.billingAddress?.postalAddresses.first?.value.city == "Paris")
        #expect(full.billingAddress?.emailAddresses.first?.value == "anna@example.org")
    }

    private static func request(_ methods: [PKShippingMethod]) -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa]
        request.merchantCapabilities = .threeDSecure
        request.paymentSummaryItems = [PKPaymentSummaryItem(label: "Shop", amount: 7)]
        request.shippingMethods = methods
        return request
    }

    private final class Tracked: PKShippingMethod {}

    private static func method(_ identifier: String, _ amount: String) -> Tracked {
        let method = Tracked(label: identifier, amount: NSDecimalNumber(string: amount))
        method.identifier = identifier
        return method
    }

    private static func valid(
        _ request: PKPaymentRequest
    ) throws -> [ValidPaymentRequest.ShippingMethod] {
        try PaymentRequest(request).validated().shippingMethods
    }

    @Test func `is the app's own shipping method, including a subclass`() throws {
        let methods = [Self.method("post", "4.50"), Self.method("van", "9")]
        let request = Self.request(methods)
        let offered = OfferedShippingMethods(request.shippingMethods)
        let valid = try Self.valid(request)
        #expect(offered.object(for: valid[0]) === methods[0])
        #expect(offered.object(for: valid[1]) === methods[1])
        let dearer = Self.method("post", "5.50")
        offered.offer([dearer])
        #expect(offered.object(for: valid[0]) === methods[0])
        #expect(offered.object(for: try Self.valid(Self.request([dearer]))[0]) === dearer)
    }

    @Test func `is the newest of equal shipping methods`() throws {
        let (first, second) = (Self.method("post", "4.50"), Self.method("post", "4.50"))
        let offered = OfferedShippingMethods([first])
        offered.offer([second])
        #expect(offered.object(for: try Self.valid(Self.request([first]))[0]) === second)
    }

    @Test func `is a new shipping method if the app's has changed`() throws {
        let method = Self.method("post", "4.50")
        method.detail = "3 to 5 days"
        let valid = try Self.valid(Self.request([method]))
        let offered = OfferedShippingMethods([method])
        method.amount = 5
        let shown = offered.object(for: valid[0])
        #expect(shown !== method && shown.amount == NSDecimalNumber(string: "4.50"))
        #expect(shown.label == "post" && shown.identifier == "post")
        #expect(shown.detail == "3 to 5 days")
    }

    @Test func `is a payment with its token (mission 11.5)`() throws {
        let method = Self.method("post", "4.50")
        let request = Self.request([method])
        let valid = try PaymentRequest(request).validated()
        let details = PaymentSheet.Payment(
            token: PaymentSheet.TokenID(number: 1),
            total: valid.total,
            method: PaymentMethod(displayName: "Visa 1111", network: .visa, type: .debit),
            shippingContact: Self.contact(),
            billingContact: nil,
            shippingMethod: valid.shippingMethods[0]
        )
        let payment = PKPayment(
            AuthorizedPayment(
                transactionIdentifier: "5c1f",
                paymentData: Array("{}".utf8),
                details: details
            ),
            offered: OfferedShippingMethods([method])
        )
        #expect(payment.token.transactionIdentifier == "5c1f")
        #expect(payment.token.paymentData == Data("{}".utf8))
        #expect(payment.token.paymentInstrumentName == "Visa 1111")
        #expect(payment.token.paymentNetwork == "Visa")
        #expect(payment.token.paymentMethod.type == .debit)
        #expect(payment.shippingMethod === method && payment.billingContact == nil)
        #expect(payment.shippingContact?.name?.familyName == "Exemple")
    }

    @Test(arguments: [("USD", "10.75"), ("JPY", "1000"), ("KWD", "-1.25")])
    func `is money exactly`(code: String, text: String) throws {
        let currency = try #require(Currency(code: code))
        let money = try Money(try DecimalAmount(text), in: currency)
        #expect(NSDecimalNumber(money) == NSDecimalNumber(string: text))
    }
}
