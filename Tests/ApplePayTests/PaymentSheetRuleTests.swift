import Money
import PaymentRequest
import PaymentSheet
import Testing

private typealias Fixtures = PaymentSheetFixtures

private let first = PaymentSheet.AskID(number: 1)
private let second = PaymentSheet.AskID(number: 2)
private let third = PaymentSheet.AskID(number: 3)
private let fourth = PaymentSheet.AskID(number: 4)

@Suite("A merchant session")
struct PaymentSheetSessionTests {
    private func presented() throws -> PaymentSheet {
        var sheet = PaymentSheet(
            request: try Fixtures.shipped.validated(),
            shopper: .init(card: Fixtures.visa, shippingContact: Fixtures.john),
            asksForMerchantSession: true
        )
        #expect(sheet.handle(.presented) == PaymentSheet.asking(1, .merchantSession))
        return sheet
    }

    @Test
    func `is requested before anything else, and only the status of the answer is used`()
        throws
    {
        var sheet = try presented()
        let update = RequestUpdate(paymentSummaryItems: Fixtures.items(total: "1"))
        #expect(
            sheet.handle(.updateAnswered(first, update))
                == [.stopWaiting(first)]
                + PaymentSheet.asking(2, .paymentMethod(PaymentMethod(type: .debit)))
        )
        #expect(sheet.request.total.minorUnits == 1075)
    }

    @Test(
        arguments: [
            RequestUpdate(status: .failure), RequestUpdate(status: .pinLockout),
            RequestUpdate(errors: [PaymentError(.unknown)]),
        ]
    )
    func `is required, or the sheet ends unpaid`(update: RequestUpdate) throws {
        var sheet = try presented()
        #expect(
            sheet.handle(.updateAnswered(first, update))
                == [
                    .stopWaiting(first), .show(.notCompleted),
                    .finish(.notPaid(.merchantSessionRefused(first))),
                ]
        )
        #expect(
            sheet.handle(.updateAnswered(first, .unchanged)) == [.report(.answeredTwice(first))]
        )
    }

    @Test func `has the same time limit as other answers`() throws {
        var sheet = try presented()
        #expect(
            sheet.handle(.authorizationAnswered(first, AuthorizationResult(.success)))
                == [.report(.answerOfWrongKind(first))]
        )
        #expect(
            sheet.handle(.answerOverdue(first))
                == [.show(.notCompleted), .finish(.notPaid(.answerOverdue(first)))]
        )
    }
}

@Suite("The end of a payment sheet")
struct PaymentSheetEndTests {
    private static let token = PaymentSheet.TokenID(number: 1)

    private func authorizing() throws -> PaymentSheet {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        sheet.authorizeAndMakeToken()
        #expect(sheet.waitsFor == .answer(third) && sheet.isChargePossible)
        return sheet
    }

