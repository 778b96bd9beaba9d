import PassKit
import Testing

@Suite("Code written for Apple's PassKit")
struct AppShapeTests {
    @Test func `adds up a basket (mission 7.18)`() {
        let basket = Basket(
            lines: [("Subtotal", Decimal(string: "12.75") ?? 0)],
            voucher: 2
        )
        #expect(
            basket.summaryItems == [
                PKPaymentSummaryItem(label: "Subtotal", amount: NSDecimalNumber(string: "12.75")),
                PKPaymentSummaryItem(label: "Voucher", amount: -2),
                PKPaymentSummaryItem(
                    label: "My Company Name",
                    amount: NSDecimalNumber(string: "10.75")
                ),
            ]
        )
        let request = basket.request()
        #expect(request.requiredShippingContactFields == [.postalAddress, .name])
        #expect(request.merchantCapabilities.contains(.threeDSecure) && request.supportsCouponCode)
    }

    @Test func `adds up the books of the Chinese sample (mission 7.19)`() {
        let items = [
            PKPaymentSummaryItem(
                label: "苹果6",
                amount: NSDecimalNumber(mantissa: 10, exponent: -2, isNegative: true)
            ), PKPaymentSummaryItem(label: "苹果6s", amount: NSDecimalNumber(string: "10.0")),
            PKPaymentSummaryItem(label: "MAC", amount: NSDecimalNumber(string: "20.0")),
        ]
        let total = items.map(\.amount).reduce(NSDecimalNumber.zero) { $0.adding($1) }
        #expect(total == NSDecimalNumber(string: "29.90"))
    }

    @Test func `fails every kind of update through one protocol`() {
        let updates: [any FallibleUpdate] = [
            PKPaymentRequestShippingContactUpdate(paymentSummaryItems: []),
            PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: []),
            PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: []),
            PKPaymentAuthorizationResult(status: .success, errors: nil),
        ]
        for update in updates {
            update.fail(with: PKPaymentRequest.paymentCouponCodeInvalidError())
            #expect(update.status == .failure && update.errors.count == 1)
        }
        let method = PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])
        method.errors = [PKPaymentError(.unknownError)]
        #expect(method.status == .failure)
    }

    @Test func `maps networks, cards and errors to its own`() {
        #expect(Brand(.masterCard) == .mastercard && Brand(.cartesBancaires) == .cartesBancaires)
        #expect(Brand(.visa) == .visa && Brand(.mada) == nil)
        #expect([.debit, .store, .eMoney].map(word(for:)) == ["debit", "credit", "other"])
        #expect([.success, .pinLockout, .pinRequired].map(isFinal) == [true, true, false])
        let errors: [any Error] = [
            PKPaymentError(.billingContactInvalidError), CancellationError(),
            PKPaymentRequest.paymentShippingAddressUnserviceableError(
                withLocalizedDescription: nil
            ),
            PKPaymentRequest.paymentCouponCodeExpiredError(),
        ]
        #expect(errors.map(paymentError) == ["contact", "other", "place", "coupon"])
    }

    @Test func `replaces payments by mocks`() {
        let contact = PKContact()
        contact.name = PersonNameComponents()
        contact.name?.givenName = "Anna"
        contact.name?.familyName = "Example"
        let address = CNMutablePostalAddress()
        address.street = "1 Example Street\nFlat 2"
        address.city = "Springfield"
        contact.postalAddress = address
        contact.phoneNumber = CNPhoneNumber(stringValue: "1")
        let token = MockToken(method: MockMethod(), forcedData: Data("{}".utf8))
        let payment: PKPayment = MockPayment(token: token, shippingContact: contact)
        #expect(payment.token.paymentData == Data("{}".utf8))
        #expect(payment.token.transactionIdentifier == "mock")
        #expect(payment.token.paymentNetwork == "Discover")
        #expect(payment.token.paymentInstrumentName == "Discover 0000")
        #expect(payment.billingContact == nil && payment.shippingMethod == nil)
        let buyer = Buyer(payment.shippingContact)
        #expect(buyer?.name == "Anna Example" && buyer?.street == "1 Example Street")
        #expect(buyer?.city == "Springfield" && buyer?.fields == [.phoneNumber, .postalAddress])
        #expect(Buyer(PKPayment().shippingContact) == nil)
    }

    @Test func `overrides the members that it observes`() {
        let request = RecordingRequest()
        request.paymentSummaryItems = [PKPaymentSummaryItem(label: "Shop", amount: 7)]
        request.paymentSummaryItems.append(PKShippingMethod(label: "Post", amount: 1))
        #expect(request.changes == 2)
        request.requiredShippingAddressFields = .phone
        #expect(request.requiredShippingContactFields == [.phoneNumber, .emailAddress])
        let update = CountedUpdate(errors: nil, paymentSummaryItems: [])
        #expect(update.count == 0 && update.status == .success)
        #expect(CountedUpdate(paymentSummaryItems: []).paymentSummaryItems.isEmpty)
    }

    @Test func `observes the pass library by its names`() {
        let name = NSNotification.Name(
            rawValue: PKPassLibraryNotificationName.PKPassLibraryDidChange.rawValue
        )
        #expect(name.rawValue == "PKPassLibraryDidChangeNotification")
    }
}
