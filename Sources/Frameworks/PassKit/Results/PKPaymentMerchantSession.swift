public import Foundation

/// A merchant's session with Apple, as the merchant's server got it. Since iOS 14.
open class PKPaymentMerchantSession: NSObject {
    /// What Apple's server answered.
    let dictionary: [AnyHashable: Any]

    /// A session that holds nothing.
    public convenience override init() { self.init(dictionary: [:]) }

    /// A session by what Apple's server answered.
    public init(dictionary: [AnyHashable: Any]) {
        self.dictionary = dictionary
        super.init()
    }
}

/// What an app answers when the sheet needs a merchant session. Since iOS 14.
open class PKPaymentRequestMerchantSessionUpdate: NSObject {
    /// How it turned out.
    open var status: PKPaymentAuthorizationStatus
    /// The session; nil where there is none.
    open var session: PKPaymentMerchantSession?

    /// Success without a session.
    public convenience override init() { self.init(status: .success, merchantSession: nil) }

    /// An answer.
    public init(status: PKPaymentAuthorizationStatus, merchantSession: PKPaymentMerchantSession?) {
        self.status = status
        session = merchantSession
        super.init()
    }
}
