import PassKit
import Testing

@MainActor
@Suite("Paying later")
struct PayLaterTests {
    @Test func `is over, and an app that asks is told so`() async {
        #expect(await !PKPayLater.validate(amount: 29.27, currency: .init("USD")))
    }

    @Test func `has a view that takes no room`() {
        let view = PKPayLaterView(amount: 29.27, currency: .init("USD"))
        view.displayStyle = .badge
        view.action = .calculator
        #expect(view.amount == 29.27)
        #expect(view.intrinsicContentSize == .zero)
    }
}
