import PassKit
import QuinceTesting
import Testing

@testable import ShinobiStore

@MainActor
@Suite("The article's store as it is printed")
struct AsPrintedTests {
    /// The article's request, with one of its mistakes at a time.
    private func request(
        merchant: String = "merchant.com.shinobistore.appleplay",
        items: [PKPaymentSummaryItem] = Product.cuddlyToy.paymentSummaryItems
    ) -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.merchantIdentifier = merchant
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.amex, .masterCard, .visa, .discover]
        request.merchantCapabilities = .capability3DS
        request.paymentSummaryItems = items
        return request
    }

    /// The least of a delegate: it takes every payment.
    private final class Shop: NSObject, PKPaymentAuthorizationControllerDelegate {
        func sell(_ request: PKPaymentRequest) {
            let controller = PKPaymentAuthorizationController(paymentRequest: request)
            controller.delegate = self
            controller.present()
        }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didAuthorizePayment payment: PKPayment,
            handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
        ) { completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) }

        func paymentAuthorizationControllerDidFinish(
            _ controller: PKPaymentAuthorizationController
        ) { controller.dismiss() }
    }

    private func sell(_ request: PKPaymentRequest) async throws -> ObservedPayment {
        let (phone, shop) = (try StoreTests.phone(), Shop())
        return try await phone.run(ScriptedShopper(.authorize)) { shop.sell(request) }
    }

    @Test func `has a merchant identifier that its entitlement has not (mission 14.9, 3.11)`()
        async throws
    {
        let request = request(merchant: "shinobistore.com.day-by-day.")
        let thrown = await #expect(throws: NoSheetPresented.self) { try await sell(request) }
        let reason = thrown?.description ?? ""
        #expect(
            reason.contains(
                "\"shinobistore.com.day-by-day.\" is not in the app's entitlement, which names"
            ),
            "\(reason)"
        )
    }

    /// The article has a picture of the sheet, so such amounts came up on a device.
    @Test func `has amounts that floating point made (mission 7.14, 7.21)`() async throws {
        let items = [("Shinobi Cuddly Toy", 22.99), ("Postage", 3.99), ("Tax", 2.29)]
            .map { PKPaymentSummaryItem(label: $0, amount: NSDecimalNumber(value: $1)) }
        let total = PKPaymentSummaryItem(label: "Total", amount: NSDecimalNumber(value: 29.27))
        let payment = try await sell(request(items: items + [total]))
        #expect(payment.amounts == ["29.27 USD"])
        let advice = payment.advice.first ?? "none"
        #expect(advice.contains("item 1 was created from a floating-point number"), "\(advice)")

        let corrected = try await sell(request())
        #expect(corrected.amounts == payment.amounts)
        #expect(corrected.advice == [])
    }
}
