internal import Foundation

/// The errors for an app's answers; each is a ``PKPaymentError``.
extension PKPaymentRequest {
    /// The error for an invalid field of the shipping contact. Since iOS 11.
    public class func paymentContactInvalidError(
        withContactField field: PKContactField,
        localizedDescription: String?
    ) -> any Error {
        error(.shippingContactInvalidError, field, describedAs: localizedDescription)
    }

    /// The error for an invalid part of the shipping address, by a `CNPostalAddress…Key`. Since
    /// iOS 11.
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

    /// The error for an invalid part of the billing address, by a `CNPostalAddress…Key`. Since iOS
    /// 11.
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

    /// The error for an address that the merchant does not deliver to. Since iOS 11.
    public class func paymentShippingAddressUnserviceableError(
        withLocalizedDescription localizedDescription: String?
    ) -> any Error {
        error(.shippingAddressUnserviceableError, describedAs: localizedDescription)
    }

    /// The error for a coupon that does not exist. Since iOS 15.
    public static func paymentCouponCodeInvalidError(
        localizedDescription: String? = nil
    ) -> any Error {
        error(.couponCodeInvalidError, describedAs: localizedDescription)
    }

    /// The error for a coupon that has expired. Since iOS 15.
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
