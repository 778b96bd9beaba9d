public import AppleServers
public import PaymentRequest
public import PaymentSheet
public import PaymentToken

/// An event that is reported to an observer while a sheet is shown, in order.
public enum PaymentObservation: Sendable {
    /// The sheet is shown, with this request.
    case presented(ValidPaymentRequest)
    /// The shopper took a step.
    case shopper(ScriptedShopper.Step)
    /// The delegate was asked.
    case asked(PaymentSheet.Question)
    /// The delegate does not implement the last question.
    case unheard(PaymentSheet.Question)
    /// The delegate was told that the shopper has authenticated.
    case announced
    /// The request after the delegate's answer.
    case updated(ValidPaymentRequest)
    /// Step 1 of a token: the framework instructed the Secure Element (mission 11.1).
    case instructed(PaymentInstruction)
    /// Step 2: the Secure Element encrypted the payment data for Apple's server (mission 11.2).
    case sealedForApple(SealedForApple)
    /// Step 3: Apple's server encrypted it for the merchant and signed it (mission 11.3).
    case sealedForMerchant(SealedPaymentToken)
    /// Step 4: the delegate got the token (mission 11.4).
    case handedToDelegate(SealedPaymentToken)
    /// No token was made: a ``SecureElementFailure`` or a ``AppleServers/TokenServiceRefusal``.
    case noToken(any Error)
    /// The sheet shows a message.
    case shown(PaymentSheet.Display)
    /// The app made a mistake at the sheet; `method` names the delegate's method.
    case reported(PaymentSheet.Diagnostic, method: String?)
    /// The app made a mistake elsewhere.
    case appMistake(AppMistake)
    /// The app asked for the set-up of a card (mission 4.5).
    case paymentSetupOpened
    /// A step of the script failed.
    case stepFailed(ScriptFailure)
    /// The sheet finished, and the delegate was told.
    case finished(PaymentSheet.Outcome)
    /// The sheet ended without a callback: the app dismissed it before it finished, or its delegate
    /// was released.
    case closed(PaymentSheet.Outcome)
}
