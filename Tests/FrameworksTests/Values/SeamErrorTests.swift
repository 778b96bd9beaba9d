import PaymentRequest
import Testing

@testable import PassKit

@Suite("Conversion of an app's error for the device")
struct SeamErrorTests {
    private static let field = PKPaymentErrorKey.contactFieldUserInfoKey.rawValue
    private static let part = PKPaymentErrorKey.postalAddressUserInfoKey.rawValue

    @Test func `is read from the factories' errors`() {
        let field = PKPaymentRequest.paymentContactInvalidError(
            withContactField: .emailAddress,
            localizedDescription: "Which?"
        )
        #expect(
            PaymentError(field)
                == PaymentError(.shippingContactInvalid(.field(.emailAddress)), message: "Which?")
        )
        let shipping = PKPaymentRequest.paymentShippingAddressInvalidError(
            withKey: CNPostalAddressISOCountryCodeKey,
            localizedDescription: nil
        )
        #expect(
            PaymentError(shipping)
                == PaymentError(.shippingContactInvalid(.addressPart(.isoCountryCode)))
        )
        let billing = PKPaymentRequest.paymentBillingAddressInvalidError(
            withKey: CNPostalAddressPostalCodeKey,
            localizedDescription: nil
        )
        #expect(
            PaymentError(billing)
                == PaymentError(.billingContactInvalid(.addressPart(.postalCode)))
        )
        let invalid = PKPaymentRequest.paymentCouponCodeInvalidError()
        let expired = PKPaymentRequest.paymentCouponCodeExpiredError()
        #expect(PaymentError(invalid) == PaymentError(.couponCodeInvalid))
        #expect(PaymentError(expired) == PaymentError(.couponCodeExpired))
    }

    @Test func `is read from Foundation's form of it too`() {
        let foundation = NSError(
            domain: PKPaymentErrorDomain,
            code: 2,
            userInfo: [Self.field: "post", NSLocalizedDescriptionKey: "Where?"]
        )
        #expect(
            PaymentError(foundation)
                == PaymentError(
                    .billingContactInvalid(.field(.postalAddress)),
                    message: "Where?"
                )
        )
        let there = PKPaymentRequest.paymentContactInvalidError(
            withContactField: .name,
            localizedDescription: nil
        )
        let thereAndBack: any Error = there as NSError
        #expect(PaymentError(thereAndBack) == PaymentError(.shippingContactInvalid(.field(.name))))
    }

    @Test func `has no place if its keys name none`() {
        let open = PaymentError(.shippingContactInvalid(.anywhere))
        let infos: [[String: Any]] = [
            [:], [Self.field: 7], [Self.field: PKContactField(rawValue: "shoe")],
            [Self.part: "planet"],
        ]
        for info in infos {
            #expect(
                PaymentError(PKPaymentError(.shippingContactInvalidError, userInfo: info)) == open
            )
        }
    }

    @Test func `of another domain is one without a name (rules 5)`() {
        struct Offline: Error {}
        let foreign: [any Error] = [
            Offline(), NSError(domain: NSURLErrorDomain, code: 1),
            PKPassKitError(.notEntitledError),
            NSError(domain: PKPaymentErrorDomain, code: 99), CancellationError(),
        ]
        for error in foreign { #expect(PaymentError(error) == PaymentError(.unknown)) }
    }

    @Test func `of another domain is never success`() {
        struct Offline: Error {}
        let result = PKPaymentAuthorizationResult(status: .success, errors: [Offline()])
        #expect(!AuthorizationResult(result).isPaid)
    }
}
