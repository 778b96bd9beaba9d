import Money
import PaymentRequest
import PaymentSheet

/// Contacts, cards and requests for the sheet's tests.
enum PaymentSheetFixtures {
    static let john = Contact(
        name: PersonName(givenName: "John", familyName: "Appleseed"),
        postalAddress: PostalAddress(
            street: "1234 Laurel Street",
            city: "Atlanta",
            state: "GA",
            postalCode: "30303-1234",
            country: "United States",
            isoCountryCode: "US"
        ),
        emailAddress: "john@example.com",
        phoneNumber: "555-0100"
    )

    static let london = Contact(
        name: PersonName(givenName: "Ann", familyName: "Droid"),
        postalAddress: PostalAddress(
            street: "1 Long Acre",
            city: "London",
            postalCode: "WC2H 9BH",
            isoCountryCode: "GB"
        ),
        emailAddress: "ann@example.com",
        phoneNumber: "555-0101"
    )

    static let visa = PaymentSheet.Card(
        id: .init(rawValue: "card-1"),
        method: PaymentMethod(
            displayName: "Visa 1233",
            network: .visa,
            type: .debit,
            billingContact: john
        )
    )

    static let amex = PaymentSheet.Card(
        id: .init(rawValue: "card-2"),
        method: PaymentMethod(displayName: "AmEx 9876", network: .amex, type: .credit)
    )

    static let standard = method("Standard Shipping", "0.00", "standard")
    static let nextDay = method("Next Day Shipping", "9.99", "next-day")

    static func method(_ label: String, _ amount: String, _ identifier: String) -> ShippingMethod {
        ShippingMethod(
            label: label,
            amount: UncheckedAmount(text: amount),
            identifier: identifier
        )
    }

    static func items(total: String) -> [SummaryItem] {
        [SummaryItem(label: "My Company Name", amount: UncheckedAmount(text: total))]
    }

    /// Golden example A, with shipping.
    static var shipped: PaymentRequest {
        var request = PaymentRequestVector.base
        request.requiredShippingContactFields = [.postalAddress, .emailAddress]
        request.shippingMethods = [standard, nextDay]
        request.applicationData = Array("buyID=12345".utf8)
        return request
    }

    static func sheet(
        _ request: PaymentRequest = shipped,
        shippingContact: Contact? = john
    ) throws(InvalidPaymentRequest) -> PaymentSheet {
        PaymentSheet(
            request: try request.validated(),
            shopper: .init(card: visa, shippingContact: shippingContact, billingContact: john)
        )
    }
}

extension PaymentSheet {
    /// Presents the sheet and answers its first questions.
    mutating func settle() {
        _ = handle(.presented)
        while let ask = outstanding { _ = handle(.updateAnswered(ask, .unchanged)) }
    }

    /// Authorizes the total and creates the token.
    mutating func authorizeAndMakeToken() {
        for case .makeToken(let order) in handle(.authorized(total: request.total)) {
            _ = handle(.tokenMade(order.id))
        }
    }

    /// The actions for a question: the question and its time limit.
    static func asking(_ number: Int, _ question: Question) -> [Action] {
        let ask = AskID(number: number)
        return [.ask(ask, question), .startWaiting(ask, for: .seconds(30))]
    }
}
