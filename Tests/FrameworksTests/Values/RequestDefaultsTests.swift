import PassKit
import Testing

@Suite("A new object of PassKit")
struct RequestDefaultsTests {
    @Test func `request states nothing (mission 7.1)`() {
        let request = PKPaymentRequest()
        #expect(request.merchantIdentifier == "" && request.countryCode == "")
        #expect(request.currencyCode == "")
        #expect(request.supportedNetworks == [])
        #expect(request.merchantCapabilities.rawValue == 0)
        #expect(request.paymentSummaryItems == [])
        #expect(request.shippingType == .shipping)
        #expect(request.shippingContactEditingMode == .available)
        #expect(request.requiredBillingContactFields == [])
        #expect(request.requiredShippingContactFields == [])
        #expect(request.requiredBillingAddressFields == [])
        #expect(!request.supportsCouponCode && !request.isDelegatedRequest)
        #expect(request.shippingMethods == nil && request.couponCode == nil)
        #expect(request.shippingContact == nil && request.billingContact == nil)
        #expect(request.shippingAddress == nil && request.billingAddress == nil)
        #expect(request.applicationData == nil && request.supportedCountries == nil)
        #expect(request.multiTokenContexts.isEmpty)
        #expect(request.recurringPaymentRequest == nil && request.deferredPaymentRequest == nil)
        #expect(request.automaticReloadPaymentRequest == nil)
        #expect(request.merchantCategoryCode == nil && request.attributionIdentifier == nil)
        #expect(request.applePayLaterAvailability == .available)
        #expect(request.issuerRegions == nil)
        #expect(request.unsupportedPrimaryAccountIdentifiers == [])
    }

    @Test func `item is final, without words or amount`() {
        let item = PKPaymentSummaryItem()
        #expect(item.label == "" && item.amount == 0 && item.type == .final)
        let method = PKShippingMethod()
        #expect(method.identifier == nil && method.detail == nil)
        #expect(method.dateComponentsRange == nil)
    }

    @Test func `recurring item is monthly from now on`() {
        let item = PKRecurringPaymentSummaryItem(label: "Club", amount: 5)
        #expect(item.startDate == nil && item.endDate == nil)
        #expect(item.intervalUnit == .month && item.intervalCount == 1)
    }

    @Test func `payment has an empty token`() {
        let payment = PKPayment()
        #expect(payment.token.transactionIdentifier == "")
        #expect(payment.token.paymentData.isEmpty)
        #expect(payment.token.paymentMethod.displayName == nil)
        #expect(payment.token.paymentMethod.network == nil)
        #expect(payment.token.paymentMethod.type == .unknown)
        #expect(payment.token.paymentMethod.secureElementPass == nil)
        #expect(payment.token.paymentMethod.paymentPass == nil)
        #expect(payment.token.paymentInstrumentName == "" && payment.token.paymentNetwork == "")
        #expect(payment.shippingMethod == nil && payment.shippingContact == nil)
    }

    @Test func `contact is empty`() {
        let contact = PKContact()
        #expect(contact.name == nil && contact.postalAddress == nil)
        #expect(contact.emailAddress == nil && contact.phoneNumber == nil)
        #expect(contact.supplementarySubLocality == nil)
    }

    @Test func `update succeeds and changes nothing besides its items`() {
        let update = PKPaymentRequestUpdate(paymentSummaryItems: [])
        #expect(update.status == .success && update.shippingMethods == [])
        #expect(update.multiTokenContexts == nil && update.recurringPaymentRequest == nil)
        #expect(update.automaticReloadPaymentRequest == nil)
        #expect(update.deferredPaymentRequest == nil)
        #expect(PKPaymentAuthorizationResult().status == .success)
        #expect(PKPaymentAuthorizationResult().orderDetails == nil)
    }

    @Test func `errors are never nil`() {
        let result = PKPaymentAuthorizationResult(status: .failure, errors: nil)
        #expect(result.errors != nil && result.errors.isEmpty)
        result.errors = [PKPaymentError(.unknownError)]
        #expect(result.errors.count == 1)
        result.errors = nil
        #expect(result.errors != nil && result.errors.isEmpty)
        let contact = PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
        let card = PKPaymentRequestPaymentMethodUpdate(errors: nil, paymentSummaryItems: [])
        let coupon = PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: [])
        #expect(contact.errors.isEmpty && card.errors.isEmpty && coupon.errors.isEmpty)
    }

    @Test func `fields of both generations are one state (mission 9.2)`() {
        let request = PKPaymentRequest()
        request.requiredShippingContactFields = [
            .name, .postalAddress, .emailAddress, .phoneNumber,
        ]
        #expect(request.requiredShippingAddressFields == .all)
        request.requiredShippingAddressFields = [.phone, .email]
        #expect(request.requiredShippingContactFields == [.phoneNumber, .emailAddress])
        request.requiredBillingAddressFields = .postalAddress
        #expect(request.requiredBillingContactFields == [.postalAddress])
        #expect(request.requiredShippingContactFields == [.phoneNumber, .emailAddress])
    }

    @Test func `trade is a number, in text with four digits`() {
        let grocer = PKPaymentRequest.MerchantCategoryCode(rawValue: 5411)
        #expect(grocer.description == "5411")
        #expect(PKPaymentRequest.MerchantCategoryCode("5411") == grocer)
        #expect(PKPaymentRequest.MerchantCategoryCode("food") == nil)
        #expect("\(PKPaymentRequest.MerchantCategoryCode(rawValue: 742))" == "0742")
    }
}
