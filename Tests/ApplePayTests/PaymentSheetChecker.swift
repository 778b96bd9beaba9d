import Money
import PaymentRequest
import PaymentSheet

/// Checks the sheet's rules from outside, and keeps the first violation.
///
/// It sees the sheet's events and actions, and of its state only the request.
struct PaymentSheetChecker {
    private(set) var broken: String?
    private(set) var finished = 0
    private(set) var asked = 0
    private(set) var paid = 0
    private(set) var unresolved = 0
    private(set) var reports: [PaymentSheet.Diagnostic] = []
    private(set) var outcome: PaymentSheet.Outcome?
    private(set) var lockedOut: Set<PaymentSheet.Card.ID> = []
    private let readsTexts: Bool
    private var outstanding: (ask: PaymentSheet.AskID, isAuthorization: Bool)?
    private var saidYesTo: Set<Money> = []
    private var isPINAskedFor = false
    private var hasPIN = false
    private var hasShownMethod = false
    private var ordered: PaymentSheet.TokenOrder?
    private var made: Set<PaymentSheet.TokenID> = []
    private var handedOver: PaymentSheet.TokenID?
    private var merchantSaidPaid = false
    private var mistake: PaymentSheet.Event?

    init(readsTexts: Bool) { self.readsTexts = readsTexts }

    /// Records an event.
    mutating func see(_ event: PaymentSheet.Event) {
        if isMistake(event) { mistake = event }
        guard finished == 0 else { return }
        switch event {
        case .updateAnswered(let ask, _):
            if outstanding?.ask == ask, outstanding?.isAuthorization == false { outstanding = nil }
        case .authorizationAnswered(let ask, let result):
            guard outstanding?.ask == ask, outstanding?.isAuthorization == true else { return }
            outstanding = nil
            merchantSaidPaid = result.isPaid
            handedOver = result.isPaid ? handedOver : nil
            if result.status == .pinLockout, result.errors.isEmpty, let ordered {
                lockedOut.insert(ordered.card)
            }
        case .authorized(let total): saidYesTo.insert(total)
        case .enteredPIN: if isPINAskedFor { hasPIN = true }
        case .tokenMade(let token): made.insert(token)
        default: break
        }
    }

    /// Whether an event is an app's mistake that must be reported.
    private func isMistake(_ event: PaymentSheet.Event) -> Bool {
        switch event {
        case .updateAnswered(let ask, _):
            finished > 0 || outstanding?.ask != ask || outstanding?.isAuthorization == true
        case .authorizationAnswered(let ask, _):
            finished > 0 || outstanding?.ask != ask || outstanding?.isAuthorization == false
        case .answerLetGo(let ask): finished == 0 && outstanding?.ask == ask
        default: false
        }
    }

    /// Called after all actions of an event.
    mutating func endOfEvent() {
        if let mistake { fail("nobody was told of \(mistake)") }
    }

    /// Checks an action of the sheet.
    mutating func see(
        _ action: PaymentSheet.Action,
        as seen: PaymentSheetSimulation.Seen,
        of request: ValidPaymentRequest
    ) {
        if case .report(let diagnostic) = action {
            reports.append(diagnostic)
            mistake = nil
            return
        }
        if finished > 0 { fail("\(action) after the finish") }
        switch action {
        case .ask(let ask, let question):
            if let outstanding {
                fail("asked \(ask.number) while \(outstanding.ask.number) was open")
            }
            asked += 1
            outstanding = (ask, false)
            if case .authorization(let payment) = question {
                outstanding = (ask, true)
                see(payment, of: request.request)
            } else {
                see(seen, of: request.request)
                if readsTexts { read(question, seen.words) }
            }
        case .makeToken(let order): see(order, of: request)
        case .show(.enterPIN): isPINAskedFor = true
        case .show(.paid): if !merchantSaidPaid { fail("paid, though the merchant did not say so") }
        case .finish(let outcome): see(outcome)
        case .show, .startWaiting, .stopWaiting, .announceAuthorization, .report: break
        }
    }

    private mutating func see(_ order: PaymentSheet.TokenOrder, of request: ValidPaymentRequest) {
        if hasPIN {
            if order.total != ordered?.total { fail("a token for another total than the PIN's") }
        } else if saidYesTo.isEmpty {
            fail("a token that nobody authorized")
        } else if !saidYesTo.contains(order.total) {
            fail("a token for another total than the shopper's")
        }
        if order.total != request.items.last?.amount { fail("a token for \(order.total)") }
        if lockedOut.contains(order.card) { fail("a token of a locked card") }
        saidYesTo = []
        hasPIN = false
        isPINAskedFor = false
        ordered = order
    }

    private mutating func see(_ payment: PaymentSheet.Payment, of request: PaymentRequest) {
        handedOver = payment.token
        if !made.contains(payment.token) { fail("a token that was never made") }
        if payment.total != ordered?.total { fail("a token for another total") }
        let fields = [
            (payment.shippingContact, request.requiredShippingContactFields),
            (payment.billingContact, request.requiredBillingContactFields),
        ]
        for (contact, fields) in fields where contact != contact?.limited(to: fields) {
            fail("more of a contact than was asked for")
        }
    }

    private mutating func see(_ outcome: PaymentSheet.Outcome) {
        finished += 1
        self.outcome = outcome
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

    private mutating func see(_ seen: PaymentSheetSimulation.Seen, of request: PaymentRequest) {
        checkRedacted(seen.contact)
        guard let method = seen.method else { return }
        if method.displayName != nil || method.network != nil { fail("the card is shown") }
        checkRedacted(method.billingContact)
        let isAskedFor =
            request.requiredShippingContactFields.isEmpty
            && request.requiredBillingContactFields.contains(.postalAddress) && !hasShownMethod
        if method.billingContact != nil, !isAskedFor { fail("a contact that was not asked for") }
        hasShownMethod = true
    }

    /// Lists every field, so that a new one does not compile until it is added here.
    private mutating func checkRedacted(_ contact: Contact?) {
        guard let contact else { return }
        let address = contact.postalAddress ?? PostalAddress()
        let allowed = PostalAddress.Part.allCases.allSatisfy { part in
            switch part {
            case .street, .subAdministrativeArea: address[part].isEmpty
            case .subLocality: address.subLocality.isEmpty || address.state.isEmpty
            case .postalCode: PaymentSheetContacts.seenPostalCodes.contains(address.postalCode)
            case .city, .state, .country, .isoCountryCode: true
            }
        }
        let isBare = ContactField.allCases.allSatisfy { field in
            switch field {
            case .name, .phoneticName: contact.name == nil
            case .emailAddress: contact.emailAddress == nil
            case .phoneNumber: contact.phoneNumber == nil
            case .postalAddress: true
            }
        }
        if !allowed || !isBare { fail("a full contact before the authorization") }
    }

    /// Checks that no text of any field is a secret.
    private mutating func read(_ question: PaymentSheet.Question, _ words: String) {
        let text = "\(question) \(words)"
        if let secret = PaymentSheetContacts.secrets.first(where: { text.contains($0) }) {
            fail("\(secret) is told before the authorization")
        }
    }

    private mutating func fail(_ what: String) {
        broken = broken ?? what
    }
}
