internal import ApplePaySession
internal import HTTPMessages
internal import HTTPServer
package import JSON
internal import PaymentRequest
package import PaymentSheet
internal import World

/// The page of a shop, as a sheet asks it: its events go to the sheet's frame, which passes them to the
/// page and posts its answers.
package final class FrameApp: PaymentApp {
    /// Checks the merchant session that the page got, and says whose it is.
    package typealias SessionChecker =
        @Sendable (JSONValue) async -> Result<String, MerchantSessionUnusable>

    private struct State {
        var count = 0
        var open: [Int: (question: AppQuestion, answer: SheetAnswer)] = [:]
        var isOver = false
    }

    private let shopper: PageShopper
    private let validationURL: String
    private let checksSession: SessionChecker
    private let state = LockedValue(State())

    /// A page.
    ///
    /// - Parameters:
    ///   - shopper: The person before the sheet, whose frame is asked.
    ///   - validationURL: Where the page's server asks for a merchant session.
    ///   - checkingSession: Checks the session that it gets.
    init(
        before shopper: PageShopper,
        validationURL: String,
        checkingSession: @escaping SessionChecker
    ) {
        self.shopper = shopper
        self.validationURL = validationURL
        checksSession = checkingSession
    }

    /// Asks the page; its answer comes with ``answer(_:with:)``.
    package func ask(_ question: AppQuestion, answer: SheetAnswer) async {
        let number = state.withLock { state in
            state.count += 1
            state.open[state.count] = (question, answer)
            return state.count
        }
        var event = question.pageEvent
        if case .merchantSession = question {
            event = .object([
                "type": .string(question.pageEventName), "validationURL": .string(validationURL),
            ])
        }
        shopper.ask(
            number,
            .object([
                "question": .integer(Int64(number)), "name": .string(question.pageEventName),
                "event": event,
            ])
        )
    }

    /// Takes the page's answer to a question.
    ///
    /// - Parameters:
    ///   - number: The question's number.
    ///   - value: The answer; null where the page does not listen to the event.
    /// - Throws: ``HTTPServer/HTTPProblem``; then the question stays open.
    func answer(_ number: Int, with value: JSONValue) async throws(HTTPProblem) {
        // The sheet can end while the page's answer is on its way: neither side is wrong.
        let (asked, isOver, last) = state.withLock { ($0.open[number], $0.isOver, $0.count) }
        if isOver, number > 0, number <= last { return }
        guard let open = asked else { throw Self.notOpen(number) }
        if case .merchantSession = open.question {
            try close(number)
            return await validate(value, answering: open.answer)
        }
        let reply: SheetAnswer.Reply
        do throws(PageTypeError) { reply = try Self.reply(value, to: open.question) } catch {
            let words = "the answer to \(open.question.pageEventName): \(error)"
            shopper.tell(words)
            throw HTTPProblem(.unprocessableContent, detail: words)
        }
        try close(number)
        switch reply {
        case .update(let update): open.answer.update(update)
        case .authorization(let result): open.answer.authorization(result)
        case .unheard, .letGo: open.answer.unheard()
        }
        if case .authorization = open.question, Self.isFinal(reply) { await shopper.decline() }
    }

    /// Whether a page's session ends with an answer to its payment, unpaid. A page that does not listen is taken to
    /// have failed; a guess.
    private static func isFinal(_ reply: SheetAnswer.Reply) -> Bool {
        guard case .authorization(let result) = reply else { return true }
        return result.endsPageSession
    }

    private static func reply(
        _ value: JSONValue,
        to question: AppQuestion
    ) throws(PageTypeError) -> SheetAnswer.Reply {
        guard !value.isNull else { return .unheard }
        if case .authorization = question {
            return .authorization(try PageRequest.authorizationResult(value))
        }
        return .update(try PageRequest.update(value))
    }

    private func validate(_ session: JSONValue, answering answer: SheetAnswer) async {
        switch await checksSession(session) {
        case .success(let merchant):
            var update = RequestUpdate()
            update.merchantIdentifier = merchant
            answer.update(update)
        case .failure(let failure):
            shopper.tell("the merchant session is refused: \(failure.reason)")
            answer.update(RequestUpdate(status: .failure))
        }
    }

    /// Closes a question, which is answered once.
    private func close(_ number: Int) throws(HTTPProblem) {
        guard state.withLock({ $0.open.removeValue(forKey: number) }) != nil else {
            throw Self.notOpen(number)
        }
        shopper.remove(question: number)
    }

    private static func notOpen(_ number: Int) -> HTTPProblem {
        HTTPProblem(.conflict, detail: "question \(number) is not open")
    }

    /// The name of the page's event handler.
    package func methodName(for question: AppQuestion) -> String { "on\(question.pageEventName)" }

    /// Does nothing: pages are not told.
    package func willAuthorizePayment() async {}

    /// Notes the end, which the frame tells the page.
    package func didFinish(_ note: @Sendable () -> Void) async {
        note()
        state.withLock { ($0.open, $0.isOver) = ([:], true) }
    }
}

/// Why a merchant session was not accepted, in words for the page's developer.
package struct MerchantSessionUnusable: Error, Hashable, Sendable {
    /// The words.
    package let reason: String

    /// A reason.
    package init(_ reason: String) { self.reason = reason }
}
