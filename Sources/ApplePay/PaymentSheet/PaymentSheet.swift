internal import Money
public import PaymentRequest

/// The payment sheet: what the shopper sees and chooses, the questions to the merchant, and when a
/// token is made.
///
/// A pure value: events in, actions out. The wallet draws it from its properties after every
/// event. It follows these rules:
///
/// - One question is open at a time; the shopper's choices in the meantime are queued.
/// - Before the shopper authorizes, a merchant sees only redacted contacts and cards.
/// - A token is made only for the total that the shopper confirmed.
/// - The sheet finishes once, at any time; later events are reported and ignored.
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationController` and its delegate. The 30 seconds
///   are those of Apple Pay on the Web, and were observed in apps as well. The following are our
///   choices, because Apple documents nothing: an invalid update closes the sheet; a failed update
///   without errors does not prevent the payment; the merchant session is requested first and has
///   the same 30 seconds; a card whose PIN is locked out stays so while the sheet is shown; and
///   only the first question about a card contains its billing address, as one integrator reports.
public struct PaymentSheet: Hashable, Sendable {
    /// The time that a merchant has to answer.
    public static let patience: Duration = .seconds(30)

    /// The maximum number of queued choices.
    public static let waitingLimit = 32

    /// The current request.
    public internal(set) var request: ValidPaymentRequest
    /// The selected card.
    public internal(set) var card: Card
    /// The full shipping contact.
    public internal(set) var shippingContact: Contact?
    /// The full billing contact.
    public internal(set) var billingContact: Contact?
    /// The selected shipping method; nil if the request has none.
    public internal(set) var shippingMethod: ValidPaymentRequest.ShippingMethod?
    /// The coupon code.
    public internal(set) var couponCode: String?
    /// Whether the sheet has been presented.
    public internal(set) var isPresented = false
    /// How the sheet ended; nil before its end.
    public internal(set) var outcome: Outcome?

    let asksForMerchantSession: Bool
    var work: Work?
    var waiting: [Choice] = []
    var standingErrors: [CurrentError] = []
    var handedOver: TokenID?
    var abandoned: AskID?
    var lockedOut: Set<Card.ID> = []
    var hasShownBillingAddress = false
    var offersShipping: Bool
    var lastAsk = 0
    var lastToken = 0

    /// The work that the sheet waits for before it continues.
    enum Work: Hashable, Sendable {
        case answer(AskID, Question)
        case token(TokenID)
        case pin
    }

    /// A choice of the shopper that can be queued.
    enum Choice: Hashable, Sendable {
        case card(Card)
        case shippingContact(Contact)
        case billingContact(Contact)
        case shippingMethod(identifier: String)
        case couponCode(String)
        case authorization(total: Money)
    }

    /// An error, and the kind of answer that contained it. The next answer of that kind replaces
    /// it.
    struct CurrentError: Hashable, Sendable {
        enum Origin: Hashable, Sendable {
            case merchantSession, paymentMethod, shippingContact, shippingMethod, couponCode,
                authorization
        }

        let origin: Origin
        let error: PaymentError
    }

    /// Creates a sheet that is not presented yet.
    ///
    /// The request's contacts are used first, and the shopper's for the missing parts. The first
    /// shipping method is selected without a question. The device decides whether the merchant is
    /// asked for a session with Apple, as apps on a Mac and pages are.
    public init(
        request: ValidPaymentRequest,
        shopper: Shopper,
        asksForMerchantSession: Bool = false
    ) {
        self.request = request
        self.asksForMerchantSession = asksForMerchantSession
        offersShipping = !request.shippingMethods.isEmpty
        card = shopper.card
        let stated = request.request
        shippingContact =
            stated.prefilledShippingContact?.filled(from: shopper.shippingContact)
            ?? shopper.shippingContact
        billingContact =
            stated.prefilledBillingContact?.filled(from: shopper.billingContact)
            ?? shopper.billingContact
        shippingMethod = request.shippingMethods.first
        couponCode = stated.supportsCouponCode ? stated.couponCode : nil
    }

    /// Handles an event; returns the required actions, in order.
    public mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .presented: present()
        case .choseCard(let card): choose(.card(card))
        case .choseShippingContact(let contact): choose(.shippingContact(contact))
        case .choseBillingContact(let contact): choose(.billingContact(contact))
        case .choseShippingMethod(let identifier):
            choose(.shippingMethod(identifier: identifier))
        case .enteredCouponCode(let code): choose(.couponCode(code))
        case .authorized(let total): choose(.authorization(total: total))
        case .enteredPIN: takePIN()
        case .cancelled: cancel()
        case .dismissed: isPresented ? cancel() : leaveUnseen()
        case .updateAnswered(let ask, let update): take(update, to: ask)
        case .authorizationAnswered(let ask, let result): take(result, to: ask)
        case .answerLetGo(let ask): outstanding == ask ? [.report(.answerLetGo(ask))] : []
        case .answerOverdue(let ask): giveUp(on: ask)
        case .tokenMade(let token): handOver(token)
        case .tokenRefused(let token): giveUp(on: token)
        }
    }
}
