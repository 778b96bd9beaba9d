import Bytes
import CardAccounts
import CardMessages
import CardNetwork
import PaymentRequest
import PaymentSheet
import PaymentToken
import TestSandbox
import Testing
import Wallet
import World

@Suite("A token of a typed payment")
struct TypedPaymentTokenTests {
    let bench: WalletBench

    init() throws {
        bench = try WalletBench()
        try bench.addCard()
    }

    static let kinds = PaymentRequest.TypedPayment.allCases.filter { $0 != .tokenContexts }

    static func request(_ kind: PaymentRequest.TypedPayment?) -> PaymentRequest {
        let price = UncheckedAmount(text: "9.99")
        func line(_ timing: PaymentTiming) -> SummaryItem {
            SummaryItem(label: "Toys", amount: price, timing: timing)
        }
        let page = "https://shop.example/payments"
        var request = WalletBench.request()
        request.shippingMethods = nil
        request.requiredShippingContactFields = []
        switch kind {
        case .recurring:
            request.recurringPayment = RecurringPayment(
                paymentDescription: "A toy a month",
                regularBilling: line(.recurring(Recurrence())),
                managementURL: page
            )
        case .automaticReload:
            request.automaticReloadPayment = AutomaticReloadPayment(
                paymentDescription: "Toy money",
                automaticReloadBilling: line(.automaticReload(threshold: price)),
                managementURL: page
            )
        case .deferred:
            request.deferredPayment = DeferredPayment(
                paymentDescription: "A toy in spring",
                deferredBilling: line(.deferred(until: SandboxBench.start)),
                managementURL: page
            )
        case .tokenContexts:
            request.tokenContexts = [
                ("merchant.com.toys", "4.00"), ("merchant.com.carrier", "6.75"),
            ]
            .map { merchant, amount in
                PaymentTokenContext(
                    merchantIdentifier: merchant,
                    externalIdentifier: merchant,
                    merchantName: merchant,
                    amount: UncheckedAmount(text: amount)
                )
            }
        case nil: break
        }
        return request
    }

    private func pay(_ kind: PaymentRequest.TypedPayment?) async throws -> PaymentPayload {
        let token = LockedValue<SealedPaymentToken?>(nil)
        let presentation = bench.presentation(
            of: Self.request(kind),
            before: ScriptedShopper(.authorize)
        ) { observation in
            if case .handedToDelegate(let made) = observation { token.withLock { $0 = made } }
        }
        _ = try await presentation.run()
        let made = try #require(token.withLock { $0 })
        return try bench.sandbox.open(made, for: bench.merchant).payment
    }

    @Test(arguments: kinds)
    func `gives the merchant a token for later payments`(
        kind: PaymentRequest.TypedPayment
    ) async throws {
        let payment = try await pay(kind)
        #expect(payment.merchantTokenIdentifier?.count == 32)
        let card = try #require(payment.merchantTokenMetadata?.card)
        #expect(card.country == "US")
        #expect(card.expirationDate == "2035-12")
        #expect(card.numberSuffix == "1111")
        #expect(card.shortDescription == "Visa 1111")
        #expect(payment.transactionAmount == 1075)
        #expect(payment.authenticationResponses == nil)
        let next = try await pay(kind)
        #expect(next.merchantTokenIdentifier != payment.merchantTokenIdentifier)
    }

    @Test func `is none where the payment is one payment`() async throws {
        let payment = try await pay(nil)
        #expect(payment.merchantTokenIdentifier == nil)
        #expect(payment.merchantTokenMetadata == nil)
        #expect(payment.authenticationResponses == nil)
    }

    @Test func `proves to each of several merchants its own part`() async throws {
        let payment = try await pay(.tokenContexts)
        #expect(payment.merchantTokenIdentifier == nil)
        guard case .threeDSecure(cryptogram: nil, _) = payment.proof else {
            Issue.record("one cryptogram for all")
            return
        }
        let responses = try #require(payment.authenticationResponses)
        #expect(responses.map(\.amountMinorUnits) == [400, 675])
        #expect(Set(responses.map(\.merchantIdentifier)).count == 2)
        let merchants = ["merchant.com.toys", "merchant.com.carrier"]
        for (index, response) in responses.enumerated() {
            let part = AskedPayment(
                accountNumber: payment.accountNumber,
                expiration: String(payment.accountExpirationDate.prefix(4)),
                proof: .cryptogram(try #require(response.cryptogram)),
                merchant: merchants[index],
                amount: try #require(response.amountMinorUnits),
                currency: payment.currencyCode,
                reference: "part \(index)"
            )
            #expect(try await bench.sandbox.network.code(of: part) == "00", "part \(index)")
        }
        let whole = try await pay(nil)
        guard case .threeDSecure(let cryptogram?, _) = whole.proof else {
            Issue.record("no cryptogram for the whole")
            return
        }
        let counter = PaymentCryptogram(reading: cryptogram)?.counter
        #expect(counter == 3, "each part has used up one count")
    }
}
