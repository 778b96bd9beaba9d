import Money
import PaymentRequest
import PaymentSheet

/// What happened around a sheet, and the first rule that was broken.
///
/// Knows the rules and what crossed the sheet's border; of its state it reads the request only.
struct PaymentSheetWitness {
    private(set) var broken: String?
    private(set) var finished = 0
    private(set) var asked = 0
    private(set) var paid = 0
    private(set) var unresolved = 0
    private var outstanding: (ask: PaymentSheet.AskID, isAuthorization: Bool)?
    private var saidYesTo: Set<Money> = []
    private var enteredPIN = false
    private var ordered: PaymentSheet.TokenOrder?
    private var made: Set<PaymentSheet.TokenID> = []
    private var handedOver: PaymentSheet.TokenID?
    private var merchantSaidPaid = false

    /// Something happens.
    mutating func see(_ event: PaymentSheet.Event) {
        guard finished == 0 else { return }
        switch event {
        case .updateAnswered(let ask, _):
            if outstanding?.ask == ask, outstanding?.isAuthorization == false { outstanding = nil }
        case .authorizationAnswered(let ask, let result):
            guard outstanding?.ask == ask, outstanding?.isAuthorization == true else { return }
            outstanding = nil
            merchantSaidPaid = result.isPaid
            handedOver = result.isPaid ? handedOver : nil
        case .authorized(let total): saidYesTo.insert(total)
        case .enteredPIN: enteredPIN = true
        case .tokenMade(let token): made.insert(token)
        default: break
        }
    }

    /// The sheet wants something done.
    mutating func see(_ action: PaymentSheet.Action, of sheet: PaymentSheet) {
        if case .report = action { return }
        if finished > 0 { fail("\(action) after the finish") }
        switch action {
        case .ask(let ask, let question): see(question, ask, of: sheet)
        case .makeToken(let order):
            if !enteredPIN, !saidYesTo.contains(order.total) {
                fail("a token that nobody authorized")
            }
            if order.total != sheet.request.items.last?.amount {
                fail("a token for \(order.total)")
            }
            saidYesTo = []
            enteredPIN = false
            ordered = order
        case .show(.paid): if !merchantSaidPaid { fail("paid, though the merchant did not say so") }
        case .finish(let outcome): see(outcome)
        default: break
        }
    }

    private mutating func see(
        _ question: PaymentSheet.Question,
        _ ask: PaymentSheet.AskID,
        of sheet: PaymentSheet
    ) {
        if let outstanding { fail("asked \(ask.number) while \(outstanding.ask.number) was open") }
        asked += 1
        var isAuthorization = false
        switch question {
        case .paymentMethod(let method):
            if method.displayName != nil || method.network != nil { fail("the card is shown") }
            checkRedacted(method.billingContact)
        case .shippingContact(let seen): checkRedacted(seen.contact)
        case .authorization(let payment):
            isAuthorization = true
            handedOver = payment.token
            if !made.contains(payment.token) { fail("a token that was never made") }
            if payment.total != ordered?.total { fail("a token for another total") }
            let fields = sheet.request.request.requiredShippingContactFields
            if let contact = payment.shippingContact, contact != contact.limited(to: fields) {
                fail("more of a contact than was asked for")
            }
        case .merchantSession, .shippingMethod, .couponCode: break
        }
        outstanding = (ask, isAuthorization)
    }

    private mutating func see(_ outcome: PaymentSheet.Outcome) {
        finished += 1
        switch outcome {
        case .paid(let token):
            paid += 1
            if !merchantSaidPaid || token != handedOver { fail("paid without an authorization") }
        case .notPaid: if handedOver != nil { fail("a possible charge is forgotten") }
        case .unresolved(let token, _):
            unresolved += 1
            if token != handedOver { fail("a charge that cannot be") }
        }
    }

    private mutating func checkRedacted(_ contact: Contact?) {
        guard let contact else { return }
        let address = contact.postalAddress ?? PostalAddress()
        let isFull =
            contact.name != nil || contact.emailAddress != nil || contact.phoneNumber != nil
            || !address.street.isEmpty || address.postalCode.utf8.count > 5
        if isFull { fail("a full contact before the authorization") }
    }

    private mutating func fail(_ what: String) {
        broken = broken ?? what
    }
}
