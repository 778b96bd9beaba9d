public import Foundation

/// An app's result after the shopper has authorized. Since iOS 11.
open class PKPaymentAuthorizationResult: NSObject {
    private var givenErrors: [any Error]

    /// The status.
    open var status: PKPaymentAuthorizationStatus

    /// The errors that the shopper must correct, the most severe first; nil makes it empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var errors: [any Error]! {
        get { givenErrors }
        set { givenErrors = newValue ?? [] }
    }

    /// The order for tracking. Since iOS 16.
    open var orderDetails: PKPaymentOrderDetails?

    /// Creates a successful result.
    public override init() {
        status = .success
        givenErrors = []
        super.init()
    }

    /// Creates a result.
    public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) {
        self.status = status
        givenErrors = errors ?? []
        super.init()
    }
}

/// Where the wallet gets a paid order for tracking. Since iOS 16.
open class PKPaymentOrderDetails: NSObject {
    /// The order type identifier that is registered with Apple.
    open var orderTypeIdentifier: String
    /// The merchant's identifier of the order.
    open var orderIdentifier: String
    /// The URL of the web service that delivers the order.
    open var webServiceURL: URL
    /// The secret with which the wallet authenticates there.
    open var authenticationToken: String

    /// Creates order details.
    public init(
        orderTypeIdentifier: String,
        orderIdentifier: String,
        webServiceURL: URL,
        authenticationToken: String
    ) {
        self.orderTypeIdentifier = orderTypeIdentifier
        self.orderIdentifier = orderIdentifier
        self.webServiceURL = webServiceURL
        self.authenticationToken = authenticationToken
        super.init()
    }
}
