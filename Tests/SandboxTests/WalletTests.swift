import AppleServers
import PaymentRequest
import PaymentSheet
import Testing
import Wallet

@Suite("A wallet")
struct WalletTests {
    struct Offering: Sendable {
        let device: DeviceSetup
        let cards: [PaymentNetwork]
        let canMakePayments: Bool
        let offer: PaymentCapability.Offer
    }

    static let offerings = [
        Offering(device: .init(), cards: [], canMakePayments: true, offer: .offerSetUp),
        Offering(device: .init(), cards: [.visa], canMakePayments: true, offer: .showPayButton),
        Offering(device: .init(), cards: [.jcb], canMakePayments: true, offer: .offerSetUp),
        Offering(
            device: .init(),
            cards: [.jcb, .visa],
            canMakePayments: true,
            offer: .showPayButton
        ),
        Offering(
            device: .init(.iPhone5s),
            cards: [],
            canMakePayments: false,
            offer: .hide
        ),
        Offering(
            device: .init(isRestricted: true),
            cards: [.visa],
            canMakePayments: false,
            offer: .hide
        ),
    ]

    @Test(arguments: offerings)
    func `says what it can pay with (mission 4.1 to 4.4)`(offering: Offering) async throws {
        let bench = try WalletBench(device: offering.device)
        for network in offering.cards { try bench.addCard(network) }
        let capability = bench.sandbox.wallet.capability
        #expect(capability.canMakePayments == offering.canMakePayments)
        let request = WalletBench.request()
        let offer = capability.offer(
            for: request.supportedNetworks,
            capabilities: request.merchantCapabilities
        )
        #expect(offer == offering.offer)
        if offer == .showPayButton {
            _ = try await bench.presentation().run()
        } else {
            let refusal: PresentationRefusal =
                offering.canMakePayments ? .noCard : .deviceCannotPay
            await #expect(throws: refusal) { try await bench.presentation().run() }
        }
    }

    @Test func `shows no sheet for a merchant that the app may not name (mission 3.11)`()
        async throws
    {
        let bench = try WalletBench()
        try bench.addCard()
        _ = try bench.sandbox.merchant("merchant.com.other")
        var request = WalletBench.request()
        request.merchantIdentifier = "merchant.com.other"
        let refusal = PresentationRefusal.merchantNotInEntitlement(
            merchant: "merchant.com.other",
            entitled: ["merchant.com.example"]
        )
        await #expect(throws: refusal) {
            try await bench.presentation(of: request).run()
        }
    }

    @Test func `shows no sheet for a request that breaks a rule`() async throws {
        let bench = try WalletBench()
        try bench.addCard()
        var request = WalletBench.request()
        request.currencyCode = "usd"
        request.paymentSummaryItems = []
        await #expect {
            try await bench.presentation(of: request).run()
        } throws: { error in
            guard case .invalidRequest? = error as? PresentationRefusal else { return false }
            return true
        }
    }

    @Test func `offers the first card that the request admits`() async throws {
        let bench = try WalletBench()
        for network in [PaymentNetwork.jcb, .masterCard, .visa] { try bench.addCard(network) }
        let delegate = RecordingDelegate()
        let presentation = bench.presentation(
            delegate: delegate,
            before: ScriptedShopper(.chooseShippingContact(WalletBench.john), .authorize)
        )
        _ = try await presentation.run()
        let payment = try #require(delegate.told.payments.first)
        #expect(payment.details.method.network == .masterCard)
        #expect(payment.details.method.displayName == "MasterCard 1111")
        #expect(payment.details.method.type == .credit)
    }
}
