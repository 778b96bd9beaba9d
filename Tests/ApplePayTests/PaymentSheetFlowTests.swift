import Money
import PaymentRequest
import PaymentSheet
import Testing

private typealias Fixtures = PaymentSheetFixtures

private let first = PaymentSheet.AskID(number: 1)
private let second = PaymentSheet.AskID(number: 2)
private let third = PaymentSheet.AskID(number: 3)

@Suite("A payment sheet")
struct PaymentSheetFlowTests {
    @Test func `asks one question at a time from presentation to payment`() throws {
        var sheet = try Fixtures.sheet()
        #expect(
            sheet.handle(.presented)
                == PaymentSheet.asking(1, .paymentMethod(PaymentMethod(type: .debit)))
        )
        #expect(sheet.shippingMethod?.identifier == "standard")
        #expect(
            sheet.handle(.updateAnswered(first, .unchanged))
                == [.stopWaiting(first)]
                + PaymentSheet.asking(2, .shippingContact(Fixtures.john.redacted))
        )
        #expect(sheet.handle(.updateAnswered(second, .unchanged)) == [.stopWaiting(second)])
        #expect(sheet.canAuthorize)
        let actions = sheet.handle(.authorized(total: sheet.request.total))
        guard case .makeToken(let order) = actions.last else { throw Unexpected(actions) }
        #expect(actions == [.announceAuthorization, .show(.processing), .makeToken(order)])
        #expect(order.total == Money(minorUnits: 1075, currency: .usd))
        #expect(
            order.card == Fixtures.visa.id && order.merchantIdentifier == "merchant.com.example"
        )
        #expect(order.applicationData == Array("buyID=12345".utf8) && order.countryCode == "US")
        let handing = sheet.handle(.tokenMade(order.id))
        guard case .ask(third, .authorization(let payment)) = handing.first else {
            throw Unexpected(handing)
        }
        #expect(handing == PaymentSheet.asking(3, .authorization(payment)))
        // The card's own contact was not requested.
        var method = Fixtures.visa.method
        method.billingContact = nil
        #expect(payment.token == order.id && payment.method == method)
        #expect(sheet.isChargePossible)
        #expect(
            sheet.handle(.authorizationAnswered(third, AuthorizationResult(.success)))
                == [.stopWaiting(third), .show(.paid), .finish(.paid(order.id))]
        )
        #expect(!sheet.isChargePossible && sheet.outcome == .paid(order.id))
    }

    @Test func `passes the full contact with the requested fields only`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        let payment = try payment(of: &sheet)
        #expect(payment.shippingContact?.postalAddress == Fixtures.john.postalAddress)
        #expect(payment.shippingContact?.name == Fixtures.john.name)
        #expect(payment.shippingContact?.emailAddress == "john@example.com")
        #expect(payment.shippingContact?.phoneNumber == nil)
        #expect(payment.billingContact == nil)
        #expect(payment.shippingMethod?.identifier == "standard")
    }

    @Test func `asks about a contact at presentation only if an address is requested`() throws {
        var request = Fixtures.shipped
        request.requiredShippingContactFields = [.emailAddress]
        request.shippingMethods = nil
        var sheet = try Fixtures.sheet(request)
        sheet.settle()
        #expect(sheet.handle(.choseShippingContact(Fixtures.london)) == [])
        let payment = try payment(of: &sheet)
        #expect(payment.shippingContact == Contact(emailAddress: "ann@example.com"))
        #expect(payment.shippingMethod == nil)
    }

    @Test func `asks for what is missing before anything else`() throws {
        var sheet = try Fixtures.sheet(shippingContact: nil)
        sheet.settle()
        #expect(sheet.missingShippingFields == [.postalAddress, .emailAddress])
        #expect(!sheet.canAuthorize)
        #expect(
            sheet.handle(.authorized(total: sheet.request.total))
                == [.show(.missing(shipping: [.postalAddress, .emailAddress], billing: []))]
        )
    }

    @Test func `completes the request's contact with the shopper's`() throws {
        var request = Fixtures.shipped
        request.shippingContact = Contact(emailAddress: "gift@example.com")
        let sheet = try Fixtures.sheet(request)
        #expect(sheet.shippingContact?.emailAddress == "gift@example.com")
        #expect(sheet.shippingContact?.postalAddress == Fixtures.john.postalAddress)
        #expect(sheet.shippingContact?.name == Fixtures.john.name)
    }

    @Test func `keeps the store's address for pickup`() throws {
        var request = Fixtures.shipped
        request.shippingType = .storePickup
        request.shippingContactEditingMode = .storePickup
        request.shippingContact = Contact(postalAddress: Fixtures.london.postalAddress)
        var sheet = try Fixtures.sheet(request)
        sheet.settle()
        _ = sheet.handle(.choseShippingContact(Fixtures.john))
        #expect(sheet.shippingContact?.postalAddress == Fixtures.london.postalAddress)
        #expect(sheet.shippingContact?.emailAddress == Fixtures.john.emailAddress)
    }

    @Test func `charges exactly the total of the last update`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        let before = sheet.request.total
        let asking = sheet.handle(.choseShippingMethod(identifier: "next-day"))
        let chosen = try #require(sheet.shippingMethod)
        #expect(asking == PaymentSheet.asking(3, .shippingMethod(chosen)))
        // The shopper authorizes the old total while the new one is pending.
        #expect(sheet.handle(.authorized(total: before)) == [])
        let update = RequestUpdate(paymentSummaryItems: Fixtures.items(total: "20.74"))
        #expect(
            sheet.handle(.updateAnswered(third, update))
                == [.stopWaiting(third), .show(.totalChanged)]
        )
        let payment = try payment(of: &sheet)
        #expect(payment.total == Money(minorUnits: 2074, currency: .usd))
        #expect(payment.shippingMethod?.identifier == "next-day")
    }

    @Test func `queues choices during a question`() throws {
        var sheet = try Fixtures.sheet()
        _ = sheet.handle(.presented)
        #expect(sheet.handle(.choseCard(Fixtures.amex)) == [])
        #expect(sheet.handle(.choseShippingContact(Fixtures.london)) == [])
        #expect(sheet.card == Fixtures.visa)
        var asked: [PaymentSheet.Question] = []
        while let ask = sheet.outstanding {
            for case .ask(_, let question) in sheet.handle(.updateAnswered(ask, .unchanged)) {
                asked.append(question)
            }
        }
        #expect(
            asked == [
                .shippingContact(Fixtures.john.redacted),
                .paymentMethod(PaymentMethod(type: .credit)),
                .shippingContact(Fixtures.london.redacted),
            ]
        )
        #expect(sheet.card == Fixtures.amex)
    }

    @Test func `keeps the selected shipping method while its identifier remains`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        _ = sheet.handle(.choseShippingMethod(identifier: "next-day"))
        let dearer = Fixtures.method("Next Day Shipping", "19.99", "next-day")
        let update = RequestUpdate(shippingMethods: [Fixtures.standard, dearer])
        _ = sheet.handle(.updateAnswered(third, update))
        #expect(sheet.shippingMethod?.amount.minorUnits == 1999)
        _ = sheet.handle(.choseShippingContact(Fixtures.london))
        let fourth = PaymentSheet.AskID(number: 4)
        let fewer = RequestUpdate(shippingMethods: [Fixtures.standard])
        #expect(sheet.handle(.updateAnswered(fourth, fewer)) == [.stopWaiting(fourth)])
        #expect(sheet.shippingMethod?.identifier == "standard")
    }

    @Test func `shows a coupon's error and continues`() throws {
        var request = Fixtures.shipped
        request.supportsCouponCode = true
        request.couponCode = "SPRING"
        var sheet = try Fixtures.sheet(request)
        sheet.settle()
        #expect(sheet.couponCode == "SPRING")
        #expect(
            sheet.handle(.enteredCouponCode("SUMMER"))
                == PaymentSheet.asking(3, .couponCode("SUMMER"))
        )
        let error = PaymentError(.couponCodeExpired)
        #expect(
            sheet.handle(.updateAnswered(third, RequestUpdate(errors: [error])))
                == [.stopWaiting(third), .show(.errors([error]))]
        )
        #expect(sheet.canAuthorize && sheet.errors == [error])
    }

    private func payment(of sheet: inout PaymentSheet) throws -> PaymentSheet.Payment {
        for case .makeToken(let order) in sheet.handle(.authorized(total: sheet.request.total)) {
            for case .ask(_, .authorization(let payment)) in sheet.handle(.tokenMade(order.id)) {
                return payment
            }
        }
        throw Unexpected([])
    }

    struct Unexpected: Error {
        let actions: [PaymentSheet.Action]
        init(_ actions: [PaymentSheet.Action]) { self.actions = actions }
    }
}
