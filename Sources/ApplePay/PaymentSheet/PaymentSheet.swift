internal import Money
public import PaymentRequest

/// The payment sheet: what the shopper sees and chooses, what the merchant is asked, and when a
/// token is made.
///
/// Pure: events in, actions out. The wallet draws it from its properties, redrawing after every
/// event; an app's controllers and a page's session can be interfaces of it. It holds to these rules:
///
/// - One question is outstanding at a time; what the shopper does meanwhile waits its turn.
/// - Before the shopper authorizes, a merchant sees redacted contacts and cards and nothing else.
/// - A token is made for the total that the shopper said yes to, and for no other.
/// - The sheet finishes once, at any time; what comes later is reported and ignored.
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationController` and its delegate; the 30 seconds are
///   those of Apple Pay on the Web, seen in apps as well. Where Apple is silent it is a choice of
///   ours: an invalid update closes the sheet; a failed update without errors stops nobody; the
///   merchant session is asked for first and has 30 seconds like the rest; a card whose PIN is
///   locked out stays so while the sheet is shown; and only the first question about a card shows
///   its billing address, as one integrator reports.
public struct PaymentSheet: Hashable, Sendable {
    /// How long a merchant may take to answer.
    public static let patience: Duration = .seconds(30)

    /// How many of the shopper's choices may wait.
    public static let waitingLimit = 32

    /// The request as it now stands.
    public internal(set) var request: ValidPaymentRequest
    /// The card that is selected.
    public internal(set) var card: Card
    /// Where goods go, in full.
    public internal(set) var shippingContact: Contact?
    /// Where bills go, in full.
    public internal(set) var billingContact: Contact?
    /// The way of shipping that is selected; nil where there is none to choose.
    public internal(set) var shippingMethod: ValidPaymentRequest.ShippingMethod?
    /// The coupon code.
    public internal(set) var couponCode: String?
    /// Whether the sheet has been put on screen.
    public internal(set) var isPresented = false
    /// How the sheet ended; nil while it has not.
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

    /// What the sheet waits for before it does anything else.
    enum Work: Hashable, Sendable {
        case answer(AskID, Question)
        case token(TokenID)
        case pin
    }

    /// Something of the shopper's that takes its turn.
    enum Choice: Hashable, Sendable {
        case card(Card)
        case shippingContact(Contact)
        case billingContact(Contact)
        case shippingMethod(identifier: String)
        case couponCode(String)
        case authorization(total: Money)
    }

    /// An error, and which kind of answer it came with: the next of that kind replaces it.
    struct CurrentError: Hashable, Sendable {
        enum Origin: Hashable, Sendable {
            case merchantSession, paymentMethod, shippingContact, shippingMethod, couponCode,
                authorization
        }

        let origin: Origin
        let error: PaymentError
    }

    /// A sheet that is not on screen yet.
    ///
    /// The request's own contacts come first, the shopper's fill in what they lack; the first way
    /// of shipping is selected without a question. Whether the merchant is asked for a session with
    /// Apple, as apps on a Mac and pages are, is the device's to say.
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

    /// Takes one event and says what to do, in order.
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
