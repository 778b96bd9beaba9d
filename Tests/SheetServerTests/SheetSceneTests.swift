import PaymentRequest
import PaymentSheet
import SheetView
import Testing
import Wallet

@testable import SheetServer

private typealias Fixtures = SceneFixtures

/// The shopper's steps at a sheet, without a server.
@Suite("A step at the sheet")
struct SheetSceneTests {
    private static let steps: [(step: SheetStep, event: PaymentSheet.Event)] = [
        (.cancel, .cancelled),
        (.choose(row: .card, place: 1), .choseCard(Fixtures.unionPay)),
        (
            .choose(row: .shippingMethod, place: 1), .choseShippingMethod(identifier: "next-day")
        ),
        (.choose(row: .billingContact, place: 1), .choseBillingContact(Fixtures.zhangSan)),
        (.code(" pc码\u{1b} "), .enteredCouponCode("pc码")), (.code(""), .enteredCouponCode("")),
    ]

    @Test(arguments: steps)
    func `is an event for the sheet`(step: SheetStep, event: PaymentSheet.Event) throws {
        var scene = SheetScene(language: .english)
        #expect(try scene.take(step, before: Fixtures.sheet())?.event == event)
    }

    private static let refused: [SheetStep] = [
        .choose(row: .card, place: 2), .choose(row: .card, place: -1),
        .choose(row: .shippingMethod, place: 2), .choose(row: .couponCode, place: 0),
        .write(row: .card, place: .selected, fields: [:]), .pin(digits: 4),
        .authorize(total: "a"),
    ]

    @Test(arguments: refused)
    func `is refused where there is nothing to do`(step: SheetStep) throws {
        var scene = SheetScene(language: .english)
        let sheet = try Fixtures.sheet()
        #expect(throws: StepRefusal.self) { try scene.take(step, before: sheet) }
    }

    @Test func `chooses an address and keeps e-mail and telephone`() throws {
        var scene = SheetScene(language: .english)
        var chosen = Fixtures.zhangSan
        chosen.emailAddress = Fixtures.ann.emailAddress
        chosen.phoneNumber = Fixtures.ann.phoneNumber
        let step = SheetStep.choose(row: .shippingContact, place: 1)
        let input = try scene.take(step, before: Fixtures.sheet())
        #expect(input?.event == .choseShippingContact(chosen))
    }

    @Test func `chooses e-mail and telephone and keeps the address`() throws {
        var scene = SheetScene(language: .english)
        var chosen = Fixtures.ann
        chosen.emailAddress = Fixtures.zhangSan.emailAddress
        chosen.phoneNumber = nil
        let step = SheetStep.choose(row: .contact, place: 1)
        let input = try scene.take(step, before: Fixtures.sheet())
        #expect(input?.event == .choseShippingContact(chosen))
    }

    @Test func `does not change the address of a store`() throws {
        var request = Fixtures.request
        request.shippingContactEditingMode = .storePickup
        let sheet = try Fixtures.sheet(request)
        var scene = SheetScene(language: .english)
        for place: FormPlace in [.listed(0), .selected, .new] {
            let step = SheetStep.write(
                row: .shippingContact,
                place: place,
                fields: ["street": "2 Long Acre"]
            )
            #expect(throws: StepRefusal.self) { try scene.take(step, before: sheet) }
        }
        let row = try row("shippingContact", of: scene.view(of: sheet))
        #expect(row["open"] as? Bool == false)
        let form = try #require(row["form"] as? [String: Any])
        #expect(form["fixed"] as? Bool == true)
        let words = try #require((form["errors"] as? [String])?.first)
        #expect(words.contains("This address cannot be changed"))
        let fields = try #require(form["fields"] as? [[String: Any]])
        #expect(fields.contains { $0["text"] as? String == "1 Long Acre" })
        #expect(!fields.contains { $0["field"] as? String == "familyName" })
    }

    @Test func `chooses a card, and the app is told only its type`() throws {
        var sheet = try Fixtures.sheet()
        var scene = SheetScene(language: .english)
        let input = try #require(
            try scene.take(.choose(row: .card, place: 1), before: sheet)
        )
        #expect(input.event.step(before: sheet, isWritten: false) == .chooseCard("银联 0005"))
        guard case .ask(_, .paymentMethod(let method))? = sheet.handle(input.event).first else {
            Issue.record("the app is not asked")
            return
        }
        #expect(method == PaymentMethod(type: .credit))
    }

    @Test func `cannot take a card that cannot pay here, which is shown with the reason`() throws {
        let view = try SheetScene(language: .english).view(of: Fixtures.sheet())
        let cards = try #require(try row("card", of: view)["choices"] as? [[String: Any]])
        #expect(cards.map { $0["text"] as? String } == ["Visa 1111", "银联 0005", "JCB 0000"])
        #expect(cards[2]["amount"] as? String == "Credit card")
        #expect(cards[2]["obstacle"] as? String == "Network not accepted here")
        for language in Language.allCases {
            let texts = Set(CardObstacle.allCases.map { $0.text[language] })
            #expect(texts.count == CardObstacle.allCases.count)
        }
    }

    private static let scripted: [(PaymentSheet.Event, ScriptedShopper.Step?)] = [
        (.choseShippingContact(Fixtures.ann), .chooseShippingContact(Fixtures.ann)),
        (.choseBillingContact(Fixtures.ann), .chooseBillingContact(Fixtures.ann)),
        (.choseShippingMethod(identifier: "sf"), .chooseShippingMethod("sf")),
        (.choseCard(Fixtures.visa), .chooseCard("Visa 1111")),
        (.enteredCouponCode("a"), .enterCouponCode("a")), (.enteredPIN, .enterPIN),
        (.cancelled, .cancel), (.presented, nil), (.dismissed, nil),
    ]

    @Test func `is recorded as the step of a script`() throws {
        var sheet = try Fixtures.sheet()
        for (event, step) in Self.scripted {
            #expect(event.step(before: sheet, isWritten: false) == step)
        }
        _ = sheet.handle(.choseShippingMethod(identifier: "sf"))
        #expect(PaymentSheet.Event.cancelled.step(before: sheet, isWritten: false) == .cancelAtOnce)
        let paying = PaymentSheet.Event.authorized(total: sheet.request.total)
        #expect(paying.step(before: sheet, isWritten: false) == .authorize)
    }
}

