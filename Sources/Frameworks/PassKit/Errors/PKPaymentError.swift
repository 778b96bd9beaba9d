public import Foundation

/// What a merchant finds wrong with what the shopper chose. Since iOS 11.
///
/// It casts to `NSError`, and an `NSError` of ``PKPaymentErrorDomain`` casts to it.
public struct PKPaymentError: _BridgedStoredNSError {
    /// What Foundation keeps of it.
    public let _nsError: NSError

    /// The same as an error of Foundation's.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKPaymentErrorDomain``.
    public static var errorDomain: String { PKPaymentErrorDomain }

    /// ``PKPaymentErrorDomain``.
    public static var _nsErrorDomain: String { PKPaymentErrorDomain }

    /// What is wrong.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error that the code is one of.
        public typealias _ErrorType = PKPaymentError

        /// Nothing that can be named; the shopper may try again.
        case unknownError = -1
        /// The shipping contact.
        case shippingContactInvalidError = 1
        /// The billing contact.
        case billingContactInvalidError = 2
        /// A valid address that the merchant does not deliver to.
        case shippingAddressUnserviceableError = 3
        /// No such coupon. Since iOS 15.
        case couponCodeInvalidError = 4
        /// The coupon is out of date. Since iOS 15.
        case couponCodeExpiredError = 5
    }

    /// Nothing that can be named; the shopper may try again.
    public static var unknownError: Code { .unknownError }
    /// The shipping contact.
    public static var shippingContactInvalidError: Code { .shippingContactInvalidError }
    /// The billing contact.
    public static var billingContactInvalidError: Code { .billingContactInvalidError }
    /// A valid address that the merchant does not deliver to.
    public static var shippingAddressUnserviceableError: Code { .shippingAddressUnserviceableError }
    /// No such coupon. Since iOS 15.
    public static var couponCodeInvalidError: Code { .couponCodeInvalidError }
    /// The coupon is out of date. Since iOS 15.
    public static var couponCodeExpiredError: Code { .couponCodeExpiredError }
}
