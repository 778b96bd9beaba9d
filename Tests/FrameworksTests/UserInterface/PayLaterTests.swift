import PassKit
import Testing

@MainActor
@Suite("Paying later")
struct PayLaterTests {
    @Test func `has ended, and an app is told so`() async {
        #expect(await !PKPayLater.validate(amount: 29.27, currency: .init("USD")))
    }

    @Test func `has a view of size zero`() {
        let view = PKPayLaterView(amount: 29.27, currency: .init("USD"))
        view.displayStyle = .badge
        view.action = .calculator
        #expect(view.amount == 29.27)
        #expect(view.intrinsicContentSize == .zero)
        #expect(view.displayStyle == .badge && view.action == .calculator)
    }

    final class Listener: NSObject, PKPayLaterViewDelegate {
        @MainActor var heights = 0

        func payLaterViewDidUpdateHeight(_ view: PKPayLaterView) { heights += 1 }
    }

    @Test func `has a view whose height never changes`() {
        let view = PKPayLaterView(amount: 29.27, currency: .init("USD"))
        let listener = Listener()
        #expect(view.currency.identifier.uppercased() == "USD" && view.delegate == nil)
        view.delegate = listener
        #expect(view.delegate === listener)
        view.amount = 100
        view.currency = .init("EUR")
        view.displayStyle = .price
        #expect(view.currency.identifier.uppercased() == "EUR")
        #expect(listener.heights == 0)
    }
}
