public import PaymentRequest

extension PaymentSheet {
    /// Something to do for a sheet.
    public enum Action: Hashable, Sendable {
        /// Ask the delegate. Where it does not listen, answer for it at once: with
        /// ``PaymentRequest/RequestUpdate/unchanged``, or with a failure for an authorization.
        case ask(AskID, Question)
        /// Come back with ``Event/answerOverdue(_:)`` after this long.
        case startWaiting(AskID, for: Duration)
        /// The answer is no longer waited for.
        case stopWaiting(AskID)
        /// Tell the delegate that the shopper has authenticated, `willAuthorizePayment`.
        case announceAuthorization
        /// Make a token, and come back with ``Event/tokenMade(_:)`` or ``Event/tokenRefused(_:)``.
        case makeToken(TokenOrder)
        /// Show the shopper something that the sheet's properties do not hold.
        case show(Display)
        /// Take the sheet away and tell the delegate, `didFinish`; once, and the last action but
        /// for reports.
        case finish(Outcome)
        /// Tell the merchant's developer what the app did wrong.
        case report(Diagnostic)
    }

    /// What a shopper is shown for a moment.
    public enum Display: Hashable, Sendable {
        /// The payment is under way.
        case processing
        /// It is paid.
        case paid
        /// It did not work; the shopper may try again.
        case failed
        /// These are to be put right, the worst first.
        case errors([PaymentError])
        /// These must be filled in before the shopper can authorize.
        case missing(shipping: [ContactField], billing: [ContactField])
        /// The total is no longer the one that the shopper said yes to.
        case totalChanged
        /// The card's PIN is needed, perhaps once more.
        case enterPIN(again: Bool)
        /// The payment was not completed; the sheet goes away.
        case notCompleted
    }

    /// How a sheet ended.
    public enum Outcome: Hashable, Sendable {
        /// The merchant said that this token is paid.
        case paid(TokenID)
        /// Nothing was paid.
        case notPaid(Ending)
        /// The merchant has this token and never said what became of it: the shopper may have been
        /// charged without knowing.
        case unresolved(TokenID, Ending)
    }

    /// Why a sheet ended unpaid.
    public enum Ending: Hashable, Sendable {
        /// The shopper closed it, or the app took it away.
        case cancelled
        /// The merchant has no session with Apple.
        case merchantSessionRefused(AskID)
        /// An answer took too long.
        case answerOverdue(AskID)
        /// An answer made the request invalid.
        case invalidUpdate(AskID)
    }
}
