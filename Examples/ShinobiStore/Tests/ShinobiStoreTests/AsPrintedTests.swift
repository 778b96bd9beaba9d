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

    private func refusal(of request: PKPaymentRequest) async throws -> String? {
        let phone = try StoreTests.phone()
        let thrown = await #expect(throws: NoSheet.self) {
            try await phone.run(ScriptedShopper(.authorize)) {
                PKPaymentAuthorizationController(paymentRequest: request).present()
            }
        }
        return thrown?.description
    }

    @Test func `has a merchant identifier that its entitlement has not (mission 14.9, 3.11)`()
        async throws
    {
        let refusal = try await refusal(of: request(merchant: "shinobistore.com.day-by-day."))
        #expect(refusal?.contains("entitlement does not name") == true, "\(refusal ?? "")")
    }

    /// What is refused here, a device of 2015 showed: the article has a picture of its sheet.
    @Test func `has amounts that floating point made (mission 7.14, 7.21)`() async throws {
        let items = [("Shinobi Cuddly Toy", 22.99), ("Postage", 3.99), ("Tax", 2.29)]
            .map { PKPaymentSummaryItem(label: $0, amount: NSDecimalNumber(value: $1)) }
        let total = PKPaymentSummaryItem(label: "Total", amount: NSDecimalNumber(value: 29.27))
        let refusal = try await refusal(of: request(items: items + [total]))
        #expect(refusal?.contains("digits after the point, not 2") == true, "\(refusal ?? "")")
    }
}
