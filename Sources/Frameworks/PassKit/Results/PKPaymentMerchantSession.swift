public import Foundation

/// A merchant's session with Apple, which the merchant's server requests. Since iOS 14.
open class PKPaymentMerchantSession: NSObject {
    /// The answer of Apple's server.
    let dictionary: [AnyHashable: Any]

    /// Creates an empty session.
    public convenience override init() { self.init(dictionary: [:]) }

    /// Creates a session from the answer of Apple's server.
    public init(dictionary: [AnyHashable: Any]) {
        self.dictionary = dictionary
        super.init()
    }
}

/// An app's answer when the sheet needs a merchant session. Since iOS 14.
open class PKPaymentRequestMerchantSessionUpdate: NSObject {
    /// The status.
    open var status: PKPaymentAuthorizationStatus
    /// The session; nil if there is none.
    open var session: PKPaymentMerchantSession?

    /// Creates a successful answer without a session.
    public convenience override init() { self.init(status: .success, merchantSession: nil) }

    /// Creates an answer.
    public init(status: PKPaymentAuthorizationStatus, merchantSession: PKPaymentMerchantSession?) {
        self.status = status
        session = merchantSession
        super.init()
    }
}
