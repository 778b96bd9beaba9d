public import Foundation

/// A merchant's error about the shopper's choices. Since iOS 11.
///
/// It casts to `NSError`, and an `NSError` of ``PKPaymentErrorDomain`` casts to it.
public struct PKPaymentError: _BridgedStoredNSError {
    /// The underlying Foundation error.
    public let _nsError: NSError

    /// Creates the error from a Foundation error.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKPaymentErrorDomain``.
    public static var errorDomain: String { PKPaymentErrorDomain }

    /// ``PKPaymentErrorDomain``.
    public static var _nsErrorDomain: String { PKPaymentErrorDomain }

    /// The code of a payment error.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error type of this code.
        public typealias _ErrorType = PKPaymentError

        /// An unspecified error; the shopper may try again.
        case unknownError = -1
        /// The shipping contact is invalid.
        case shippingContactInvalidError = 1
        /// The billing contact is invalid.
        case billingContactInvalidError = 2
        /// A valid address that the merchant does not deliver to.
        case shippingAddressUnserviceableError = 3
        /// The coupon does not exist. Since iOS 15.
        case couponCodeInvalidError = 4
        /// The coupon has expired. Since iOS 15.
        case couponCodeExpiredError = 5
    }

    /// An unspecified error; the shopper may try again.
    public static var unknownError: Code { .unknownError }
    /// The shipping contact is invalid.
    public static var shippingContactInvalidError: Code { .shippingContactInvalidError }
    /// The billing contact is invalid.
    public static var billingContactInvalidError: Code { .billingContactInvalidError }
    /// A valid address that the merchant does not deliver to.
    public static var shippingAddressUnserviceableError: Code { .shippingAddressUnserviceableError }
    /// The coupon does not exist. Since iOS 15.
    public static var couponCodeInvalidError: Code { .couponCodeInvalidError }
    /// The coupon has expired. Since iOS 15.
    public static var couponCodeExpiredError: Code { .couponCodeExpiredError }
}
