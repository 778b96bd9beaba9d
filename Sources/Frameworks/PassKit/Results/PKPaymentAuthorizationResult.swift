public import Foundation

/// What an app answers when the shopper has authorized. Since iOS 11.
open class PKPaymentAuthorizationResult: NSObject {
    private var givenErrors: [any Error]

    /// How it turned out.
    open var status: PKPaymentAuthorizationStatus

    /// What the shopper must put right, the worst first; nil makes it empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var errors: [any Error]! {
        get { givenErrors }
        set { givenErrors = newValue ?? [] }
    }

    /// Where the wallet finds the order. Since iOS 16.
    open var orderDetails: PKPaymentOrderDetails?

    /// Success.
    public override init() {
        status = .success
        givenErrors = []
        super.init()
    }

    /// An answer.
    public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) {
        self.status = status
        givenErrors = errors ?? []
        super.init()
    }
}

/// Where the wallet finds an order that was just paid. Since iOS 16.
open class PKPaymentOrderDetails: NSObject {
    /// The kind of order, by the identifier registered with Apple.
    open var orderTypeIdentifier: String
    /// The merchant's own name for the order.
    open var orderIdentifier: String
    /// Where the order can be had.
    open var webServiceURL: URL
    /// What the wallet must show there; a secret.
    open var authenticationToken: String

    /// An order.
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
