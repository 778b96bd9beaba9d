public import Money
public import PaymentRequest

extension PaymentSheet {
    /// Something that happened to a sheet.
    public enum Event: Hashable, Sendable {
        /// The sheet is on screen.
        case presented

        /// The shopper chose or edited where goods go.
        case choseShippingContact(Contact)
        /// The shopper chose or edited where bills go.
        case choseBillingContact(Contact)
        /// The shopper chose a way of shipping.
        case choseShippingMethod(identifier: String)
        /// The shopper chose a card.
        case choseCard(Card)
        /// The shopper entered a coupon code.
        case enteredCouponCode(String)
        /// The shopper looked at a total and said yes to it, with a face, a finger or a passcode.
        case authorized(total: Money)
        /// The shopper entered the card's PIN.
        case enteredPIN
        /// The shopper closed the sheet.
        case cancelled
        /// The app took the sheet away. Before the finish that counts as closing it; after the
        /// finish it is what an app has to do, and nothing happens.
        case dismissed

        /// The delegate answered any question but the one about an authorization.
        case updateAnswered(AskID, RequestUpdate)
        /// The delegate answered the question about an authorization.
        case authorizationAnswered(AskID, AuthorizationResult)
        /// The app let go of a question without an answer; none can come any more.
        case answerLetGo(AskID)
        /// The time for an answer is over.
        case answerOverdue(AskID)

        /// The token is there.
        case tokenMade(TokenID)
        /// There will be no token.
        case tokenRefused(TokenID)
    }
}
