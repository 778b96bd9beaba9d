internal import Foundation

/// The errors that an app answers with; each is a ``PKPaymentError``.
extension PKPaymentRequest {
    /// A field of the shipping contact is wrong. Since iOS 11.
    public class func paymentContactInvalidError(
        withContactField field: PKContactField,
        localizedDescription: String?
    ) -> any Error {
        error(.shippingContactInvalidError, field, describedAs: localizedDescription)
    }

    /// A part of the shipping address is wrong, by a `CNPostalAddress…Key`. Since iOS 11.
    public class func paymentShippingAddressInvalidError(
        withKey postalAddressKey: String,
        localizedDescription: String?
    ) -> any Error {
        error(
            .shippingContactInvalidError,
            .postalAddress,
            part: postalAddressKey,
            describedAs: localizedDescription
        )
    }

    /// A part of the billing address is wrong, by a `CNPostalAddress…Key`. Since iOS 11.
    public class func paymentBillingAddressInvalidError(
        withKey postalAddressKey: String,
        localizedDescription: String?
    ) -> any Error {
        error(
            .billingContactInvalidError,
            .postalAddress,
            part: postalAddressKey,
            describedAs: localizedDescription
        )
    }

    /// The merchant does not deliver to the address. Since iOS 11.
    public class func paymentShippingAddressUnserviceableError(
        withLocalizedDescription localizedDescription: String?
    ) -> any Error {
        error(.shippingAddressUnserviceableError, describedAs: localizedDescription)
    }

    /// There is no such coupon. Since iOS 15.
    public static func paymentCouponCodeInvalidError(
        localizedDescription: String? = nil
    ) -> any Error {
        error(.couponCodeInvalidError, describedAs: localizedDescription)
    }

    /// The coupon is out of date. Since iOS 15.
    public static func paymentCouponCodeExpiredError(
        localizedDescription: String? = nil
    ) -> any Error {
        error(.couponCodeExpiredError, describedAs: localizedDescription)
    }

    private static func error(
        _ code: PKPaymentError.Code,
        _ field: PKContactField? = nil,
        part: String? = nil,
        describedAs description: String?
    ) -> PKPaymentError {
        var userInfo: [String: Any] = [:]
        let name = field?._bridgeToObjectiveC()
        userInfo[PKPaymentErrorKey.contactFieldUserInfoKey.rawValue] = name
        userInfo[PKPaymentErrorKey.postalAddressUserInfoKey.rawValue] = part
        userInfo[NSLocalizedDescriptionKey] = description
        return PKPaymentError(code, userInfo: userInfo)
    }
}
