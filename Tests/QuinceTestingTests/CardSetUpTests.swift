import PassKit
import QuinceTesting
import Testing

/// A shop's button, as the guide has apps choose it, and choose again when cards change.
@MainActor
private final class CheckoutButton {
    enum Offer: Equatable { case none, setUp, pay }

    private(set) var offer = Offer.none
    private(set) var timesChosen = 0
    private let library = PKPassLibrary()
    private var changes: (any NSObjectProtocol)?

    init() {
        choose()
        changes = NotificationCenter.default.addObserver(
            forName: Notification.Name(
                PKPassLibraryNotificationName.PKPassLibraryDidChange.rawValue
            ),
            object: library,
            queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.choose() }
        }
    }

    private func choose() {
        timesChosen += 1
        let networks: [PKPaymentNetwork] = [.visa, .chinaUnionPay]
        if PKPaymentAuthorizationController.canMakePayments(usingNetworks: networks) {
            offer = .pay
        } else {
            offer = PKPaymentAuthorizationController.canMakePayments() ? .setUp : .none
        }
    }

    func press() { if offer == .setUp { library.openPaymentSetup() } }

    func isChosen(_ times: Int) async -> Bool {
        for _ in 0..<10_000 where timesChosen < times { await Task.yield() }
        return timesChosen == times
    }
}

@MainActor
@Suite("The set-up of a card")
struct CardSetUpTests {
    static let typed = TypedCard(number: "6200 0000 0000 0005", expiry: "12/35")

    @Test func `turns the set-up button into the one that pays (mission 4.3 to 4.5, 13.4)`()
        async throws
    {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [])
        let record = try await phone.record {
            let button = CheckoutButton()
            #expect(button.offer == .setUp)
            button.press()
            try phone.sandbox.enter(Self.typed)
            #expect(await button.isChosen(2))
            #expect(button.offer == .pay)
            button.press()
        }
        #expect(record.paymentSetupsOpened == 1, "by the first press alone")
    }

    @Test func `goes back when the tester signs out (mission 13.5)`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [.visa, .amex])
        try await phone.onDevice {
            let button = CheckoutButton()
            #expect(button.offer == .pay)
            phone.sandbox.wallet.signIn(nil)
            #expect(await button.isChosen(2), "told once, of both cards")
            #expect(button.offer == .setUp)
            #expect(throws: CardRefusal.noTesterSignedIn) {
                try phone.sandbox.enter(Self.typed)
            }
        }
    }

    @Test(arguments: [DeviceSetup(isRestricted: true), DeviceSetup(.iPhone5s)])
    func `is offered by no device that cannot pay (mission 4.1, 4.3)`(
        device: DeviceSetup
    ) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", device: device)
        let record = try await phone.record {
            let button = CheckoutButton()
            #expect(button.offer == .none)
            PKPassLibrary().openPaymentSetup()
        }
        #expect(record.paymentSetupsOpened == 0)
    }
}