/// The views that the page of a sheet gets.
@Suite("The view of a sheet")
struct SheetSceneViewTests {
    @Test func `shows no amount that is not known (mission 7.12)`() throws {
        var request = Fixtures.request
        request.paymentSummaryItems = [
            SummaryItem(label: "Fare", amount: UncheckedAmount(text: "0.00"), kind: .pending),
            Fixtures.item("Taxi", "0.00"),
        ]
        let view = try SheetScene(language: .chinese).view(of: Fixtures.sheet(request))
        let items = try #require(view["items"] as? [[String: Any]])
        let fare = try #require(items.first { $0["label"] as? String == "Fare" })
        #expect(fare["amount"] as? String == "待定")
        request.paymentSummaryItems[1].kind = .pending
        let pending = try SheetScene(language: .english).view(of: Fixtures.sheet(request))
        let total = try #require(pending["total"] as? [String: Any])
        #expect(total["amount"] as? String == "Pending")
    }

    @Test func `shows what is charged again, when, and on which terms`() throws {
        var request = Fixtures.request
        var payment = RecurringPayment(
            paymentDescription: "A box a month",
            regularBilling: SummaryItem(
                label: "Monthly",
                amount: UncheckedAmount(text: "9.99"),
                timing: .recurring(Recurrence(every: 1, .month))
            ),
            managementURL: "https://shop.example/manage"
        )
        payment.billingAgreement = "Cancel at any time."
        request.recurringPayment = payment
        let view = try SheetScene(language: .english).view(of: Fixtures.sheet(request))
        let agreement = try #require(view["agreement"] as? [String: Any])
        #expect(agreement["description"] as? String == "A box a month")
        let lines = try #require(agreement["lines"] as? [[String: Any]])
        #expect(lines.map { $0["label"] as? String } == ["Monthly"])
        #expect(lines.map { $0["amount"] as? String } == ["$9.99"])
        #expect(lines.map { $0["details"] as? [String] } == [["every month"]])
        #expect(view["terms"] as? [String] == ["Cancel at any time."])
    }

    @Test func `has an error at its row, and another where no row is`() throws {
        var sheet = try Fixtures.sheet()
        var scene = SheetScene(language: .english)
        let errors = [
            PaymentError(.shippingContactInvalid(.addressPart(.postalCode))),
            PaymentError(
                .shippingContactInvalid(.field(.emailAddress)),
                message: "No such \u{1b}[5mbox \u{202e}"
            ),
            PaymentError(.billingContactInvalid(.anywhere)), PaymentError(.couponCodeExpired),
            PaymentError(.unknown),
        ]
        _ = sheet.handle(.choseShippingMethod(identifier: "next-day"))
        sheet.settle(with: RequestUpdate(errors: errors))
        scene.show(.errors(errors))
        let view = try scene.view(of: sheet)
        func texts(_ name: String) throws -> [String] {
            try #require(try row(name, of: view)["errors"] as? [String])
        }
        #expect(try texts("shippingContact") == ["Check the postal code in the shipping address."])
        #expect(try texts("contact") == ["No such \u{fffd}[5mbox \u{fffd}"])
        #expect(try texts("billingContact") == ["Check the payer’s details."])
        #expect(try texts("couponCode") == ["This coupon code has expired."])
        let messages = try #require(view["messages"] as? [String])
        #expect(messages.contains("Something went wrong. Try again."))
    }

    @Test func `asks in each row for its missing fields`() throws {
        let view = try SheetScene(language: .english).view(of: Fixtures.sheet(contact: nil))
        func value(_ name: String) throws -> String? {
            try row(name, of: view)["value"] as? String
        }
        #expect(try value("shippingContact") == "Add a shipping address")
        #expect(try value("contact") == "Add an email address")
        #expect(try value("billingContact") == "Add a billing address")
    }

    @Test func `processes no payment any more once it has an outcome`() throws {
        var sheet = try Fixtures.sheet()
        var scene = SheetScene(language: .english)
        let actions = sheet.handle(.authorized(total: sheet.request.total))
        guard case .makeToken(let order) = actions.last else {
            Issue.record("no token is made")
            return
        }
        scene.show(.processing)
        #expect(try scene.view(of: sheet)["messages"] as? [String] == ["Processing payment…"])
        _ = sheet.handle(.tokenMade(order.id))
        let ask = try #require(sheet.outstanding)
        _ = sheet.handle(.authorizationAnswered(ask, AuthorizationResult(.success)))
        let view = try scene.view(of: sheet)
        #expect(view["state"] as? String == "paid")
        #expect(view["messages"] as? [String] == [])
    }
}
