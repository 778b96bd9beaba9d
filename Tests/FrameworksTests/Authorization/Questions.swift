import Money
import PaymentRequest
import PaymentSheet
import Testing

/// One of each question that a sheet asks, as the sheet itself would ask it.
struct Questions {
    let merchantSession = AppQuestion.merchantSession
    let couponCode = AppQuestion.couponCode("HALF")
    let paymentMethod: AppQuestion
    let shippingContact: AppQuestion
    let shippingMethod: AppQuestion
    let authorization: AppQuestion
    /// The names that must not reach an app before the shopper authorizes.
    static let contact = Contact(
        name: PersonName(givenName: "John", familyName: "Appleseed"),
        postalAddress: PostalAddress(
            street: "1234 Laurel Street",
            city: "Atlanta",
            state: "GA",
            postalCode: "30303-1234",
            country: "United States",
            isoCountryCode: "US"
        ),
        emailAddress: "john@example.com"
    )

    init() throws {
        let request = try Self.request.validated()
        let method = PaymentMethod(displayName: "Visa 1111", network: .visa, type: .credit)
        paymentMethod = .paymentMethod(method.redacted(for: request.request))
        shippingContact = .shippingContact(Self.contact.redacted)
        shippingMethod = .shippingMethod(try #require(request.shippingMethods.last))
        let payment = try Self.payment(for: request, with: method)
        authorization = .authorization(
            AuthorizedPayment(
                transactionIdentifier: "transaction",
                paymentData: Array(#"{"version":"EC_v1"}"#.utf8),
                details: payment
            )
        )
    }

    /// Every question, in the order in which a sheet could ask.
    var all: [AppQuestion] {
        [
            merchantSession, paymentMethod, shippingContact, shippingMethod, couponCode,
            authorization,
        ]
    }

    static var request: PaymentRequest {
        var request = PaymentRequest(
            merchantIdentifier: "merchant.com.example",
            countryCode: "US",
            currencyCode: "USD",
            supportedNetworks: [.visa],
            merchantCapabilities: [.threeDSecure],
            paymentSummaryItems: [
                SummaryItem(label: "My Company Name", amount: UncheckedAmount(text: "10.75"))
            ]
        )
        request.requiredShippingContactFields = [.postalAddress]
        request.shippingMethods = ["standard", "express"].map {
            ShippingMethod(label: $0, amount: UncheckedAmount(text: "1.00"), identifier: $0)
        }
        return request
    }

    private static func payment(
        for request: ValidPaymentRequest,
        with method: PaymentMethod
    ) throws -> PaymentSheet.Payment {
        let card = PaymentSheet.Card(id: .init(rawValue: "card"), method: method)
        var sheet = PaymentSheet(
            request: request,
            shopper: .init(card: card, shippingContact: contact)
        )
        var actions = sheet.handle(.presented)
        while let action = actions.first {
            actions.removeFirst()
            switch action {
            case .ask(_, .authorization(let payment)): return payment
            case .ask(let ask, _): actions += sheet.handle(.updateAnswered(ask, .unchanged))
            case .makeToken(let order): actions += sheet.handle(.tokenMade(order.id))
            default: break
            }
            if sheet.canAuthorize {
                actions += sheet.handle(.authorized(total: request.total))
            }
        }
        throw PaymentError(.unknown)
    }
}
