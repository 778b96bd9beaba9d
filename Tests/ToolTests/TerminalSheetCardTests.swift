import PaymentRequest
import PaymentSheet
import SheetView
import SheetWording
import Testing
import Wallet

@testable import TerminalSheet

private typealias Fixtures = TerminalSheetFixtures

@Suite("Cards at the sheet")
struct TerminalSheetCardTests {
    @Test func `are chosen, and the app is told only their type`() throws {
        var sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .english)
        let inputs = screen.inputs([.character("1"), .down, .enter], before: sheet)
        #expect(inputs.map(\.event) == [.choseCard(Fixtures.unionPay)])
        #expect(inputs.first?.step(before: sheet) == .chooseCard("银联 0005"))
        let actions = inputs.flatMap { sheet.handle($0.event) }
        guard case .ask(_, .paymentMethod(let method)) = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(method == PaymentMethod(type: .credit))
    }

    @Test func `that cannot pay here are seen, with the reason, and cannot be taken`() throws {
        let sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .english)
        let keys: [Key] = [.character("1"), .down, .down, .down, .end, .character("3")]
        #expect(screen.inputs(keys, before: sheet) == [])
        #expect(screen.mode == .choosing(.card, at: 1))
        let lines = screen.lines(of: sheet, choosingFrom: Fixtures.choices, width: 60, height: 24)
        let place = try #require(lines.firstIndex { $0.text.contains("– JCB 0000") })
        #expect(lines[place].text.contains("Credit card"))
        #expect(lines[place].styled.contains("\u{1b}[2m    – JCB"))
        #expect(lines[place + 1].text.contains("Network not accepted here"))
    }

    @Test func `show a distinct reason in every language`() {
        for language in Language.allCases {
            let texts = Set(CardObstacle.allCases.map { $0.text[language] })
            #expect(texts.count == CardObstacle.allCases.count)
            // Below a card in the narrowest window.
            #expect(texts.allSatisfy { CellWidth.of($0) <= 30 })
        }
    }

    private static let steps: [(PaymentSheet.Event, ScriptedShopper.Step?)] = [
        (.choseShippingContact(Fixtures.ann), .chooseShippingContact(Fixtures.ann)),
        (.choseBillingContact(Fixtures.ann), .chooseBillingContact(Fixtures.ann)),
        (.choseShippingMethod(identifier: "sf"), .chooseShippingMethod("sf")),
        (.choseCard(Fixtures.visa), .chooseCard("Visa 1111")),
        (.enteredCouponCode("a"), .enterCouponCode("a")), (.enteredPIN, .enterPIN),
        (.cancelled, .cancel), (.presented, nil), (.dismissed, nil),
    ]

    @Test func `and all other events are recorded as steps of a script`() throws {
        var sheet = try Fixtures.sheet()
        for (event, step) in Self.steps {
            #expect(SheetInput(event).step(before: sheet) == step)
        }
        _ = sheet.handle(.choseShippingMethod(identifier: "sf"))
        #expect(SheetInput(.cancelled).step(before: sheet) == .cancelAtOnce)
        let total = sheet.request.total
        #expect(SheetInput(.authorized(total: total)).step(before: sheet) == .authorize)
    }
}
