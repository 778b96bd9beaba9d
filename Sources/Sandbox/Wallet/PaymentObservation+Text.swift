internal import PaymentRequest
public import PaymentSheet

extension PaymentObservation {
    /// The delegate's method that was called, by Apple's name, with its argument; nil if none was
    /// called.
    public var delegateCall: String? {
        switch self {
        case .asked(.merchantSession): "didRequestMerchantSessionUpdate"
        case .asked(.paymentMethod): "didSelectPaymentMethod"
        case .asked(.shippingContact(let contact)):
            "didSelectShippingContact \(contact.contact.placeText)"
        case .asked(.shippingMethod(let method)): "didSelectShippingMethod \(method.identifier)"
        case .asked(.couponCode(let code)): "didChangeCouponCode \(code)"
        case .asked(.authorization(let payment)): "didAuthorizePayment \(payment.total)"
        case .announced: "willAuthorizePayment"
        case .finished: "didFinish"
        default: nil
        }
    }
}

extension PaymentObservation {
    /// How the sheet ended; nil if this is not its end.
    public var outcome: PaymentSheet.Outcome? {
        switch self {
        case .finished(let outcome), .closed(let outcome): outcome
        default: nil
        }
    }
}

extension PaymentObservation {
    /// The app's mistake; nil if this is none.
    public var mistake: String? {
        switch self {
        case .appMistake(let mistake): "\(mistake)"
        case .reported(let diagnostic, let method):
            method.map(diagnostic.text(naming:)) ?? "\(diagnostic)"
        default: nil
        }
    }
}

extension PaymentObservation: CustomStringConvertible {
    /// One line without numbers, names, addresses or tokens.
    public var description: String {
        if let delegateCall, outcome == nil { return "delegate: \(delegateCall)" }
        switch self {
        case .unheard: return "delegate: does not listen to that"
        case .presented(let request): return "sheet: shown for \(request.total)"
        case .updated(let request): return "sheet: now \(request.total)"
        case .shopper(let step): return "shopper: \(step.words)"
        case .stepFailed(let failure): return "shopper: \(failure)"
        case .instructed: return "token: the Secure Element is asked"
        case .sealedForApple: return "token: sealed for Apple's server"
        case .sealedForMerchant: return "token: sealed to the merchant"
        case .handedToDelegate: return "token: handed to the delegate"
        case .noToken(let failure): return "token: none was made, \(failure)"
        case .shown(let display): return "sheet: shows \(display.words)"
        case .reported: return "mistake: \(mistake ?? "")"
        case .appMistake(let mistake): return "mistake: \(mistake)"
        case .paymentSetupOpened: return "device: the setting up of a card begins"
        case .closed(let outcome): return "sheet: closed by the app, \(outcome.words)"
        case .finished(let outcome): return "delegate: didFinish, \(outcome.words)"
        case .asked, .announced: return "delegate: \(delegateCall ?? "")"
        }
    }
}

extension PaymentSheet.Outcome {
    /// How the sheet ended, for people: such as `not paid: cancelled`.
    public var words: String {
        switch self {
        case .paid: "paid"
        case .notPaid(let ending): "not paid: \(ending.words)"
        case .unresolved(_, let ending): "perhaps charged: \(ending.words)"
        }
    }
}

extension PaymentSheet.Ending {
    fileprivate var words: String {
        switch self {
        case .cancelled: "cancelled"
        case .answerOverdue: "no answer within the time limit"
        case .invalidUpdate: "an invalid update"
        case .merchantSessionRefused: "the merchant session was refused"
        }
    }
}

extension PaymentSheet.Display {
    /// The display as the object of "shows", for people: such as `that it is paid`.
    public var words: String {
        switch self {
        case .processing: "that it is paying"
        case .paid: "that it is paid"
        case .failed: "that it failed"
        case .errors(let errors): "\(errors.map(\.description).joined(separator: "; "))"
        case .missing(let shipping, let billing):
            "what is missing: shipping \(shipping.map(\.rawValue)), billing \(billing.map(\.rawValue))"
        case .totalChanged: "that the total has changed"
        case .enterPIN: "a field for the PIN"
        case .notCompleted: "that the payment was not completed"
        }
    }
}

extension ScriptedShopper.Step {
    /// The step for people, without a contact's fields or a coupon code: such as `authorizes`.
    public var words: String {
        switch self {
        case .chooseShippingContact: "chooses a shipping contact"
        case .chooseBillingContact: "chooses a billing contact"
        case .editShippingContact: "edits the shipping contact"
        case .editBillingContact: "edits the billing contact"
        case .chooseShippingMethod(let identifier): "chooses shipping method '\(identifier)'"
        case .chooseCard(let name): "chooses card '\(name)'"
        case .enterCouponCode: "types a coupon code"
        case .authorize: "authorizes"
        case .enterPIN: "types the PIN"
        case .cancel: "cancels"
        case .cancelAtOnce: "cancels at once"
        case .wait(let duration): "waits \(duration)"
        }
    }
}

extension ScriptedShopper.Step {
    /// The step as it is written in a script, without a contact's fields or a coupon code.
    var call: String {
        switch self {
        case .chooseShippingContact: "chooseShippingContact(…)"
        case .chooseBillingContact: "chooseBillingContact(…)"
        case .editShippingContact: "editShippingContact(…)"
        case .editBillingContact: "editBillingContact(…)"
        case .chooseShippingMethod(let identifier):
            "chooseShippingMethod(\(identifier.debugDescription))"
        case .chooseCard(let name): "chooseCard(\(name.debugDescription))"
        case .enterCouponCode: "enterCouponCode(…)"
        case .authorize: "authorize()"
        case .enterPIN: "enterPIN()"
        case .cancel: "cancel()"
        case .cancelAtOnce: "cancelAtOnce()"
        case .wait(let duration): "wait(\(duration))"
        }
    }
}

extension Contact {
    /// City, state, postal code and country: the content of a redacted contact.
    fileprivate var placeText: String {
        let address = postalAddress ?? PostalAddress()
        return [address.city, address.state, address.postalCode, address.isoCountryCode]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}
