import PassKit
import QuinceTesting
import Testing

/// An app that remembers the payment it was given.
@MainActor
private final class PayingApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    private(set) var methods: [PKPaymentMethod] = []
    private(set) var payment: PKPayment?

    func pay(with networks: [PKPaymentNetwork]) {
        let controller = PKPaymentAuthorizationController(
            paymentRequest: DeviceOfferTests.request(networks)
        )
        controller.delegate = self
        controller.present()
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping (PKPaymentRequestPaymentMethodUpdate) -> Void
    ) {
        methods.append(paymentMethod)
        completion(PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        self.payment = payment
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss()
    }
}

@MainActor
@Suite("A simulator")
struct SimulatorTests {
    private static func simulator() throws -> ApplePaySandbox {
        try ApplePaySandbox(merchant: "merchant.com.example", device: DeviceSetup(.simulator))
    }

    nonisolated static let networks: [PKPaymentNetwork] = [
        .visa, .masterCard, .amex, .discover, .chinaUnionPay, .JCB,
    ]

    @Test(arguments: networks)
    func `pays with its own card, and returns an empty token (mission 13.8)`(
        network: PKPaymentNetwork
    ) async throws {
        let app = PayingApp()
        let payment = try await Self.simulator().run(ScriptedShopper(.authorize)) {
            #expect(PKPaymentAuthorizationController.canMakePayments(usingNetworks: [network]))
            app.pay(with: [network])
        }
        #expect(payment.isPaid)
        let token = try #require(app.payment?.token)
        #expect(token.paymentData.isEmpty)
        #expect(token.transactionIdentifier == "Simulated Identifier")
        #expect(token.paymentMethod.displayName == "Simulated Instrument")
        #expect(token.paymentMethod.network == network)
        #expect(token.paymentMethod.type == .unknown)
        #expect(app.methods.map(\.type) == [.unknown])
    }

    @Test func `keeps its cards for any account, and accepts no others`() throws {
        let phone = try Self.simulator()
        phone.sandbox.wallet.signIn(nil)
        #expect(phone.sandbox.wallet.cards.map(\.network) == SandboxCard.all.map(\.network))
        #expect(throws: CardRefusal.simulatorHasItsOwn) {
            try phone.sandbox.provision(.visa)
        }
    }

    @Test func `gives sealed tokens where a test asks for them`() async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            device: DeviceSetup(.simulator),
            tokenForm: .sealed
        )
        let app = PayingApp()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { app.pay(with: [.JCB]) }
        #expect(payment.amounts == ["1.00 USD"])
        #expect(app.payment?.token.paymentMethod.displayName == "JCB 0000")
    }

    @Test func `has no card of a network that its system does not know`() throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            device: DeviceSetup(.simulator, system: SystemVersion(9, 1))
        )
        let networks = phone.sandbox.wallet.cards.map(\.network)
        #expect(networks == [.visa, .masterCard, .amex, .discover])
    }
}
