import Money
import PaymentRequest
import PaymentSheet

extension PaymentSheetSimulation {
    /// A bug planted between the sheet and its surroundings, which the checker must find.
    ///
    /// The raw value is a part of the checker's message.
    enum Bug: String, CaseIterable {
        // One question at a time.
        case answersForTheApp = "was open"
        // It finishes exactly once.
        case finishesTwice = "after the finish"
        case neverFinishes = "finished 0 times"
        // Nothing is paid unless the shopper authorized it and the merchant said so.
        case believesFailure = "the merchant did not say so"
        case paysForNothing = "paid without an authorization"
        // Nothing unredacted before authorization.
        case showsTheCard = "the card is shown"
        case showsTheContact = "a full contact before the authorization"
        case showsTheCardsContact = "a contact that was not asked for"
        case whispers = "is told before the authorization"
        // Tokens are for the total that the shopper authorized.
        case authorizesAlone = "nobody authorized"
        case chargesMore = "a token for another total"
        // And what else a checker must not miss.
        case forgetsCharges = "a possible charge is forgotten"
        case forgetsLockouts = "a locked card"
        case hidesMistakes = "nobody was told of"
    }

    /// The values that an action passes from the sheet to the merchant.
    struct Seen {
        var contact: Contact?
        var method: PaymentMethod?
        var words = ""
    }

    /// The values that a merchant sees with an action, changed by the planted bug.
    func seen(_ action: PaymentSheet.Action) -> Seen {
        var seen = Seen()
        guard case .ask(_, let question) = action else { return seen }
        let john = PaymentSheetFixtures.john
        switch question {
        case .shippingContact(let redacted):
            seen.contact = redacted.contact
            if bug == .showsTheContact { leak(john, into: &seen.contact) }
        case .paymentMethod(var method):
            if bug == .showsTheCard {
                if happens(50) { method.network = .visa } else { method.displayName = "Visa 1233" }
            }
            if bug == .showsTheCardsContact { method.billingContact = john.redacted.contact }
            seen.method = method
        case .couponCode: if bug == .whispers { seen.words = john.emailAddress ?? "" }
        case .merchantSession, .shippingMethod, .authorization: break
        }
        return seen
    }

    /// Passes one field that must be withheld.
    private func leak(_ full: Contact, into seen: inout Contact?) {
        switch drawn(below: 7) {
        case 0: seen?.name = full.name
        case 1: seen?.emailAddress = full.emailAddress
        case 2: seen?.phoneNumber = full.phoneNumber
        case 3: seen?.postalAddress?.street = full.postalAddress?.street ?? ""
        case 4: seen?.postalAddress?.postalCode = full.postalAddress?.postalCode ?? ""
        case 5: seen?.postalAddress?.subAdministrativeArea = "Fulton"
        default: seen?.name = PersonName()
        }
    }

    /// The sheet's actions, changed by the planted bug.
    mutating func actions(upon event: PaymentSheet.Event) -> [PaymentSheet.Action] {
        var actions = sheet.handle(altered(event))
        switch bug {
        case .answersForTheApp:
            if let ask = sheet.outstanding {
                actions += sheet.handle(.updateAnswered(ask, .unchanged))
            }
        case .authorizesAlone:
            actions += sheet.handle(.authorized(total: sheet.request.total))
        case .finishesTwice:
            if case .cancelled = event, let outcome = sheet.outcome {
                actions.append(.finish(outcome))
            }
        case .neverFinishes: actions.removeAll { if case .finish = $0 { true } else { false } }
        case .hidesMistakes: actions.removeAll { if case .report = $0 { true } else { false } }
        default: actions = actions.map(altered)
        }
        return actions
    }

    private func altered(_ event: PaymentSheet.Event) -> PaymentSheet.Event {
        if bug == .chargesMore, case .authorized = event {
            return .authorized(total: sheet.request.total)
        }
        guard case .authorizationAnswered(let ask, let result) = event else { return event }
        if bug == .believesFailure {
            return .authorizationAnswered(ask, AuthorizationResult(.success))
        }
        if bug == .forgetsLockouts, result.status == .pinLockout {
            return .authorizationAnswered(ask, AuthorizationResult(.failure))
        }
        return event
    }

    private func altered(_ action: PaymentSheet.Action) -> PaymentSheet.Action {
        switch (bug, action) {
        case (.forgetsCharges, .finish(.unresolved(_, let ending))):
            .finish(.notPaid(ending))
        case (.paysForNothing, .finish(.notPaid)): .finish(.paid(.init(number: 1)))
        default: action
        }
    }
}
