internal import Contacts
internal import Foundation
internal import PaymentRequest

extension PaymentError {
    /// Creates an error from the domain, code and keys of an app's error of any type.
    ///
    /// An error of another domain becomes an unknown error without a text: how Apple's sheet shows
    /// it is not known, but an app that answers with one does not mean success. If a key is
    /// missing or has another type, the error is not about a particular place.
    init(_ error: any Error) {
        let stated = error as NSError
        guard stated.domain == PKPaymentErrorDomain else {
            self.init(.unknown)
            return
        }
        let message = stated.userInfo[NSLocalizedDescriptionKey] as? String
        self.init(Cause(code: stated.code, userInfo: stated.userInfo), message: message)
    }
}

extension PaymentError.Cause {
    fileprivate init(code: Int, userInfo: [String: Any]) {
        switch PKPaymentError.Code(rawValue: code) {
        case .shippingContactInvalidError:
            self = .shippingContactInvalid(PaymentError.Place(userInfo))
        case .billingContactInvalidError:
            self = .billingContactInvalid(PaymentError.Place(userInfo))
        case .shippingAddressUnserviceableError: self = .shippingAddressUnserviceable
        case .couponCodeInvalidError: self = .couponCodeInvalid
        case .couponCodeExpiredError: self = .couponCodeExpired
        case .unknownError, nil: self = .unknown
        }
    }
}

extension PaymentError.Place {
    fileprivate init(_ userInfo: [String: Any]) {
        let part = userInfo[PKPaymentErrorKey.postalAddressUserInfoKey.rawValue] as? String
        if let part = part.flatMap(PostalAddress.Part.init(rawValue:)) {
            self = .addressPart(part)
            return
        }
        let stated = userInfo[PKPaymentErrorKey.contactFieldUserInfoKey.rawValue]
        // An app may write the field or its text.
        let name = (stated as? PKContactField)?.rawValue ?? stated as? String
        self = name.flatMap(ContactField.init(rawValue:)).map { .field($0) } ?? .anywhere
    }
}
