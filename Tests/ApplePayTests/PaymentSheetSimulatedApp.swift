import PaymentRequest
import PaymentSheet
import World

/// An app that makes mistakes. Each run switches some kinds off, so that each also occurs alone.
struct PaymentSheetSimulatedApp {
    typealias Reply = (after: UInt64, event: PaymentSheet.Event)

    /// The probability of each mistake, in percent.
    struct Habits {
        var silent, slow, failing, doubleAnswering, lettingGo, wrongKind, answeringAtTheEnd: UInt64

        init(_ randomness: SeededRandomness) {
            let drawn = randomness.number(below: 128)
            func percent(_ bit: UInt64, _ often: UInt64) -> UInt64 {
                drawn & (1 << bit) == 0 ? 0 : often
            }
            silent = percent(0, 3)
            slow = percent(1, 5)
            failing = percent(2, 15)
            doubleAnswering = percent(3, 15)
            lettingGo = percent(4, 5)
            wrongKind = percent(5, 6)
            answeringAtTheEnd = percent(6, 50)
        }
    }

    let randomness: SeededRandomness
    let habits: Habits

    init(_ randomness: SeededRandomness) {
        self.randomness = randomness
        habits = Habits(randomness)
    }

    /// Its replies to a question, with their delays.
    func replies(
        to question: PaymentSheet.Question,
        _ ask: PaymentSheet.AskID,
        of request: PaymentRequest
    ) -> [Reply] {
        if happens(habits.silent) { return [] }
        if happens(habits.lettingGo) { return [(number(below: 9_000), .answerLetGo(ask))] }
        let delay = happens(habits.slow) ? 25_000 + number(below: 15_000) : number(below: 4_000)
        let event = answer(to: question, ask, of: request)
        var replies = [(delay, event)]
        if happens(habits.doubleAnswering) { replies.append((delay + number(below: 9_000), event)) }
        if happens(habits.wrongKind) {
            let wrong: PaymentSheet.Event =
                if case .authorization = question { .updateAnswered(ask, .unchanged) } else {
                    .authorizationAnswered(ask, AuthorizationResult(.success))
                }
            replies.append((number(below: 9_000), wrong))
        }
        return replies
    }

    /// Its replies when the sheet has finished: a correct app dismisses it.
    func replies(toFinishAfter lastAsk: Int) -> [Reply] {
        var replies: [Reply] = happens(80) ? [(number(below: 500), .dismissed)] : []
        if lastAsk > 0, happens(habits.answeringAtTheEnd) {
            let ask = PaymentSheet.AskID(number: lastAsk)
            let event: PaymentSheet.Event =
                happens(50)
                ? .authorizationAnswered(ask, AuthorizationResult(.success))
                : .updateAnswered(ask, .unchanged)
            replies.append((number(below: 5_000), event))
        }
        return replies
    }

    private func answer(
        to question: PaymentSheet.Question,
        _ ask: PaymentSheet.AskID,
        of request: PaymentRequest
    ) -> PaymentSheet.Event {
        let email = PaymentError(.shippingContactInvalid(.field(.emailAddress)))
        let errors = happens(habits.failing / 3) ? [email] : []
        guard case .authorization = question else {
            return .updateAnswered(ask, update(of: request, errors))
        }
        let statuses: [AuthorizationStatus] = [
            .failure, .failure, .pinRequired, .pinIncorrect, .pinLockout, .invalidShippingContact,
        ]
        let index = Int(number(below: UInt64(statuses.count)))
        let status = happens(4 * habits.failing) ? statuses[index] : .success
        let order = OrderDetails(
            orderTypeIdentifier: "order.com.example",
            orderIdentifier: "12345",
            webServiceURL: "https://shop.example/orders",
            authenticationToken: "let-me-in"
        )
        return .authorizationAnswered(
            ask,
            AuthorizationResult(status, errors: errors, orderDetails: happens(20) ? order : nil)
        )
    }

    private func update(of request: PaymentRequest, _ errors: [PaymentError]) -> RequestUpdate {
        let total = happens(1) ? "-1" : "\(10 + number(below: 89)).50"
        let methods = happens(20) ? [] : [PaymentSheetFixtures.standard]
        var update = RequestUpdate(
            status: happens(habits.failing / 3) ? .failure : .success,
            paymentSummaryItems: happens(30) ? PaymentSheetFixtures.items(total: total) : nil,
            shippingMethods: happens(10) ? methods : nil,
            errors: errors
        )
        guard happens(10) else { return update }
        update.recurringPayment = request.recurringPayment
        update.recurringPayment?.paymentDescription = "Another box"
        if happens(10) { update.recurringPayment?.billingAgreement = "Other terms" }
        if !request.tokenContexts.isEmpty {
            update.tokenContexts = [PaymentSheetSimulation.hotel(happens(90) ? "5" : "99.99")]
        }
        return update
    }

    private func happens(_ percent: UInt64) -> Bool { number(below: 100) < percent }

    private func number(below bound: UInt64) -> UInt64 { randomness.number(below: bound) }
}
