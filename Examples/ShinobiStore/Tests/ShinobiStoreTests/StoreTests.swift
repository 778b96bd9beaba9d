import PassKit
import QuinceTesting
import Testing

@testable import ShinobiStore

@MainActor
@Suite("The Shinobi store")
struct StoreTests {
    static let phone = { try ApplePaySandbox(merchant: "merchant.com.shinobistore.appleplay") }

    let store = StoreViewController()

    init() {
        // On iOS the storyboard says where it leads.
        store.addSegue(withIdentifier: "purchaseConfirmed") { ReceiptViewController() }
        store.loadViewIfNeeded()
    }

    private var button: PKPaymentButton? {
        store.bottomToolbar.subviews.lazy.compactMap { $0 as? PKPaymentButton }.first
    }

    @Test func `shows one product, and a button in the middle of its toolbar (mission 5.4, 14.8)`()
        throws
    {
        #expect(store.titleLabel.text == "Shinobi Cuddly Toy")
        #expect(store.priceLabel.text == "$22.99")
        #expect(store.descriptionLabel.text?.isEmpty == false)
        let button = try #require(button)
        #expect(!button.translatesAutoresizingMaskIntoConstraints)
        let constraints = store.bottomToolbar.constraints
        #expect(constraints.map(\.firstAttribute) == [.centerX, .centerY])
        #expect(constraints.allSatisfy { $0.firstItem === button })
        #expect(constraints.allSatisfy { $0.secondItem === store.bottomToolbar })
    }

    @Test
    func `sells the toy, and shows a receipt with the payment's identifier (mission 7.20, 14.8)`()
        async throws
    {
        let phone = try Self.phone()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { button?.tap() }
        #expect(
            payment.calls == ["willAuthorizePayment", "didAuthorizePayment 29.27 USD", "didFinish"]
        )
        #expect(payment.amounts == ["29.27 USD"])
        #expect(payment.isPaid)
        #expect(payment.mistakes == [])
        let receipt = try #require(store.presentedViewController as? ReceiptViewController)
        let identifier = payment.payments.first?.token.transactionID.transactionIdentifier
        #expect(identifier != nil)
        #expect(receipt.transactionLabel.text == identifier)
    }

    @Test func `shows no receipt to who cancels, after a purchase either (mission 10.5)`()
        async throws
    {
        try await Self.phone().run(ScriptedShopper(.authorize)) { button?.tap() }
        store.dismiss(animated: false)
        let payment = try await Self.phone().run(ScriptedShopper(.cancel)) { button?.tap() }
        #expect(payment.calls == ["didFinish"])
        #expect(store.presentedViewController == nil)
    }

    @Test func `shows no receipt where the provider declines (mission 10.6)`() async throws {
        store.provider = { _, reply in reply(.failure) }
        let shopper = ScriptedShopper(.authorize, .cancel)
        let payment = try await Self.phone().run(shopper) { button?.tap() }
        #expect(!payment.isPaid)
        #expect(payment.calls.last == "didFinish")
        #expect(store.presentedViewController == nil)
    }

    @Test func `says so where there is no card for it (mission 4.2, 4.9)`() async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.shinobistore.appleplay",
            cards: [.chinaUnionPay]
        )
        try await phone.onDevice { button?.tap() }
        #expect(!store.errorLabel.isHidden)
        #expect(store.presentedViewController == nil)
    }
}
