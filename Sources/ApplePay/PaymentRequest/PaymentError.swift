/// A merchant's objection to the shopper's choices, which the shopper must correct.
///
/// - Source: Apple, PassKit, `PKPaymentError` and the factories on `PKPaymentRequest`.
public struct PaymentError: Error, Hashable, Sendable {
    /// The cause.
    public let cause: Cause
    /// The merchant's text for the shopper. The sheet may shorten or omit it.
    public let message: String?

    /// Creates an error.
    public init(_ cause: Cause, message: String? = nil) {
        self.cause = cause
        self.message = message
    }

    /// The cause of a payment error.
    public enum Cause: Hashable, Sendable {
        /// No known cause; the shopper may try again.
        case unknown
        /// The shipping contact is invalid.
        case shippingContactInvalid(Place)
        /// The billing contact is invalid.
        case billingContactInvalid(Place)
        /// A valid address that the merchant does not deliver to.
        case shippingAddressUnserviceable
        /// The coupon does not exist.
        case couponCodeInvalid
        /// The coupon has expired.
        case couponCodeExpired
    }

    /// A place in a contact.
    public enum Place: Hashable, Sendable {
        /// The whole contact.
        case anywhere
        /// One field.
        case field(ContactField)
        /// One part of the postal address.
        case addressPart(PostalAddress.Part)
    }

    /// Apple's code in the domain of payment errors.
    public var code: Int {
        switch cause {
        case .unknown: -1
        case .shippingContactInvalid: 1
        case .billingContactInvalid: 2
        case .shippingAddressUnserviceable: 3
        case .couponCodeInvalid: 4
        case .couponCodeExpired: 5
        }
    }

    /// Whether the shopper must change something before authorizing. Coupons and unknown causes are
    /// only shown.
    public var blocksAuthorization: Bool {
        switch cause {
        case .shippingContactInvalid, .billingContactInvalid, .shippingAddressUnserviceable: true
        case .unknown, .couponCodeInvalid, .couponCodeExpired: false
        }
    }

    /// Whether a change of the shipping contact resolves the error.
    public func isMended(byShipping new: Contact, insteadOf old: Contact?) -> Bool {
        switch cause {
        case .shippingContactInvalid(let place): place.differs(in: new, and: old)
        case .shippingAddressUnserviceable: new.postalAddress != old?.postalAddress
        case .unknown, .billingContactInvalid, .couponCodeInvalid, .couponCodeExpired: false
        }
    }

    /// Whether a change of the billing contact resolves the error.
    public func isMended(byBilling new: Contact, insteadOf old: Contact?) -> Bool {
        guard case .billingContactInvalid(let place) = cause else { return false }
        return place.differs(in: new, and: old)
    }
}

extension PaymentError.Place {
    fileprivate func differs(in new: Contact, and old: Contact?) -> Bool {
        switch self {
        case .anywhere: new != old
        case .field(.postalAddress): new.postalAddress != old?.postalAddress
        case .field(.emailAddress): new.emailAddress != old?.emailAddress
        case .field(.phoneNumber): new.phoneNumber != old?.phoneNumber
        case .field(.name), .field(.phoneticName): new.name != old?.name
        case .addressPart(let part): new.postalAddress?[part] != old?.postalAddress?[part]
        }
    }
}

extension PaymentError.Place: CustomStringConvertible {
    /// The name of the field in code.
    public var description: String {
        switch self {
        case .anywhere: "somewhere"
        case .field(.postalAddress): "postalAddress"
        case .field(.emailAddress): "emailAddress"
        case .field(.phoneNumber): "phoneNumber"
        case .field(.name): "name"
        case .field(.phoneticName): "phoneticName"
        case .addressPart(let part): "postalAddress \(part.rawValue)"
        }
    }
}

extension PaymentError: CustomStringConvertible {
    /// One line for a log, without the merchant's text.
    public var description: String {
        switch cause {
        case .unknown: "unknown error"
        case .shippingContactInvalid(let place): "shipping contact invalid: \(place.description)"
        case .billingContactInvalid(let place): "billing contact invalid: \(place.description)"
        case .shippingAddressUnserviceable: "no delivery to the shipping address"
        case .couponCodeInvalid: "coupon code invalid"
        case .couponCodeExpired: "coupon code expired"
        }
    }
}
