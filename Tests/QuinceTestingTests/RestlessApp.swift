import PassKit

/// The parts of every restless app: bad habits that follow from a seed, and a witness of its
/// calls, who knows the rules and not the sheet.
@MainActor
class RestlessApp: NSObject {
    /// How an app answers.
    enum Habit: CaseIterable {
        case atOnce, onAThread, later, twice, twiceAtOnce, neverAndLetGo, failing, wrong, dismissing
    }

    /// A bug between the sheet and the app, to see the witness find it.
    enum Bug: String, CaseIterable, Sendable {
        case asksTwice = "asked while another question is open"
        case finishesTwice = "finished twice"
        case goesOn = "called after the end"
        case paysAlone = "a token without an authorization"
        case showsTheStreet = "sees too much"
        case showsTheCard = "sees the card"
    }

    /// A card that tells its name.
    private final class TellingMethod: PKPaymentMethod {
        override var displayName: String? { "Visa 1111" }
    }

    let chance: Chance
    let bug: Bug?
    private(set) var broken: String?
    private(set) var log: [String] = []
    private(set) var finishes = 0
    private(set) var saidPaid = false
    private var open = 0
    private var hasAuthorized = false
    private(set) var hasDismissed = false
    private var held: [@Sendable () -> Void] = []
    private var controller: PKPaymentAuthorizationController?

    init(seed: UInt64, bug: Bug? = nil) {
        chance = Chance(seed: seed)
        self.bug = bug
    }

    func fail(_ words: String) { if broken == nil { broken = words } }

    /// Presents a sheet for a request of its own.
    func buy(_ delegate: any PKPaymentAuthorizationControllerDelegate) {
        let request = Shop.request()
        request.supportsCouponCode = chance.happens(50)
        if chance.happens(30) { request.requiredShippingContactFields = [] }
        if chance.happens(30) { request.requiredBillingContactFields = [.postalAddress] }
        if chance.happens(30) { request.shippingMethods = nil }
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = delegate
        self.controller = controller
        controller.present()
    }

    // MARK: The witness

    /// The sheet has asked; comes back with how to answer.
    func asked(_ name: String) -> Habit {
        log.append(name)
        if open > 0 { fail("\(name): asked while another question is open") }
        if finishes > 0 || hasDismissed { fail("\(name): called after the end") }
        open += 1
        if bug == .asksTwice, open == 1, chance.happens(20) { _ = asked(name) }
        return chance.happens(60) ? .atOnce : Habit.allCases[Int(chance.below(9))]
    }

    func authorized() {
        log.append("willAuthorize")
        if finishes > 0 || hasDismissed { fail("willAuthorize: called after the end") }
        if bug != .paysAlone { hasAuthorized = true }
    }

    func saw(_ contact: PKContact) {
        if bug == .showsTheStreet { contact.name = PersonNameComponents() }
        let isRedacted =
            contact.name == nil && contact.emailAddress == nil && contact.phoneNumber == nil
            && contact.postalAddress?.street == ""
        if !isRedacted { fail("sees too much of a contact") }
    }

    func saw(_ seen: PKPaymentMethod) {
        let method = bug == .showsTheCard ? TellingMethod() : seen
        let isRedacted =
            method.displayName == nil && method.network == nil
            && (method.billingAddress?.postalAddresses ?? []).allSatisfy { $0.value.street == "" }
            && method.billingAddress?.givenName ?? "" == ""
        if !isRedacted { fail("sees the card") }
    }

    func saw(_ payment: PKPayment) {
        if !hasAuthorized { fail("a token without an authorization") }
        if payment.token.paymentData.isEmpty { fail("an empty token") }
    }

    func finished(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
        finishes += 1
        if finishes > 1 { return fail("finished twice") }
        if hasDismissed { fail("didFinish: called after the end") }
        if bug == .finishesTwice { finished(controller) }
        if bug == .goesOn { _ = asked("again") }
        if chance.happens(50) {
            controller.dismiss()
        } else {
            Task { await controller.dismiss() }
        }
    }

    /// The verdict at the end.
    func verdict() -> String? {
        if finishes == 0 && !hasDismissed { fail("never finished") }
        for answer in held { answer() }
        held = []
        return broken
    }

    // MARK: Its habits

    /// Answers as it will; what answers may be called on any thread.
    func act(_ habit: Habit, isPayment: Bool, _ answer: @escaping @Sendable () -> Void) {
        if habit != .dismissing { open = habit == .neverAndLetGo ? open : 0 }
        if isPayment, habit != .neverAndLetGo, habit != .dismissing, habit != .failing,
            habit != .wrong
        {
            saidPaid = true
        }
        switch habit {
        case .atOnce, .failing, .wrong: answer()
        case .onAThread: Thread { answer() }.start()
        case .later: Task { answer() }
        case .twice:
            answer()
            answer()
        case .twiceAtOnce: DispatchQueue.concurrentPerform(iterations: 2) { _ in answer() }
        case .neverAndLetGo: break
        case .dismissing:
            hasDismissed = true
            held.append(answer)
            controller?.dismiss()
        }
    }

    /// The answer to a choice.
    nonisolated static func fill(_ update: PKPaymentRequestUpdate, _ habit: Habit) {
        switch habit {
        case .failing: update.status = .failure
        case .wrong: update.paymentSummaryItems = [Shop.item("Toy Store", "-1")]
        default: update.paymentSummaryItems = [Shop.item("Toy Store", "30.00")]
        }
    }

    /// The answer to a payment.
    nonisolated static func result(_ habit: Habit) -> PKPaymentAuthorizationResult {
        switch habit {
        case .failing: PKPaymentAuthorizationResult(status: .failure, errors: nil)
        case .wrong:
            PKPaymentAuthorizationResult(
                status: .success,
                errors: [PKPaymentError(.unknownError)]
            )
        default: PKPaymentAuthorizationResult(status: .success, errors: nil)
        }
    }
}
