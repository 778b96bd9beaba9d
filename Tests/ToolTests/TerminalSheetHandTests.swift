import Money
import PaymentRequest
import PaymentSheet
import SheetWording
import Testing

@testable import TerminalSheet

private typealias Fixtures = TerminalSheetFixtures

@Suite("A shopper's keys at the sheet")
struct TerminalSheetHandTests {
    private static let total = Money(minorUnits: 1_075, currency: .usd)

    private static let inputs: [(keys: [Key], events: [PaymentSheet.Event])] = [
        // The double click that pays, and what is none.
        ([.character("p"), .character("p")], [.authorized(total: total)]),
        ([.character("з"), .enter], [.authorized(total: total)]),
        ([.enter, .enter], [.authorized(total: total)]),
        ([.character("p")], []), ([.character("p"), .escape], []),
        ([.character("p"), .character("x"), .character("p")], []),
        // Closing the sheet.
        ([.character("c")], [.cancelled]), ([.character("с")], [.cancelled]),
        ([.escape], [.cancelled]), ([.endOfInput], [.cancelled]),
        // Choosing by arrow keys and by numbers.
        ([.character("3"), .character("2")], [.choseShippingMethod(identifier: "next-day")]),
        ([.character("3"), .down, .enter], [.choseShippingMethod(identifier: "next-day")]),
        ([.character("3"), .down, .down, .up, .enter], [.choseShippingMethod(identifier: "sf")]),
        ([.character("3"), .escape], []), ([.character("3"), .left, .escape], [.cancelled]),
        ([.character("1"), .character("2")], [.choseCard(Fixtures.unionPay)]),
        ([.up, .up, .enter, .character("2")], [.choseBillingContact(Fixtures.zhangSan)]),
        ([.character("3"), .character("9")], []), ([.character("9")], []),
        ([.character("0")], []),
        // Typing a coupon code, with letters that are commands elsewhere.
        (
            [.character("6"), .character("p"), .character("c"), .character("码"), .enter],
            [.enteredCouponCode("pc码")]
        ),
        ([.character("6"), .character("a"), .backspace, .enter], [.enteredCouponCode("")]),
        ([.character("6"), .character("a"), .escape], []),
        (
            [.character("6")] + .writing("PRING") + [.home, .paste(" S\r\n"), .enter],
            [.enteredCouponCode("S  PRING")]
        ),
        // What is pasted writes, and commands nothing.
        ([.paste("pp")], []), ([.character("p"), .paste("p")], []),
        // The arrow keys stop at both ends.
        ([.home, .up, .enter, .end, .down, .enter], [.choseCard(Fixtures.unionPay)]),
        ([.backTab, .backTab, .enter, .character("1")], [.choseBillingContact(Fixtures.ann)]),
    ]

    @Test(arguments: inputs)
    func `does what the hints say`(keys: [Key], events: [PaymentSheet.Event]) throws {
        var screen = SheetScreen(language: .english)
        #expect(screen.type(keys, before: try Fixtures.sheet()) == events)
    }

    @Test func `choose an address and keep e-mail and telephone`() throws {
        var screen = SheetScreen(language: .english)
        var chosen = Fixtures.zhangSan
        chosen.emailAddress = Fixtures.ann.emailAddress
        chosen.phoneNumber = Fixtures.ann.phoneNumber
        let events = screen.type([.character("2"), .character("2")], before: try Fixtures.sheet())
        #expect(events == [.choseShippingContact(chosen)])
    }

    @Test func `choose e-mail and telephone and keep the address`() throws {
        var screen = SheetScreen(language: .english)
        var chosen = Fixtures.ann
        chosen.emailAddress = Fixtures.zhangSan.emailAddress
        chosen.phoneNumber = nil
        let events = screen.type([.character("4"), .character("2")], before: try Fixtures.sheet())
        #expect(events == [.choseShippingContact(chosen)])
    }

