// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The domain of ``PKPassKitError``.
public let PKPassKitErrorDomain = "PKPassKitErrorDomain"
/// The domain of ``PKPaymentError``. Since iOS 11.
public let PKPaymentErrorDomain = "PKPaymentErrorDomain"
/// The domain of ``PKDisbursementError``. Since iOS 17.
public let PKDisbursementErrorDomain = "PKDisbursementErrorDomain"
/// The domain of ``PKAddSecureElementPassError``. Since iOS 13.4.
public let PKAddSecureElementPassErrorDomain = "PKAddSecureElementPassErrorDomain"
/// The domain of ``PKShareSecureElementPassError``. Since iOS 16.
public let PKShareSecureElementPassErrorDomain = "PKShareSecureElementPassErrorDomain"
/// The domain of errors about identity documents. Since iOS 16.
public let PKIdentityErrorDomain = "PKIdentityErrorDomain"

/// A key of a payment error's `userInfo`. Since iOS 11.
public struct PKPaymentErrorKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name, which is the key in an error's `userInfo`.
    public let rawValue: String

    /// Creates a key from a name. Any string is accepted.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The field of the contact; a ``PKContactField``.
    public static let contactFieldUserInfoKey =
        PKPaymentErrorKey(rawValue: "PKPaymentErrorContactField")
    /// The part of the postal address; a `CNPostalAddress…Key`.
    public static let postalAddressUserInfoKey =
        PKPaymentErrorKey(rawValue: "PKPaymentErrorPostalAddress")
}

/// A key of a payout error's `userInfo`. Since iOS 17.
public struct PKDisbursementErrorKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name, which is the key in an error's `userInfo`.
    public let rawValue: String

    /// Creates a key from a name. Any string is accepted.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The field of the contact; a ``PKContactField``. The raw value is a guess.
    public static let contactFieldUserInfoKey =
        PKDisbursementErrorKey(rawValue: "PKDisbursementErrorContactField")
}
