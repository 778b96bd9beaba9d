import PassKit
import Testing

@Suite("The properties of a request")
struct TypedRequestTests {
    private static func page(_ name: String) throws -> URL {
        try #require(URL(string: "https://example.org/\(name)"))
    }

    @Test func `is a recurring payment, as created and as changed`() throws {
        let billing = PKRecurringPaymentSummaryItem(label: "Club", amount: 5)
        let club = PKRecurringPaymentRequest(
            paymentDescription: "Membership",
            regularBilling: billing,
            managementURL: try Self.page("club")
        )
        #expect(club.paymentDescription == "Membership" && club.regularBilling === billing)
        #expect(club.managementURL.path == "/club" && club.trialBilling == nil)
        #expect(club.billingAgreement == nil && club.tokenNotificationURL == nil)
        club.paymentDescription = "Membership, renewed"
        club.managementURL = try Self.page("renewed")
        #expect(club.paymentDescription == "Membership, renewed")
        #expect(club.managementURL.path == "/renewed")
        let request = PKPaymentRequest()
        request.recurringPaymentRequest = club
        #expect(request.recurringPaymentRequest === club)
    }

    @Test func `is an automatic reload, as created and as changed`() throws {
        let billing = PKAutomaticReloadPaymentSummaryItem(label: "Card", amount: 20)
        let transit = PKAutomaticReloadPaymentRequest(
            paymentDescription: "Transit",
            automaticReloadBilling: billing,
            managementURL: try Self.page("transit")
        )
        #expect(transit.paymentDescription == "Transit")
        #expect(transit.automaticReloadBilling === billing)
        #expect(transit.managementURL.path == "/transit")
        #expect(transit.billingAgreement == nil && transit.tokenNotificationURL == nil)
        transit.billingAgreement = "Until cancelled."
        transit.tokenNotificationURL = try Self.page("news")
        #expect(transit.billingAgreement == "Until cancelled.")
        #expect(transit.tokenNotificationURL?.path == "/news")
    }

    @Test func `is a deferred payment, as created and as changed`() throws {
        let billing = PKDeferredPaymentSummaryItem(label: "Module", amount: 100)
        let hotel = PKDeferredPaymentRequest(
            paymentDescription: "Two nights",
            deferredBilling: billing,
            managementURL: try Self.page("module")
        )
        #expect(hotel.paymentDescription == "Two nights" && hotel.deferredBilling === billing)
        #expect(hotel.managementURL.path == "/module" && hotel.billingAgreement == nil)
        #expect(hotel.tokenNotificationURL == nil && hotel.freeCancellationDate == nil)
        #expect(hotel.freeCancellationDateTimeZone == nil)
        hotel.billingAgreement = "No refund after Friday."
        hotel.tokenNotificationURL = try Self.page("news")
        #expect(hotel.billingAgreement == "No refund after Friday.")
        #expect(hotel.tokenNotificationURL?.path == "/news")
    }

    @Test func `is a part for another merchant, whose amount stays what it was`() {
        let mutable = NSDecimalNumber(string: "7.50")
        let context = PKPaymentTokenContext(
            merchantIdentifier: "merchant.com.example.partner",
            externalIdentifier: "partner-7",
            merchantName: "Partner",
            merchantDomain: nil,
            amount: mutable
        )
        #expect(context.merchantIdentifier == "merchant.com.example.partner")
        #expect(context.externalIdentifier == "partner-7" && context.merchantName == "Partner")
        #expect(context.merchantDomain == nil && context.amount == mutable)
        context.merchantDomain = "partner.example"
        context.amount = 8
        #expect(context.merchantDomain == "partner.example" && context.amount == 8)
    }

    @Test func `is an order for tracking, as created and as changed`() throws {
        let order = PKPaymentOrderDetails(
            orderTypeIdentifier: "order.com.example",
            orderIdentifier: "buyID=12345",
            webServiceURL: try Self.page("orders"),
            authenticationToken: "made-up"
        )
        #expect(order.orderTypeIdentifier == "order.com.example")
        #expect(order.orderIdentifier == "buyID=12345")
        #expect(order.webServiceURL.path == "/orders" && order.authenticationToken == "made-up")
        order.orderIdentifier = "buyID=12346"
        let result = PKPaymentAuthorizationResult()
        result.orderDetails = order
        #expect(result.orderDetails?.orderIdentifier == "buyID=12346")
    }

    @Test func `is a merchant session, or that there is none`() {
        let session = PKPaymentMerchantSession(dictionary: ["merchantSessionIdentifier": "1"])
        let update = PKPaymentRequestMerchantSessionUpdate(
            status: .success,
            merchantSession: session
        )
        #expect(update.status == .success && update.session === session)
        (update.status, update.session) = (.failure, nil)
        #expect(update.status == .failure && update.session == nil)
    }

    @Test func `comes back without addresses of iOS 8`() {
        let payment = PKPayment()
        #expect(payment.billingAddress == nil && payment.shippingAddress == nil)
        #expect(payment.billingContact == nil)
        let method = PKPaymentMethod()
        #expect(method.type == .unknown && method.billingAddress == nil)
    }
}
