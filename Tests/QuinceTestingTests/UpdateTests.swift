import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("An app's answer to a choice", .timeLimit(.minutes(30)))
struct UpdateTests {
    let phone: ApplePaySandbox
    let shop = Shop.withCoupons()

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    @Test func `an initial coupon code is shown, and the app is not asked about it`() async throws {
        shop.request.couponCode = "EARLY"
        let shopper = ScriptedShopper { sheet in
            await sheet.settled()
            #expect(sheet.sheet.couponCode == "EARLY")
            try await sheet.enterCouponCode("LATE")
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(shop.log.prefix(3) == ["method", "contact", "coupon LATE"])
    }

    @Test(
        arguments: [
            (
                PKPaymentRequest.paymentCouponCodeInvalidError(),
                PaymentError.Cause.couponCodeInvalid
            ),
            (PKPaymentRequest.paymentCouponCodeExpiredError(), .couponCodeExpired),
        ] as [(any Error, PaymentError.Cause)]
    )
    func `a wrong coupon code does not prevent the payment`(
        error: any Error,
        cause: PaymentError.Cause
    ) async throws {
        shop.onCoupon = { _, reply in
            reply(.init(errors: [error], paymentSummaryItems: [], shippingMethods: []))
        }
        let shopper = ScriptedShopper { sheet in
            try await sheet.enterCouponCode("SPRING")
            #expect(await sheet.errors().map(\.cause) == [cause])
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
    }

    @Test func `a coupon code is refused for a request without coupon codes`() async throws {
        let shop = Shop()
        let shopper = ScriptedShopper { sheet in
            let failure = await #expect(throws: ScriptFailure.self) {
                try await sheet.enterCouponCode("SPRING")
            }
            #expect(failure?.reason == .noCouponCode)
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(payment.isPaid)
        #expect(!shop.log.contains("coupon SPRING"))
    }

    @Test(arguments: [true, false])
    func `an empty list of shipping methods keeps them, and is told where there are some`(
        hasMethods: Bool
    ) async throws {
        if !hasMethods { shop.request.shippingMethods = nil }
        shop.onContact = { _, reply in
            reply(.init(errors: nil, paymentSummaryItems: [], shippingMethods: []))
        }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.payments.first?.shippingMethod === (hasMethods ? ToyStore.standard : nil))
        let words = "has an empty list of shipping methods, which keeps the old ones"
        #expect(payment.mistakes.filter { $0.contains(words) }.count == (hasMethods ? 1 : 0))
    }

    @Test func `an empty update keeps the items and the shipping methods`() async throws {
        let payment = try await phone.run(
            ScriptedShopper(.chooseShippingMethod("next-day"), .authorize)
        ) { shop.buy() }
        #expect(payment.amounts == ["22.99 USD"])
        #expect(shop.payments.first?.shippingMethod === ToyStore.nextDay)
    }

    nonisolated static let invalid: [@Sendable (PKPaymentRequestUpdate) -> Void] = [
        { $0.paymentSummaryItems = [PKPaymentSummaryItem()] },
        { $0.paymentSummaryItems = [Shop.item("Toy Store", "-1")] },
        { $0.paymentSummaryItems = [Shop.item("Toy Store", "0.001")] },
        { $0.shippingMethods = [PKShippingMethod(label: "Fast", amount: .notANumber)] },
    ]

    @Test(arguments: invalid.indices)
    func `what makes the request invalid closes the sheet`(index: Int) async throws {
        shop.onShipping = { _, reply in
            let update = PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])
            Self.invalid[index](update)
            reply(update)
        }
        let payment = try await phone.run(
            ScriptedShopper(.chooseShippingMethod("next-day"), .authorize)
        ) { shop.buy() }
        guard case .notPaid(.invalidUpdate) = payment.outcome else {
            Issue.record("\(payment)")
            return
        }
        #expect(shop.log == ["method", "contact", "shipping", "didFinish"])
        #expect(payment.mistakes.count == 1)
    }

    @Test(arguments: [("Cancel at any time.", true), ("Cancel never.", false)])
    func `a billing agreement that changes closes the sheet`(
        agreement: String,
        isPaid: Bool
    ) async throws {
        let recurring = RefusedRequest.recurring()
        recurring.billingAgreement = "Cancel at any time."
        shop.request.recurringPaymentRequest = recurring
        shop.onContact = { _, reply in
            let update = PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
            let again = RefusedRequest.recurring()
            again.billingAgreement = agreement
            update.recurringPaymentRequest = again
            reply(update)
        }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.isPaid == isPaid, "\(payment)")
        #expect(shop.log.last == "didFinish")
    }

    @Test func `failure without errors does not prevent the payment`() async throws {
        shop.onMethod = { _, reply in
            let update = PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])
            update.status = .failure
            reply(update)
        }
        #expect(try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }.isPaid)
    }

    @Test func `an error of another domain is shown and does not prevent the payment`() async throws
    {
        struct OurError: Error {}
        shop.onContact = { _, reply in
            reply(
                .init(
                    errors: [OurError()],
                    paymentSummaryItems: [],
                    shippingMethods: [ToyStore.standard]
                )
            )
        }
        let shopper = ScriptedShopper { sheet in
            #expect(await sheet.errors().map(\.cause) == [.unknown])
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
    }

    @Test func `what is pending shows no amount, and the total is charged (mission 7.12)`()
        async throws
    {
        shop.onMethod = { _, reply in
            reply(
                .init(
                    paymentSummaryItems: [
                        .init(label: "Fare", amount: .zero, type: .pending),
                        .init(label: "Taxi", amount: NSDecimalNumber(string: "40.00")),
                    ]
                )
            )
        }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.amounts == ["40.00 USD"])
    }
}
