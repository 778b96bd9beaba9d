import Money
import PaymentRequest
import PaymentSheet
import Testing

private typealias Fixtures = PaymentSheetFixtures

private let first = PaymentSheet.AskID(number: 1)
private let second = PaymentSheet.AskID(number: 2)
private let third = PaymentSheet.AskID(number: 3)
private let fourth = PaymentSheet.AskID(number: 4)
private let token = PaymentSheet.TokenID(number: 1)

@Suite("A payment sheet after a failure")
struct PaymentSheetTroubleTests {
    /// A sheet whose third question, about an authorization, waits for its answer.
    private func authorizing() throws -> PaymentSheet {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        sheet.authorizeAndMakeToken()
        #expect(sheet.outstanding == third)
        return sheet
    }

    @Test func `finishes at once when it is cancelled during a question`() throws {
        var sheet = try Fixtures.sheet()
        _ = sheet.handle(.presented)
        _ = sheet.handle(.choseCard(Fixtures.amex))
        #expect(
            sheet.handle(.cancelled)
                == [.stopWaiting(first), .finish(.notPaid(.cancelled))]
        )
        #expect(sheet.handle(.cancelled) == [])
        #expect(sheet.handle(.choseCard(Fixtures.amex)) == [])
        #expect(sheet.handle(.answerOverdue(first)) == [])
        #expect(
            sheet.handle(.updateAnswered(first, .unchanged))
                == [.report(.answeredAfterFinish(first, saidPaid: false))]
        )
        #expect(
            sheet.handle(.updateAnswered(first, .unchanged)) == [.report(.answeredTwice(first))]
        )
    }

    @Test func `reports a possible charge when it ends after passing a token`() throws {
        var sheet = try authorizing()
        #expect(
            sheet.handle(.cancelled)
                == [.stopWaiting(third), .finish(.unresolved(token, .cancelled))]
        )
        #expect(sheet.isChargePossible)
        #expect(
            sheet.handle(.authorizationAnswered(third, AuthorizationResult(.success)))
                == [.report(.answeredAfterFinish(third, saidPaid: true))]
        )
        #expect(sheet.outcome == .unresolved(token, .cancelled))
    }

    @Test func `ends when an answer takes too long`() throws {
        var sheet = try authorizing()
        #expect(
            sheet.handle(.answerOverdue(third))
                == [
                    .show(.notCompleted),
                    .finish(.unresolved(token, .answerOverdue(third))),
                ]
        )
        var early = try Fixtures.sheet()
        _ = early.handle(.presented)
        #expect(
            early.handle(.answerOverdue(first))
                == [.show(.notCompleted), .finish(.notPaid(.answerOverdue(first)))]
        )
    }

    @Test func `ignores a time limit that ends after the answer`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        #expect(sheet.handle(.answerOverdue(first)) == [])
        #expect(sheet.outcome == nil)
    }

    @Test func `reports a second answer and uses the first`() throws {
        var sheet = try authorizing()
        _ = sheet.handle(.authorizationAnswered(third, AuthorizationResult(.success)))
        #expect(
            sheet.handle(.authorizationAnswered(third, AuthorizationResult(.failure)))
                == [.report(.answeredTwice(third))]
        )
        #expect(sheet.outcome == .paid(token))
        var open = try Fixtures.sheet()
        open.settle()
        #expect(
            open.handle(.updateAnswered(second, RequestUpdate(shippingMethods: [])))
                == [.report(.answeredTwice(second))]
        )
        #expect(open.shippingMethod?.identifier == "standard")
    }

    @Test func `reports answers to no question and to another question`() throws {
        var sheet = try authorizing()
        #expect(
            sheet.handle(.updateAnswered(fourth, .unchanged)) == [.report(.neverAsked(fourth))]
        )
        #expect(
            sheet.handle(.updateAnswered(.init(number: 0), .unchanged))
                == [.report(.neverAsked(.init(number: 0)))]
        )
        #expect(
            sheet.handle(.updateAnswered(third, .unchanged))
                == [.report(.answerOfWrongKind(third))]
        )
        #expect(sheet.outstanding == third)
        var early = try Fixtures.sheet()
        _ = early.handle(.presented)
        #expect(
            early.handle(.authorizationAnswered(first, AuthorizationResult(.success)))
                == [.report(.answerOfWrongKind(first))]
        )
    }

    @Test func `lets the shopper try again after a failure, with a new token`() throws {
        var sheet = try authorizing()
        #expect(
            sheet.handle(.authorizationAnswered(third, AuthorizationResult(.failure)))
                == [.stopWaiting(third), .show(.failed)]
        )
        #expect(sheet.canAuthorize && !sheet.isChargePossible)
        sheet.authorizeAndMakeToken()
        let again = PaymentSheet.TokenID(number: 2)
        #expect(
            sheet.handle(.authorizationAnswered(fourth, AuthorizationResult(.success)))
                == [.stopWaiting(fourth), .show(.paid), .finish(.paid(again))]
        )
    }

    @Test func `accepts one authorization at a time`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        _ = sheet.handle(.choseCard(Fixtures.amex))
        let yes = PaymentSheet.Event.authorized(total: sheet.request.total)
        #expect(sheet.handle(yes) == [] && sheet.handle(yes) == [])
        _ = sheet.handle(.updateAnswered(third, .unchanged))
        #expect(sheet.handle(yes) == [])
        _ = sheet.handle(.tokenMade(token))
        #expect(sheet.handle(yes) == [])
        #expect(
            sheet.handle(.authorizationAnswered(fourth, AuthorizationResult(.failure)))
                == [.stopWaiting(fourth), .show(.failed)]
        )
        #expect(sheet.canAuthorize)
    }

    @Test func `ends unpaid when the shopper gives up after a failure`() throws {
        var sheet = try authorizing()
        _ = sheet.handle(.authorizationAnswered(third, AuthorizationResult(.failure)))
        #expect(sheet.handle(.cancelled) == [.finish(.notPaid(.cancelled))])
    }

    @Test func `waits until errors are corrected`() throws {
        var sheet = try authorizing()
        let error = PaymentError(.shippingContactInvalid(.field(.emailAddress)))
        let result = AuthorizationResult(.failure, errors: [error])
        #expect(
            sheet.handle(.authorizationAnswered(third, result))
                == [.stopWaiting(third), .show(.errors([error]))]
        )
        #expect(!sheet.canAuthorize)
        let refused = sheet.handle(.authorized(total: sheet.request.total))
        #expect(refused == [.show(.errors([error]))])
        var mended = Fixtures.john
        mended.emailAddress = "j.appleseed@example.com"
        _ = sheet.handle(.choseShippingContact(mended))
        _ = sheet.handle(.updateAnswered(fourth, .unchanged))
        #expect(sheet.canAuthorize && sheet.errors.isEmpty)
    }

    @Test func `accepts an address again when the merchant does`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        _ = sheet.handle(.choseShippingContact(Fixtures.london))
        let unserviceable = PaymentError(.shippingAddressUnserviceable)
        _ = sheet.handle(.updateAnswered(third, RequestUpdate(errors: [unserviceable])))
        #expect(sheet.errors == [unserviceable])
        _ = sheet.handle(.choseShippingContact(Fixtures.london))
        #expect(sheet.errors == [unserviceable])
        _ = sheet.handle(.updateAnswered(fourth, .unchanged))
        #expect(sheet.canAuthorize)
    }

    @Test func `treats an empty list of shipping methods as an address without delivery`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        _ = sheet.handle(.choseShippingContact(Fixtures.london))
        let unserviceable = PaymentError(.shippingAddressUnserviceable)
        #expect(
            sheet.handle(.updateAnswered(third, RequestUpdate(shippingMethods: [])))
                == [.stopWaiting(third), .show(.errors([unserviceable]))]
        )
        #expect(sheet.shippingMethod == nil && !sheet.canAuthorize)
    }

    @Test func `waits for another billing contact when the billing address is wrong`() throws {
        var sheet = try authorizing()
        let result = AuthorizationResult(.invalidBillingPostalAddress)
        _ = sheet.handle(.authorizationAnswered(third, result))
        #expect(!sheet.canAuthorize)
        #expect(sheet.handle(.choseBillingContact(Fixtures.london)) == [])
        #expect(sheet.canAuthorize)
    }

    @Test func `closes on an update that makes the request invalid`() throws {
        var sheet = try Fixtures.sheet()
        _ = sheet.handle(.presented)
        let update = RequestUpdate(paymentSummaryItems: Fixtures.items(total: "-1"))
        let actions = sheet.handle(.updateAnswered(first, update))
        guard case .report(.invalidUpdate(first, let invalid)) = actions.dropFirst().first else {
            Issue.record("\(actions)")
            return
        }
        #expect(invalid.violations == [.totalNegative])
        #expect(
            actions == [
                .stopWaiting(first), .report(.invalidUpdate(first, invalid)),
                .show(.notCompleted), .finish(.notPaid(.invalidUpdate(first))),
            ]
        )
    }

    @Test func `shows a failed update and continues`() throws {
        var sheet = try Fixtures.sheet()
        _ = sheet.handle(.presented)
        let actions = sheet.handle(.updateAnswered(first, RequestUpdate(status: .failure)))
        #expect(actions.prefix(2) == [.stopWaiting(first), .show(.failed)])
        #expect(sheet.outstanding == second)
    }

    @Test func `asks for the PIN and creates another token with it`() throws {
        var sheet = try authorizing()
        #expect(
            sheet.handle(.authorizationAnswered(third, AuthorizationResult(.pinRequired)))
                == [.stopWaiting(third), .show(.enterPIN(again: false))]
        )
        #expect(sheet.handle(.authorized(total: sheet.request.total)) == [])
        for case .makeToken(let order) in sheet.handle(.enteredPIN) {
            _ = sheet.handle(.tokenMade(order.id))
        }
        #expect(
            sheet.handle(.authorizationAnswered(fourth, AuthorizationResult(.pinIncorrect)))
                == [.stopWaiting(fourth), .show(.enterPIN(again: true))]
        )
        #expect(sheet.handle(.cancelled) == [.finish(.notPaid(.cancelled))])
        #expect(sheet.handle(.enteredPIN) == [])
    }

    @Test func `lets the shopper try again when there is no token`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        _ = sheet.handle(.authorized(total: sheet.request.total))
        #expect(sheet.handle(.tokenRefused(token)) == [.show(.failed)])
        #expect(sheet.canAuthorize)
        #expect(sheet.handle(.tokenMade(token)) == [.report(.tokenNotUsed(token))])
        #expect(!sheet.isChargePossible)
    }

    @Test func `does not pass a token that is created after the shopper cancelled`() throws {
        var sheet = try Fixtures.sheet()
        sheet.settle()
        _ = sheet.handle(.authorized(total: sheet.request.total))
        #expect(sheet.handle(.cancelled) == [.finish(.notPaid(.cancelled))])
        #expect(sheet.handle(.tokenMade(token)) == [.report(.tokenNotUsed(token))])
    }

    @Test func `reports events at the wrong time`() throws {
        var sheet = try Fixtures.sheet()
        #expect(sheet.handle(.choseCard(Fixtures.amex)) == [.report(.notPresented)])
        #expect(sheet.handle(.cancelled) == [.report(.notPresented)])
        sheet.settle()
        #expect(sheet.handle(.presented) == [.report(.presentedTwice)])
        #expect(sheet.handle(.enteredPIN) == [.report(.pinNotAskedFor)])
        #expect(sheet.handle(.enteredCouponCode("A")) == [.report(.couponCodeNotSupported)])
        let unknown = PaymentSheet.Event.choseShippingMethod(identifier: "pigeon")
        #expect(sheet.handle(unknown) == [.report(.unknownShippingMethod)])
        _ = sheet.handle(.choseCard(Fixtures.amex))
        for _ in 0..<PaymentSheet.waitingLimit {
            #expect(sheet.handle(.choseCard(Fixtures.visa)) == [])
        }
        let limit = PaymentSheet.Diagnostic.tooManyChoices(limit: PaymentSheet.waitingLimit)
        #expect(sheet.handle(.choseCard(Fixtures.visa)) == [.report(limit)])
        #expect(!limit.description.isEmpty)
    }
}
