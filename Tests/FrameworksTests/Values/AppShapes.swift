// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import PassKit

// What apps and payment libraries write against PassKit, in our own words. This file imports
// PassKit and nothing else: that it compiles is half of the test.

protocol FallibleUpdate: AnyObject {
    var status: PKPaymentAuthorizationStatus { get set }
    var errors: [any Error]! { get set }
}

extension PKPaymentRequestShippingContactUpdate: FallibleUpdate {}
extension PKPaymentRequestPaymentMethodUpdate: FallibleUpdate {}
extension PKPaymentRequestCouponCodeUpdate: FallibleUpdate {}
extension PKPaymentAuthorizationResult: FallibleUpdate {}

extension FallibleUpdate {
    func fail(with error: any Error) {
        status = .failure
        errors = (errors ?? []) + [error]
    }
}

/// A library adds what Apple left out.
extension PKPaymentRequestShippingMethodUpdate {
    var errors: [any Error]! {
        get { [] }
        set { if newValue?.isEmpty == false { status = .failure } }
    }
}

extension PKPaymentSummaryItem {
    fileprivate convenience init(label: String, amount: Decimal) {
        self.init(label: label, amount: amount as NSDecimalNumber)
    }
}

struct Basket {
    var lines: [(name: String, price: Decimal)]
    var voucher: Decimal?

    var summaryItems: [PKPaymentSummaryItem] {
        var items = lines.map { PKPaymentSummaryItem(label: $0.name, amount: $0.price) }
        if let voucher { items.append(PKPaymentSummaryItem(label: "Voucher", amount: -voucher)) }
        let total = items.reduce(NSDecimalNumber.zero) { $0.adding($1.amount) }
        return items + [PKPaymentSummaryItem(label: "My Company Name", amount: total)]
    }

    func request() -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.amex, .masterCard, .visa, .JCB, .chinaUnionPay]
        request.merchantCapabilities = [.capability3DS, .capabilityEMV]
        request.requiredShippingAddressFields = [.postalAddress, .name]
        request.paymentSummaryItems = summaryItems
        if #available(iOS 15.0, *) { request.supportsCouponCode = true }
        return request
    }
}

enum Brand: String {
    case mastercard = "mc"
    case cartesBancaires = "cartebancaire"
    case visa

    init?(_ network: PKPaymentNetwork) {
        switch network {
        case .masterCard: self = .mastercard
        case .cartesBancaires: self = .cartesBancaires
        default: self.init(rawValue: network.rawValue.lowercased())
        }
    }
}

func word(for type: PKPaymentMethodType) -> String {
    switch type {
    case .debit: return "debit"
    case .credit, .store: return "credit"
    case .unknown, .prepaid, .eMoney: return "other"
    }
}

func isFinal(_ status: PKPaymentAuthorizationStatus) -> Bool {
    guard case .success = status else { return status == .pinLockout }
    return true
}

func paymentError(_ error: any Error) -> String {
    switch (error as? PKPaymentError)?.code {
    case .shippingContactInvalidError, .billingContactInvalidError: return "contact"
    case .shippingAddressUnserviceableError: return "place"
    case .couponCodeInvalidError, .couponCodeExpiredError: return "coupon"
    case .unknownError, .none: return "other"
    }
}

struct Buyer {
    var name: String
    var street: String
    var city: String
    var fields: Set<PKContactField>

    init?(_ contact: PKContact?) {
        guard let contact, let address = contact.postalAddress else { return nil }
        let parts = [contact.name?.givenName, contact.name?.familyName]
        name = parts.compactMap(\.self).joined(separator: " ")
        street = address.street.components(separatedBy: "\n").first ?? ""
        city = address.city
        fields = contact.phoneNumber == nil ? [.postalAddress] : [.postalAddress, .phoneNumber]
    }
}

final class MockMethod: PKPaymentMethod {
    override var network: PKPaymentNetwork? { .discover }
    override var displayName: String? { "Discover 0000" }
    override var type: PKPaymentMethodType { .credit }
}

final class MockToken: PKPaymentToken {
    private let method: PKPaymentMethod
    private let data: Data

    init(method: PKPaymentMethod, forcedData: Data) {
        self.method = method
        data = forcedData
        super.init()
    }

    override var paymentMethod: PKPaymentMethod { method }
    override var paymentData: Data { data }
    override var transactionIdentifier: String { "mock" }
}

final class MockPayment: PKPayment {
    private let mockToken: PKPaymentToken
    private let contact: PKContact?

    init(token: PKPaymentToken, shippingContact: PKContact? = nil) {
        mockToken = token
        contact = shippingContact
    }

    override var token: PKPaymentToken { mockToken }
    override var shippingContact: PKContact? { contact }
    override var shippingMethod: PKShippingMethod? { nil }
}

final class RecordingRequest: PKPaymentRequest {
    private(set) var changes = 0

    override var paymentSummaryItems: [PKPaymentSummaryItem] {
        didSet { changes += 1 }
    }

    override var requiredShippingAddressFields: PKAddressField {
        get { super.requiredShippingAddressFields }
        set { super.requiredShippingAddressFields = newValue.union(.email) }
    }
}

final class CountedUpdate: PKPaymentRequestPaymentMethodUpdate {
    var count = 0
}
