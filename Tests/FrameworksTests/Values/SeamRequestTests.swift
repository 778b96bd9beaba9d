import Money
import PaymentRequest
import Testing
import World

@testable import PassKit

@Suite("Conversion of a request for the device")
struct SeamRequestTests {
    private static func request() -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa, PKPaymentNetwork("Moon")]
        request.merchantCapabilities = [.capability3DS, .debit]
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "Subtotal", amount: NSDecimalNumber(string: "12.75")),
            PKPaymentSummaryItem(label: "Fare", amount: 0, type: .pending),
            PKPaymentSummaryItem(
                label: "My Company Name",
                amount: NSDecimalNumber(string: "10.75")
            ),
        ]
        return request
    }

    @Test func `says what the app said (mission 7.1 to 7.6)`() throws {
        let stated = PaymentRequest(Self.request())
        #expect(stated.merchantIdentifier == "merchant.com.example")
        #expect(stated.countryCode == "US" && stated.currencyCode == "USD")
        #expect(stated.supportedNetworks.map(\.rawValue) == ["Visa", "Moon"])
        #expect(stated.merchantCapabilities == [.threeDSecure, .debit])
        #expect(stated.paymentSummaryItems.map(\.label) == ["Subtotal", "Fare", "My Company Name"])
        #expect(stated.paymentSummaryItems.map(\.kind) == [.final, .pending, .final])
        #expect(stated.paymentSummaryItems[0].amount == .decimal(try DecimalAmount("12.75")))
        #expect(stated.shippingMethods == nil && stated.supportedCountries == nil)
        #expect(try stated.validated().total.decimalText == "10.75")
    }

    @Test func `is as empty as a fresh one`() {
        #expect(PaymentRequest(PKPaymentRequest()) == PaymentRequest())
    }

    @Test func `distinguishes a missing value from an empty one (mission 7.13)`() throws {
        let never = SummaryItem(PKPaymentSummaryItem())
        #expect(never.label == nil && never.amount == .missing)
        let empty = SummaryItem(PKPaymentSummaryItem(label: "", amount: 0))
        #expect(empty.label == "" && empty.amount == .decimal(.zero))
        let amounts: [(NSDecimalNumber, UncheckedAmount)] = [
            (.notANumber, .notANumber), (NSDecimalNumber(string: "abc"), .notANumber),
            (NSDecimalNumber(mantissa: 1, exponent: 40, isNegative: false), .outOfRange),
            (
                NSDecimalNumber(mantissa: 10, exponent: -2, isNegative: true),
                .decimal(try DecimalAmount("-0.1"))
            ), (NSDecimalNumber(string: "0.999"), .decimal(try DecimalAmount("0.999"))),
        ]
        for (number, amount) in amounts { #expect(UncheckedAmount(number) == amount) }
    }

    @Test func `recognizes binary floating point by its rounding error (mission 7.14, 7.21)`() {
        #expect(UncheckedAmount(text: "3.99").decimal == UncheckedAmount(3.99).decimal)
        #expect(UncheckedAmount(3.99) != UncheckedAmount(text: "3.99"), "the noise is remembered")
        let literals: [(NSDecimalNumber, String)] = [
            (4.99, "4.99"), (22.99, "22.99"), (2.29, "2.29"), (29.27, "29.27"), (0.999, "0.999"),
            (1111.11, "1111.11"), (-3.99, "-3.99"), (0.42, "0.42"),
        ]
        for (number, text) in literals {
            #expect(UncheckedAmount(number).decimal == UncheckedAmount(text: text).decimal)
        }
        let exact = NSDecimalNumber(string: "3.990000000000001")
        #expect(UncheckedAmount(exact) == UncheckedAmount(text: "3.990000000000001"))
    }

    @Test func `reads the overridden properties of a subclass`() {
        final class Free: PKPaymentSummaryItem {
            override var label: String {
                get { "Free" }
                set {}
            }
            override var amount: NSDecimalNumber {
                get { NSDecimalNumber(string: "0.50") }
                set {}
            }
        }
        let stated = SummaryItem(Free())
        #expect(stated.label == "Free" && stated.amount == UncheckedAmount(text: "0.5"))
    }

    @Test func `carries shipping, contacts, coupon and limits (mission 9.1 to 9.7)`() throws {
        let request = Self.request()
        let method = PKShippingMethod(label: "Post", amount: 4)
        method.identifier = "post"
        method.detail = "3 to 5 days"
        request.shippingMethods = [method]
        request.shippingType = .storePickup
        request.shippingContactEditingMode = .storePickup
        request.requiredShippingContactFields = [.postalAddress, PKContactField(rawValue: "shoe")]
        request.requiredBillingAddressFields = [.email]
        request.supportsCouponCode = true
        request.couponCode = "MOON"
        request.supportedCountries = ["US", "CA"]
        request.merchantCategoryCode = .init(rawValue: 5411)
        request.applicationData = Data("buyID=12345".utf8)
        request.shippingContact = PKContact()
        request.shippingContact?.emailAddress = "anna@example.org"
        request.shippingContact?.phoneNumber = CNPhoneNumber(stringValue: "1")
        let stated = PaymentRequest(request)
        #expect(
            stated.shippingMethods == [
                ShippingMethod(
                    label: "Post",
                    amount: .decimal(DecimalAmount(wholeNumber: 4)),
                    detail: "3 to 5 days",
                    identifier: "post"
                )
            ]
        )
        #expect(stated.shippingType == .storePickup)
        #expect(stated.shippingContactEditingMode == .storePickup)
        #expect(stated.requiredShippingContactFields == [.postalAddress])
        #expect(stated.requiredBillingContactFields == [.emailAddress])
        #expect(stated.supportsCouponCode && stated.couponCode == "MOON")
        #expect(stated.supportedCountries == ["CA", "US"])
        #expect(stated.merchantCategoryCode == 5411)
        #expect(stated.applicationData == Array("buyID=12345".utf8))
        #expect(
            stated.shippingContact == Contact(emailAddress: "anna@example.org", phoneNumber: "1")
        )
    }
}