    /// Every way in which a sheet can end while a merchant has a token (mission 10.5).
    @Test(
        arguments: [
            (PaymentSheet.Event.cancelled, PaymentSheet.Ending.cancelled),
            (.dismissed, .cancelled), (.answerOverdue(third), .answerOverdue(third)),
        ]
    )
    func `always reports a possible charge`(
        event: PaymentSheet.Event,
        ending: PaymentSheet.Ending
    ) throws {
        var sheet = try authorizing()
        #expect(sheet.handle(event).last == .finish(.unresolved(Self.token, ending)))
        #expect(sheet.isChargePossible)
        #expect(
            sheet.handle(.authorizationAnswered(third, AuthorizationResult(.success)))
                == [.report(.answeredAfterFinish(third, saidPaid: true))]
        )
    }

    @Test func `is not caused by an invalid update while a merchant has a token`() throws {
        var sheet = try authorizing()
        let invalid = RequestUpdate(paymentSummaryItems: Fixtures.items(total: "-1"))
        #expect(
            sheet.handle(.updateAnswered(third, invalid)) == [.report(.answerOfWrongKind(third))]
        )
        #expect(sheet.outcome == nil && sheet.isChargePossible)
    }

    @Test func `happens once when the app dismisses the sheet, and not after the finish`() throws {
        var unseen = try Fixtures.sheet()
        #expect(unseen.handle(.dismissed) == [.finish(.notPaid(.cancelled))])
        #expect(unseen.handle(.presented) == [] && unseen.handle(.dismissed) == [])
        var sheet = try Fixtures.sheet()
        _ = sheet.handle(.presented)
        #expect(
            sheet.handle(.dismissed) == [.stopWaiting(first), .finish(.notPaid(.cancelled))]
        )
        #expect(sheet.handle(.dismissed) == [])
        var paid = try authorizing()
        _ = paid.handle(.authorizationAnswered(third, AuthorizationResult(.success)))
        #expect(paid.handle(.dismissed) == [] && paid.outcome == .paid(Self.token))
    }

    @Test func `follows from the time limit of a dropped answer, not from the drop`() throws {
        var sheet = try authorizing()
        #expect(sheet.handle(.answerLetGo(second)) == [])
        #expect(sheet.handle(.answerLetGo(third)) == [.report(.answerLetGo(third))])
        #expect(sheet.outstanding == third && sheet.outcome == nil)
        _ = sheet.handle(.answerOverdue(third))
        #expect(sheet.outcome == .unresolved(Self.token, .answerOverdue(third)))
        #expect(sheet.handle(.answerLetGo(third)) == [])
    }
}

@Suite("An idle payment sheet")
struct PaymentSheetRestTests {
    @Test func `waits only for the shopper`() throws {
        var sheet = try Fixtures.sheet()
        #expect(sheet.isAtRest && sheet.waitsFor == nil)
        _ = sheet.handle(.presented)
        #expect(!sheet.isAtRest && sheet.waitsFor == .answer(first))
        _ = sheet.handle(.updateAnswered(first, .unchanged))
        _ = sheet.handle(.updateAnswered(second, .unchanged))
        #expect(sheet.isAtRest && sheet.waitsFor == nil)
        _ = sheet.handle(.authorized(total: sheet.request.total))
        let token = PaymentSheet.TokenID(number: 1)
        #expect(!sheet.isAtRest && sheet.waitsFor == .token(token))
        _ = sheet.handle(.tokenMade(token))
        _ = sheet.handle(.authorizationAnswered(third, AuthorizationResult(.pinRequired)))
        #expect(!sheet.isAtRest && sheet.waitsFor == .pin)
        _ = sheet.handle(.cancelled)
        #expect(sheet.isAtRest)
    }
}

