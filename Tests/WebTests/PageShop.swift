import PaymentRequest
import PaymentSheet
import World

/// The texts of the pages and shoppers of the simulation.
enum PageShop {
    typealias Object = PageSimulation.Object

    static let cards = [
        PaymentSheet.Card(
            id: .init(rawValue: "card-1"),
            method: PaymentMethod(displayName: "Visa 1233", network: .visa, type: .debit)
        ),
        PaymentSheet.Card(
            id: .init(rawValue: "card-2"),
            method: PaymentMethod(displayName: "AmEx 9876", network: .amex, type: .credit)
        ),
    ]

    private static let contacts = [
        contact("John", "1234 Laurel Street", "Atlanta", "GA", "30303-1234", "US"),
        contact("Ann", "1 Long Acre", "London", "", "WC2H 9BH", "GB"),
        contact("Anne", "301 Front St W", "Toronto", "ON", "M5V 2J4", "CA"),
    ]

    private static func contact(
        _ name: String,
        _ street: String,
        _ city: String,
        _ state: String,
        _ postalCode: String,
        _ country: String
    ) -> Contact {
        Contact(
            name: PersonName(givenName: name, familyName: "Example"),
            postalAddress: PostalAddress(
                street: street,
                city: city,
                state: state,
                postalCode: postalCode,
                isoCountryCode: country
            ),
            emailAddress: "\(name.lowercased())@example.com",
            phoneNumber: "555-0100"
        )
    }

    static func contact(_ randomness: SeededRandomness) -> Contact {
        contacts[Int(randomness.number(below: 3))]
    }

    private static func method(_ identifier: String, _ amount: String) -> Object {
        ["label": "By \(identifier)", "detail": "Soon", "amount": amount, "identifier": identifier]
    }

    static func request(_ randomness: SeededRandomness) -> Object {
        var request: Object = [
            "countryCode": "US", "currencyCode": "USD", "supportedNetworks": ["visa", "amex"],
            "merchantCapabilities": ["supports3DS"],
            "total": ["label": "My Company Name", "amount": "10.75"],
            "lineItems": [
                ["label": "Toy", "amount": "12.75"], ["label": "Discount", "amount": "-2.00"],
            ],
            "supportsCouponCode": randomness.number(below: 2) == 0,
            "requiredShippingContactFields": ["postalAddress", "name", "email"],
        ]
        if randomness.number(below: 4) == 0 {
            request["requiredShippingContactFields"] = [] as [String]
        }
        if randomness.number(below: 3) == 0 {
            request["requiredBillingContactFields"] = ["postalAddress"]
        }
        if randomness.number(below: 4) > 0 {
            request["shippingMethods"] = [method("post", "0.00"), method("air", "9.99")]
        }
        return request
    }

    /// An update, most often a right one.
    static func update(_ randomness: SeededRandomness, isRight: Bool = false) -> Object {
        let amount = "\(10 + randomness.number(below: 89)).50"
        var update: Object = ["newTotal": ["label": "My Company Name", "amount": amount]]
        if randomness.number(below: 2) == 0 {
            update["newLineItems"] = [["label": "Toy", "amount": amount]]
        }
        if randomness.number(below: 4) == 0 {
            update["newShippingMethods"] = [method("air", "8.00")]
        }
        guard !isRight else { return update }
        switch randomness.number(below: 30) {
        case 0: update["newTotal"] = nil
        case 1: update["newTotal"] = ["label": "My Company Name", "amount": "-1"]
        case 2: update["newTotal"] = ["label": "My Company Name", "amount": "much"]
        case 3: update["newLineItems"] = [["label": "Toy", "amount": "much"]]
        case 4:
            update["newShippingMethods"] = [
                ["label": "By air", "amount": "1", "identifier": "air"]
            ]
        default: break
        }
        return update
    }

    static func error(_ randomness: SeededRandomness) -> Object {
        switch randomness.number(below: 4) {
        case 0: ["code": "unknown", "message": "Sorry"]
        case 1: ["code": "shippingContactInvalid", "contactField": "postalCode", "message": "No"]
        case 2: ["code": "addressUnserviceable", "message": "Too far"]
        default: ["code": "couponCodeInvalid", "message": "No such code"]
        }
    }

    /// The shopper's next choice.
    static func choice(_ randomness: SeededRandomness, of sheet: PaymentSheet) -> PaymentSheet.Event
    {
        switch randomness.number(below: 8) {
        case 0, 1: .choseShippingContact(contact(randomness))
        case 2: .choseBillingContact(contact(randomness))
        case 3: .choseShippingMethod(identifier: randomness.number(below: 2) == 0 ? "post" : "air")
        case 4, 5: .choseCard(cards[Int(randomness.number(below: 2))])
        case 6: .enteredCouponCode("SPRING")
        default: .authorized(total: sheet.request.total)
        }
    }
}
