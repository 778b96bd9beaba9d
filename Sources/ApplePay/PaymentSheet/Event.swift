public import Money
public import PaymentRequest

extension PaymentSheet {
    /// An event of a sheet.
    public enum Event: Hashable, Sendable {
        /// The sheet is presented.
        case presented

        /// The shopper chose or edited the shipping contact.
        case choseShippingContact(Contact)
        /// The shopper chose or edited the billing contact.
        case choseBillingContact(Contact)
        /// The shopper chose a shipping method.
        case choseShippingMethod(identifier: String)
        /// The shopper chose a card.
        case choseCard(Card)
        /// The shopper entered a coupon code.
        case enteredCouponCode(String)
        /// The shopper confirmed a total, by Face ID, Touch ID or passcode.
        case authorized(total: Money)
        /// The shopper entered the card's PIN.
        case enteredPIN
        /// The shopper closed the sheet.
        case cancelled
        /// The app dismissed the sheet. Before the finish this cancels it; after the finish it is
        /// required of the app and changes nothing.
        case dismissed

        /// The delegate answered a question other than the authorization.
        case updateAnswered(AskID, RequestUpdate)
        /// The delegate answered the authorization.
        case authorizationAnswered(AskID, AuthorizationResult)
        /// The app released a question without an answer; none can follow.
        case answerLetGo(AskID)
        /// The time limit for an answer has passed.
        case answerOverdue(AskID)

        /// The token was made.
        case tokenMade(TokenID)
        /// The token could not be made.
        case tokenRefused(TokenID)
    }
}