@Suite("A payment sheet after an answer")
struct PaymentSheetAnswerTests {
    @Test func `accepts no PIN for a locked card, but accepts another card`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        sheet.authorizeAndMakeToken()
        #expect(
            sheet.handle(.authorizationAnswered(third, AuthorizationResult(.pinLockout)))
                == [.stopWaiting(third), .show(.failed)]
        )
        #expect(sheet.isCardLockedOut && !sheet.canAuthorize)
        #expect(sheet.handle(.enteredPIN) == [.report(.pinNotAskedFor)])
        let yes = PaymentSheet.Event.authorized(total: sheet.request.total)
        #expect(sheet.handle(yes) == [.show(.failed)])
        for (card, isLockedOut) in [(Fixtures.amex, false), (Fixtures.visa, true)] {
            _ = sheet.handle(.choseCard(card))
            if let ask = sheet.outstanding { _ = sheet.handle(.updateAnswered(ask, .unchanged)) }
            #expect(sheet.isCardLockedOut == isLockedOut && sheet.canAuthorize != isLockedOut)
        }
    }

    @Test func `shows the billing address in the first question only`() throws {
        var request = PaymentRequestVector.base
        request.requiredBillingContactFields = [.postalAddress]
        var sheet = try Fixtures.sheet(request)
        let seen = Fixtures.visa.method.redacted(for: request)
        #expect(seen.billingContact?.postalAddress?.city == "Atlanta")
        #expect(sheet.handle(.presented) == PaymentSheet.asking(1, .paymentMethod(seen)))
        _ = sheet.handle(.updateAnswered(first, .unchanged))
        #expect(
            sheet.handle(.choseCard(Fixtures.visa))
                == PaymentSheet.asking(2, .paymentMethod(PaymentMethod(type: .debit)))
        )
    }

    @Test func `treats an empty list of shipping methods as no delivery, after any question`()
        throws
    {
        var request = Fixtures.shipped
        request.supportsCouponCode = true
        var sheet = try Fixtures.sheet(request)
        sheet.settle()
        _ = sheet.handle(.enteredCouponCode("SPRING"))
        let unserviceable = PaymentError(.shippingAddressUnserviceable)
        #expect(
            sheet.handle(.updateAnswered(third, RequestUpdate(shippingMethods: [])))
                == [.stopWaiting(third), .show(.errors([unserviceable]))]
        )
        #expect(sheet.errors == [unserviceable] && !sheet.canAuthorize)
        // Another address does not restore the methods; only the merchant's update does.
        _ = sheet.handle(.choseShippingContact(Fixtures.london))
        _ = sheet.handle(.updateAnswered(fourth, .unchanged))
        #expect(sheet.errors == [unserviceable])
        _ = sheet.handle(.choseShippingContact(Fixtures.john))
        let fifth = PaymentSheet.AskID(number: 5)
        let update = RequestUpdate(shippingMethods: [Fixtures.nextDay])
        _ = sheet.handle(.updateAnswered(fifth, update))
        #expect(sheet.canAuthorize && sheet.shippingMethod?.identifier == "next-day")
    }

    @Test func `needs no shipping method when the request has none`() throws {
        var request = Fixtures.shipped
        request.shippingMethods = nil
        var sheet = try Fixtures.sheet(request)
        _ = sheet.handle(.presented)
        _ = sheet.handle(.updateAnswered(first, RequestUpdate(shippingMethods: [])))
        _ = sheet.handle(.updateAnswered(second, RequestUpdate(shippingMethods: [])))
        #expect(sheet.canAuthorize && sheet.errors.isEmpty)
    }

    @Test func `applies changed typed payments, and closes when their agreement changes`() throws {
        var request = Fixtures.shipped
        request.recurringPayment = PaymentRequestTypedTests.subscription
        var sheet = try Fixtures.sheet(request)
        _ = sheet.handle(.presented)
        var update = RequestUpdate()
        update.recurringPayment = PaymentRequestTypedTests.subscription
        update.recurringPayment?.paymentDescription = "Two boxes a month"
        _ = sheet.handle(.updateAnswered(first, update))
        #expect(sheet.request.request.recurringPayment == update.recurringPayment)
        update.recurringPayment?.billingAgreement = "You pay every week."
        let actions = sheet.handle(.updateAnswered(second, update))
        #expect(actions.last == .finish(.notPaid(.invalidUpdate(second))))
    }

    @Test func `keeps the store's address read-only after any answer`() throws {
        var request = Fixtures.shipped
        request.shippingType = .storePickup
        request.shippingContactEditingMode = .storePickup
        request.shippingContact = Contact(postalAddress: Fixtures.london.postalAddress)
        var sheet = try Fixtures.sheet(request)
        sheet.settle()
        let error = PaymentError(.shippingContactInvalid(.field(.postalAddress)))
        _ = sheet.handle(.choseShippingContact(Fixtures.john))
        _ = sheet.handle(.updateAnswered(third, RequestUpdate(errors: [error])))
        _ = sheet.handle(.choseShippingContact(Fixtures.john))
        #expect(sheet.shippingContact?.postalAddress == Fixtures.london.postalAddress)
        #expect(sheet.request.request.shippingContactEditingMode == .storePickup)
    }
}
