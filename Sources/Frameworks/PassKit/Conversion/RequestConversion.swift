internal import Foundation
internal import PaymentRequest
internal import World

extension PaymentRequest {
    /// Creates a request with the app's values, unchecked.
    init(_ stated: PKPaymentRequest) {
        self.init(
            merchantIdentifier: stated.merchantIdentifier,
            countryCode: stated.countryCode,
            currencyCode: stated.currencyCode,
            supportedNetworks: stated.supportedNetworks.map { PaymentNetwork($0) },
            merchantCapabilities: MerchantCapabilities(stated.merchantCapabilities),
            paymentSummaryItems: stated.paymentSummaryItems.map { SummaryItem($0) }
        )
        shippingMethods = stated.shippingMethods?.map { ShippingMethod($0) }
        shippingType = ShippingType(rawValue: stated.shippingType.rawValue) ?? .shipping
        shippingContactEditingMode =
            stated.shippingContactEditingMode == .storePickup ? .storePickup : .available
        requiredBillingContactFields = ContactField.set(of: stated.requiredBillingContactFields)
        requiredShippingContactFields = ContactField.set(of: stated.requiredShippingContactFields)
        billingContact = stated.billingContact.map { Contact($0) }
        shippingContact = stated.shippingContact.map { Contact($0) }
        supportsCouponCode = stated.supportsCouponCode
        couponCode = stated.couponCode
        supportedCountries = stated.supportedCountries?.sorted()
        merchantCategoryCode = (stated.merchantCategoryCode?.rawValue).map { Int($0) }
        applicationData = stated.applicationData.map { [UInt8]($0) }
        recurringPayment = stated.recurringPaymentRequest.map { RecurringPayment($0) }
        automaticReloadPayment =
            stated.automaticReloadPaymentRequest.map { AutomaticReloadPayment($0) }
        deferredPayment = stated.deferredPaymentRequest.map { DeferredPayment($0) }
        tokenContexts = stated.multiTokenContexts.map { PaymentTokenContext($0) }
        attributionIdentifier = stated.attributionIdentifier
        isDelegatedRequest = stated.isDelegatedRequest
    }

    /// Creates a payout with the app's values. The recipient is stored as the shipping contact,
    /// which is a guess.
    init(_ stated: PKDisbursementRequest) {
        self.init(
            merchantIdentifier: stated.merchantIdentifier,
            countryCode: stated.region.identifier.uppercased(),
            currencyCode: stated.currency.identifier.uppercased(),
            supportedNetworks: stated.supportedNetworks.map { PaymentNetwork($0) },
            merchantCapabilities: MerchantCapabilities(stated.merchantCapabilities),
            paymentSummaryItems: stated.summaryItems.map { SummaryItem($0) }
        )
        requiredShippingContactFields =
            ContactField.set(of: Set(stated.requiredRecipientContactFields))
        shippingContact = stated.recipientContact.map { Contact($0) }
        supportedCountries = stated.supportedRegions?.map { $0.identifier.uppercased() }
        applicationData = stated.applicationData.map { [UInt8]($0) }
        isDelegatedRequest = stated.isDelegatedRequest
    }
}

extension PaymentNetwork {
    init(_ network: PKPaymentNetwork) { self.init(rawValue: network.rawValue) }
}

extension ContactField {
    /// The known fields among these.
    static func set(of fields: Set<PKContactField>) -> Set<ContactField> {
        Set(fields.compactMap { ContactField(rawValue: $0.rawValue) })
    }
}

extension RecurringPayment {
    init(_ stated: PKRecurringPaymentRequest) {
        self.init(
            paymentDescription: stated.paymentDescription,
            regularBilling: SummaryItem(stated.regularBilling),
            trialBilling: stated.trialBilling.map { SummaryItem($0) },
            billingAgreement: stated.billingAgreement,
            managementURL: stated.managementURL.absoluteString,
            tokenNotificationURL: stated.tokenNotificationURL?.absoluteString
        )
    }
}

extension AutomaticReloadPayment {
    init(_ stated: PKAutomaticReloadPaymentRequest) {
        self.init(
            paymentDescription: stated.paymentDescription,
            automaticReloadBilling: SummaryItem(stated.automaticReloadBilling),
            billingAgreement: stated.billingAgreement,
            managementURL: stated.managementURL.absoluteString,
            tokenNotificationURL: stated.tokenNotificationURL?.absoluteString
        )
    }
}

extension DeferredPayment {
    init(_ stated: PKDeferredPaymentRequest) {
        self.init(
            paymentDescription: stated.paymentDescription,
            deferredBilling: SummaryItem(stated.deferredBilling),
            billingAgreement: stated.billingAgreement,
            managementURL: stated.managementURL.absoluteString,
            tokenNotificationURL: stated.tokenNotificationURL?.absoluteString,
            freeCancellationDate: stated.freeCancellationDate.map { UnixTime($0) },
            freeCancellationTimeZone: stated.freeCancellationDateTimeZone?.identifier
        )
    }
}

extension PaymentTokenContext {
    init(_ stated: PKPaymentTokenContext) {
        self.init(
            merchantIdentifier: stated.merchantIdentifier,
            externalIdentifier: stated.externalIdentifier,
            merchantName: stated.merchantName,
            merchantDomain: stated.merchantDomain,
            amount: UncheckedAmount(stated.amount)
        )
    }
}
