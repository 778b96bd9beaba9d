public import PaymentRequest

/// Why no sheet is shown.
public enum PresentationRefusal: Error, Hashable, Sendable {
    /// The request is invalid; the developer must correct it.
    case invalidRequest(InvalidPaymentRequest)
    /// The app's entitlement does not name the merchant of the request (mission 3.11).
    case merchantNotInEntitlement(merchant: String, entitled: [String])
    /// The device cannot pay, or parental controls forbid it.
    case deviceCannotPay
    /// The request is for a payout, and no device here pays money out.
    case payoutsNotSupported
    /// The wallet has no card that the request accepts.
    case noCard
    /// A sheet is on screen already.
    case sheetIsShown
}

extension PresentationRefusal: CustomStringConvertible {
    /// The line for a log, which says who must do what.
    public var description: String {
        switch self {
        case .invalidRequest(let invalid): "\(invalid)"
        case .merchantNotInEntitlement(let merchant, let entitled):
            "the request's merchantIdentifier \(merchant.debugDescription) is not in the app's"
                + " entitlement, which names \(Self.list(entitled)); in a test, give it to"
                + " ApplePaySandbox(merchant:), and in Xcode add it under Signing & Capabilities,"
                + " Apple Pay"
        case .deviceCannotPay: "the device cannot pay; ask canMakePayments() first"
        case .payoutsNotSupported:
            "no device of the sandbox pays money out; ask supportsDisbursements() first"
        case .noCard:
            "the wallet has no card that the request's supportedNetworks, merchantCapabilities and"
                + " supportedCountries admit; ask canMakePayments(usingNetworks:) first"
        case .sheetIsShown:
            "a payment sheet is on screen already; dismiss it upon its didFinish first"
        }
    }
}

extension PresentationRefusal {
    private static func list(_ merchants: [String]) -> String {
        merchants.isEmpty
            ? "no merchant" : merchants.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

/// A mistake of an app outside its answers to a sheet.
public enum AppMistake: Hashable, Sendable {
    /// A payment token was stored in iCloud's key-value store, where every device of the shopper
    /// and every version of the app can read it (mission 14.4, 14.6).
    case tokenInCloudStore(key: String)
    /// The handler that decides about a link was called more than once (mission 6.5).
    case navigationDecidedTwice
    /// The handler that decides about a link was released without a decision.
    case navigationNeverDecided
    /// No sheet was shown.
    case notPresented(PresentationRefusal)
    /// The app was told that the sheet has finished and did not dismiss it, so that it covers the
    /// app.
    case neverDismissed
    /// The controller had no delegate when its sheet called it: none was set.
    case delegateMissing
    /// The controller's delegate was set, and released or set to nil before the sheet was dismissed.
    case delegateReleased
    /// The package of an order was refused, for these faults.
    case orderRefused(String)
}

extension AppMistake: CustomStringConvertible {
    /// One line for the app's developer.
    public var description: String {
        switch self {
        case .tokenInCloudStore(let key):
            "a payment token was stored in iCloud under '\(key)'; send it to the merchant's"
                + " server and keep it nowhere"
        case .navigationDecidedTwice:
            "decisionHandler was called twice; return after the first call"
        case .navigationNeverDecided: "decisionHandler was never called"
        case .notPresented(let refusal): "no sheet was shown: \(refusal)"
        case .neverDismissed:
            "the sheet was not dismissed after didFinish; it stays and covers the app"
        case .delegateMissing:
            "the controller's delegate is nil, so the app is told nothing and cannot be paid; set"
                + " the delegate before present"
        case .delegateReleased:
            "the controller's delegate was released, or set to nil, before the sheet was"
                + " dismissed, so the app is told nothing and cannot be paid; keep a strong reference"
                + " to it until then, since the controller has a weak one"
        case .orderRefused(let faults):
            "the order was not saved: \(faults); TestSandbox.signOrder makes packages that this"
                + " device trusts, and quince order check says more of a fault"
        }
    }
}
