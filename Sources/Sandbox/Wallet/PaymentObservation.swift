public import PaymentDevice
public import PaymentRequest
public import PaymentSheet
public import PaymentToken
public import SecureElement

/// Something that an onlooker may be told while a sheet is shown, in order.
public enum PaymentObservation: Sendable {
    /// The sheet is on screen with this request.
    case presented(ValidPaymentRequest)
    /// The shopper did something.
    case shopper(ScriptedShopper.Step)
    /// The delegate was asked.
    case asked(PaymentSheet.Question)
    /// The delegate does not listen to the question that it was asked last.
    case unheard(PaymentSheet.Question)
    /// The delegate was told that the shopper has authenticated.
    case announced
    /// The request stands like this after the delegate's answer.
    case updated(ValidPaymentRequest)
    /// Step 1 of a token: the framework instructed the Secure Element (mission 11.1).
    case instructed(PaymentInstruction)
    /// Step 2: the Secure Element sealed the payment data for Apple's server (mission 11.2).
    case sealedForApple(SealedForApple)
    /// Step 3: Apple's server sealed it again to the merchant and signed it (mission 11.3).
    case sealedForMerchant(SealedPaymentToken)
    /// Step 4: the delegate has the token (mission 11.4).
    case handedToDelegate(SealedPaymentToken)
    /// No token was made.
    case noToken(TokenFailure)
    /// The sheet shows something.
    case shown(PaymentSheet.Display)
    /// The app did something wrong at the sheet; `method` names the delegate's method.
    case reported(PaymentSheet.Diagnostic, method: String?)
    /// The app did something wrong elsewhere.
    case appMistake(AppMistake)
    /// The app asked for a card to be set up (mission 4.5).
    case paymentSetupOpened
    /// A step of the script could not be taken.
    case stepFailed(ScriptFailure)
    /// The sheet went away, and the delegate was told.
    case finished(PaymentSheet.Outcome)
    /// The sheet ended without a callback: the app dismissed it before it finished, or its delegate
    /// was released.
    case closed(PaymentSheet.Outcome)
}
