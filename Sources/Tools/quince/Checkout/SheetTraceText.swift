import AppleServers
import Bytes
import Money
import PaymentRequest
import PaymentSheet
import PaymentToken
import SheetView
import Wallet

/// Puts what happens at the sheet into words.
struct SheetTraceText {
    let language: Language

    private var contacts: ContactText { ContactText(language: language) }

    func lines(of observation: PaymentObservation) -> [TraceLine] {
        switch observation {
        case .presented(let request):
            [TraceLine(.sheet, "app", "asks for \(summary(request))")] + advice(request)
        case .updated(let request):
            [TraceLine(.sheet, "delegate", "updates to \(summary(request))")]
        case .shopper(let step): [TraceLine(.sheet, "shopper", text(step))]
        case .asked(let question): text(question).map { [TraceLine(.sheet, "sheet", $0)] } ?? []
        case .shown(let display): text(display).map { [TraceLine(.sheet, "sheet", $0)] } ?? []
        case .reported: [TraceLine(.sheet, "sheet", "warns: \(observation.mistake ?? "")")]
        case .finished(let outcome), .closed(let outcome):
            [TraceLine(.sheet, "sheet", "ends: \(text(outcome))")]
        case .appMistake(let mistake): [TraceLine(.sheet, "app", "is warned: \(mistake)")]
        case .paymentSetupOpened: [TraceLine(.sheet, "app", "opens the setting up of a card")]
        case .stepFailed(let failure): [TraceLine(.sheet, "shopper", "cannot go on: \(failure)")]
        default: tokenLines(of: observation)
        }
    }

    private func tokenLines(of observation: PaymentObservation) -> [TraceLine] {
        switch observation {
        case .instructed(let instruction):
            [
                TraceLine(
                    .token,
                    "1 framework",
                    "asks the Secure Element to pay \(amount(of: instruction)) "
                        + "to \(instruction.merchantIdentifier)"
                )
            ]
        case .sealedForApple(let sealed):
            [
                TraceLine(
                    .token,
                    "2 Secure Element",
                    "adds account and cryptogram, seals \(sealed.data.count) bytes "
                        + "that only Apple's server opens"
                )
            ]
        case .sealedForMerchant(let token):
            [
                TraceLine(
                    .token,
                    "3 Apple's server",
                    "seals them again to the merchant's key and signs: \(token.version.rawValue)"
                )
            ]
        case .handedToDelegate(let token):
            [
                TraceLine(
                    .token,
                    "4 framework",
                    "hands the delegate transaction \(token.transactionID)"
                )
            ]
        case .noToken(let failure):
            [TraceLine(.token, "framework", "gets no token: \(failure)")]
        default: []
        }
    }

    func summary(_ request: ValidPaymentRequest) -> String {
        let items = request.items.map { "\($0.label) \($0.amount.decimalText)" }
        return "\(items.joined(separator: ", ")) \(request.currency.code)"
    }

    private func advice(_ request: ValidPaymentRequest) -> [TraceLine] {
        request.advice.map { TraceLine(.sheet, "advice", "\($0)") }
    }

    private func amount(of instruction: PaymentInstruction) -> String {
        AmountText.of(
            minorUnits: instruction.amountMinorUnits,
            numericCode: instruction.currencyNumericCode
        )
    }

    private func text(_ step: ScriptedShopper.Step) -> String {
        switch step {
        case .chooseShippingContact(let contact):
            "chooses \(contacts.line(contact)) as shipping contact"
        case .chooseBillingContact(let contact):
            "chooses \(contacts.line(contact)) as billing contact"
        case .editShippingContact(let contact):
            "edits the shipping contact: \(contacts.wholeLine(contact))"
        case .editBillingContact(let contact):
            "edits the billing contact: \(contacts.wholeLine(contact))"
        case .chooseShippingMethod(let identifier): "chooses shipping \(identifier)"
        case .chooseCard(let name): "chooses card \(name)"
        case .enterCouponCode(let code): "types coupon code \(code)"
        case .authorize: "authorizes"
        case .enterPIN: "types the card's PIN"
        case .cancel: "closes the sheet"
        case .cancelAtOnce: "closes the sheet without waiting"
        case .wait(let duration): "waits \(duration.components.seconds) seconds"
        }
    }

    private func text(_ question: PaymentSheet.Question) -> String? {
        switch question {
        case .merchantSession: nil
        case .paymentMethod: "didSelectPaymentMethod, the card's name withheld"
        case .shippingContact(let contact):
            "didSelectShippingContact, redacted: \(contacts.line(contact.contact))"
        case .shippingMethod(let method):
            "didSelectShippingMethod: \(method.label) \(method.amount.decimalText)"
        case .couponCode: "didChangeCouponCode"
        case .authorization: nil
        }
    }

    private func text(_ display: PaymentSheet.Display) -> String? {
        switch display {
        case .processing: nil
        case .paid: "shows: paid"
        case .failed: "shows: payment not completed"
        case .errors(let errors): "shows: \(errors.map(text).joined(separator: "; "))"
        case .missing(let shipping, let billing):
            "asks for \((shipping + billing).map(\.rawValue).joined(separator: ", "))"
        case .totalChanged: "shows: the total has changed"
        case .enterPIN: "asks for the PIN"
        case .notCompleted: "shows: payment not completed"
        }
    }

    private func text(_ error: PaymentError) -> String {
        switch error.cause {
        case .shippingContactInvalid(let place): "shipping contact invalid: \(text(place))"
        case .billingContactInvalid(let place): "billing contact invalid: \(text(place))"
        case .unknown, .shippingAddressUnserviceable, .couponCodeInvalid, .couponCodeExpired:
            error.description
        }
    }

    private func text(_ place: PaymentError.Place) -> String {
        switch place {
        case .anywhere: "somewhere"
        case .field(let field): field.rawValue
        case .addressPart(let part): part.rawValue
        }
    }

    private func text(_ ending: PaymentSheet.Ending) -> String {
        switch ending {
        case .cancelled: "the shopper closed the sheet"
        case .merchantSessionRefused: "there is no session with Apple"
        case .answerOverdue:
            "the app did not answer within \(PaymentSheet.patience.components.seconds) seconds"
        case .invalidUpdate: "the app's answer made the request invalid"
        }
    }

    private func text(_ outcome: PaymentSheet.Outcome) -> String {
        switch outcome {
        case .paid: "didFinish, paid"
        case .notPaid(.cancelled): "didFinish, not paid"
        case .notPaid(let ending): "didFinish, not paid: \(text(ending))"
        case .unresolved: "didFinish, and the merchant never said what became of the payment"
        }
    }
}
