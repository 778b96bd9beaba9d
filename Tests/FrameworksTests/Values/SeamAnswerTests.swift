import Money
import PaymentRequest
import Testing

@testable import PassKit

@Suite("Conversion of an app's answer for the device")
struct SeamAnswerTests {
    private static var items: [PKPaymentSummaryItem] {
        [PKPaymentSummaryItem(label: "Shop", amount: 7)]
    }

    private static func method(_ identifier: String) -> PKShippingMethod {
        let method = PKShippingMethod(label: identifier, amount: 1)
        method.identifier = identifier
        return method
    }

    @Test func `changes only the properties that it sets`() {
        let update = PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: Self.items)
        let stated = RequestUpdate(update)
        #expect(stated.status == .success && stated.errors.isEmpty)
        #expect(stated.paymentSummaryItems?.map(\.label) == ["Shop"])
        #expect(stated.shippingMethods == nil && stated.tokenContexts == nil)
        #expect(stated.recurringPayment == nil && stated.deferredPayment == nil)
        update.shippingMethods = [Self.method("post")]
        update.multiTokenContexts = []
        update.status = .failure
        let changed = RequestUpdate(update)
        #expect(changed.shippingMethods?.map(\.identifier) == ["post"])
        #expect(changed.tokenContexts == [] && changed.status == .failure)
    }

    @Test func `without shipping methods keeps the old ones`() {
        let contact = PKPaymentRequestShippingContactUpdate(
            errors: nil,
            paymentSummaryItems: [],
            shippingMethods: []
        )
        #expect(RequestUpdate(contact).shippingMethods == nil)
        let inherited = PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
        #expect(RequestUpdate(inherited).shippingMethods == nil)
        let coupon = PKPaymentRequestCouponCodeUpdate(
            errors: nil,
            paymentSummaryItems: [],
            shippingMethods: []
        )
        #expect(RequestUpdate(coupon).shippingMethods == nil)
        let base = PKPaymentRequestUpdate(paymentSummaryItems: [])
        base.shippingMethods = []
        #expect(RequestUpdate(base).shippingMethods == nil)
    }

    @Test func `of the first generation is a status and what belongs to it (mission 10.7)`() {
        let chosen = RequestUpdate(status: .success, paymentSummaryItems: Self.items)
        #expect(chosen.status == .success && chosen.paymentSummaryItems?.count == 1)
        let refused = RequestUpdate(
            status: .invalidShippingPostalAddress,
            shippingMethods: [],
            paymentSummaryItems: []
        )
        #expect(refused.status == .invalidShippingPostalAddress && refused.shippingMethods == nil)
        let nothing = RequestUpdate(
            status: .success,
            shippingMethods: [],
            paymentSummaryItems: Self.items
        )
        #expect(nothing.shippingMethods == [])
        #expect(AuthorizationResult(.pinIncorrect).status == .pinIncorrect)
    }

    @Test func `carries errors in their order, from each kind of update`() {
        let errors: [any Error] = [
            PKPaymentRequest.paymentShippingAddressUnserviceableError(
                withLocalizedDescription: "No"
            ),
            PKPaymentError(.unknownError),
        ]
        let expected = [
            PaymentError(.shippingAddressUnserviceable, message: "No"), PaymentError(.unknown),
        ]
        let updates = [
            PKPaymentRequestShippingContactUpdate(
                errors: errors,
                paymentSummaryItems: [],
                shippingMethods: []
            ), PKPaymentRequestPaymentMethodUpdate(errors: errors, paymentSummaryItems: []),
            PKPaymentRequestCouponCodeUpdate(
                errors: errors,
                paymentSummaryItems: [],
                shippingMethods: []
            ),
        ]
        for update in updates { #expect(RequestUpdate(update).errors == expected) }
        let result = PKPaymentAuthorizationResult(status: .failure, errors: errors)
        #expect(AuthorizationResult(result) == AuthorizationResult(.failure, errors: expected))
    }

    @Test func `names the order that was paid`() throws {
        let result = PKPaymentAuthorizationResult(status: .success, errors: nil)
        result.orderDetails = PKPaymentOrderDetails(
            orderTypeIdentifier: "order.com.example",
            orderIdentifier: "12345",
            webServiceURL: try #require(URL(string: "https://example.org/orders")),
            authenticationToken: "kept"
        )
        let details = try #require(AuthorizationResult(result).orderDetails)
        #expect(details.orderTypeIdentifier == "order.com.example")
        #expect(details.orderIdentifier == "12345" && details.authenticationToken == "kept")
        #expect(details.webServiceURL == "https://example.org/orders")
    }

    @Test func `to the question for a session needs one`() {
        let session = PKPaymentMerchantSession(dictionary: ["epochTimestamp": 1])
        let given = PKPaymentRequestMerchantSessionUpdate(
            status: .success,
            merchantSession: session
        )
        let missing = PKPaymentRequestMerchantSessionUpdate(status: .success, merchantSession: nil)
        let failed = PKPaymentRequestMerchantSessionUpdate(
            status: .failure,
            merchantSession: session
        )
        #expect(RequestUpdate(given).status == .success)
        #expect(RequestUpdate(missing).status == .failure)
        #expect(RequestUpdate(failed).status == .failure)
    }
}
