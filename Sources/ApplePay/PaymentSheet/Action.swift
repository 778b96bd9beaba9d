public import PaymentRequest

extension PaymentSheet {
    /// An action that the sheet requires.
    public enum Action: Hashable, Sendable {
        /// Ask the delegate. If it does not implement the question, answer at once with
        /// ``PaymentRequest/RequestUpdate/unchanged``, or with a failure for an authorization.
        case ask(AskID, Question)
        /// Send ``Event/answerOverdue(_:)`` after this duration.
        case startWaiting(AskID, for: Duration)
        /// The answer is no longer awaited.
        case stopWaiting(AskID)
        /// Tell the delegate that the shopper has authenticated, `willAuthorizePayment`.
        case announceAuthorization
        /// Make a token, and send ``Event/tokenMade(_:)`` or ``Event/tokenRefused(_:)``.
        case makeToken(TokenOrder)
        /// Show the shopper a message that is not in the sheet's properties.
        case show(Display)
        /// Dismiss the sheet and tell the delegate, `didFinish`. It occurs once, and only reports
        /// follow.
        case finish(Outcome)
        /// Report a mistake of the app to its developer.
        case report(Diagnostic)
    }

    /// A message that the sheet shows temporarily.
    public enum Display: Hashable, Sendable {
        /// The payment is being processed.
        case processing
        /// The payment succeeded.
        case paid
        /// The payment failed; the shopper may try again.
        case failed
        /// The shopper must correct these errors, the most severe first.
        case errors([PaymentError])
        /// The shopper must fill in these fields before authorizing.
        case missing(shipping: [ContactField], billing: [ContactField])
        /// The total is no longer the one that the shopper confirmed.
        case totalChanged
        /// The card's PIN is requested, for the first time or again.
        case enterPIN(again: Bool)
        /// The payment was not completed; the sheet closes.
        case notCompleted
    }

    /// How a sheet ended.
    public enum Outcome: Hashable, Sendable {
        /// The merchant answered that the payment with this token succeeded.
        case paid(TokenID)
        /// Nothing was paid.
        case notPaid(Ending)
        /// The merchant received this token and did not answer: the shopper may have been charged
        /// without being told.
        case unresolved(TokenID, Ending)
    }

    /// Why a sheet ended without payment.
    public enum Ending: Hashable, Sendable {
        /// The shopper closed it, or the app dismissed it.
        case cancelled
        /// The merchant did not get a session with Apple.
        case merchantSessionRefused(AskID)
        /// An answer took too long.
        case answerOverdue(AskID)
        /// An answer made the request invalid.
        case invalidUpdate(AskID)
    }
}