    @Test func `cannot change the address of a store`() throws {
        var request = Fixtures.request
        request.shippingContactEditingMode = .storePickup
        let sheet = try Fixtures.sheet(request)
        var screen = SheetScreen(language: .english)
        let keys: [Key] = [
            .character("2"), .character("x"), .backspace, .clear, .down, .paste("x"),
        ]
        #expect(screen.type(keys + [.enter], before: sheet) == [])
        #expect(screen.mode == .browsing)
        #expect(screen.type([.character("e")], before: sheet) == [])
        let text = screen.text(of: sheet)
        #expect(text.contains { $0.contains("This address cannot be changed") })
        #expect(text.contains { $0.contains("Street             1 Long Acre") })
        #expect(!text.contains { $0.contains("Enter") || $0.contains("Last name") })
        #expect(
            screen.lines(of: sheet, choosingFrom: Fixtures.choices, width: 80, height: 24)
                .allSatisfy { $0.cursor == nil }
        )
        #expect(screen.type([.escape], before: sheet) == [] && screen.mode == .browsing)
    }

    @Test func `is shown at once what prevents the payment`() throws {
        var sheet = try Fixtures.sheet(contact: nil)
        var screen = SheetScreen(language: .english)
        let events = screen.type([.character("p")], before: sheet)
        #expect(events == [.authorized(total: Self.total)])
        for event in events {
            for case .show(let display) in sheet.handle(event) { screen.show(display, of: sheet) }
        }
        let text = screen.text(of: sheet)
        #expect(text.contains { $0.contains("Add a shipping address  ") && $0.contains("(2 more") })
    }

    @Test func `do not pay a total that changed between two clicks`() throws {
        var sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .english)
        _ = screen.type([.character("p")], before: sheet)
        _ = sheet.handle(.choseShippingMethod(identifier: "next-day"))
        let dearer = [Fixtures.item("My Company Name", "20.74")]
        sheet.settle(with: RequestUpdate(paymentSummaryItems: dearer))
        screen.show(nil, of: sheet)
        #expect(screen.mode == .browsing)
        #expect(screen.text(of: sheet).contains { $0.contains("The total has changed.") })
        #expect(
            screen.type([.character("p"), .character("p")], before: sheet) == [
                .authorized(total: Money(minorUnits: 2_074, currency: .usd))
            ]
        )
    }

    @Test func `enter a PIN that is not shown and not stored`() throws {
        let sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .chinese)
        screen.show(.enterPIN(again: true), of: sheet)
        let early = screen.type("12p3".map { .character($0) } + [.enter], before: sheet)
        #expect(early == [], "three digits are no PIN")
        #expect(screen.type([.character("4"), .backspace, .character("4")], before: sheet) == [])
        let text = screen.text(of: sheet).joined(separator: "\n")
        #expect(text.contains("密码错误，请重新输入。") && text.contains("│ ****  "))
        #expect(!"\(screen)".contains("1234"))
        #expect(screen.type([.enter], before: sheet) == [.enteredPIN])
        #expect(screen.mode == .processing)
    }

    @Test func `can only close the sheet while it pays`() throws {
        let sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .english)
        screen.show(.processing, of: sheet)
        let keys: [Key] = [.character("p"), .enter, .character("1"), .down, .character("c")]
        #expect(screen.type(keys, before: sheet) == [.cancelled])
        screen.show(.paid, of: sheet)
        #expect(screen.type(keys + [.endOfInput, .escape], before: sheet) == [])
        #expect(screen.text(of: sheet).contains { $0.contains("│   Paid ") })
    }

    @Test func `lose a choice that the merchant removed`() throws {
        var sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .english)
        _ = screen.type([.character("3"), .down], before: sheet)
        _ = sheet.handle(.choseCard(Fixtures.unionPay))
        _ = sheet.handle(.choseShippingMethod(identifier: "sf"))
        sheet.settle(with: RequestUpdate(shippingMethods: []))
        screen.show(nil, of: sheet)
        #expect(screen.mode == .browsing)
        #expect(screen.text(of: sheet).contains { $0.contains("None available") })
    }
}
