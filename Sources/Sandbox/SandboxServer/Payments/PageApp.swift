internal import ApplePaySession
internal import HTTPServer
internal import JSON
internal import PaymentRequest
internal import PaymentSheet
internal import World

/// The page's side of a sheet: answers its questions from ``PageAnswers``, and keeps what happened.
final class PageApp: PaymentApp {
    /// The time that a callback has for an answer: that of a sheet.
    static let patience: Duration = .seconds(30)

    /// The events at the sheet.
    struct Record: Sendable {
        /// The events, in order.
        var events: [AppQuestion] = []
        /// The last payment that the shopper authorized.
        var payment: AuthorizedPayment?
        /// Whether the page said that the payment failed, and named no error that the shopper can correct: its
        /// session ends.
        ///
        /// - Source: WebKit, `ApplePaySession.cpp`.
        var hasFailed = false
        /// The result of the merchant session.
        var session = SessionCheck.notAsked
        /// The first answer that could not be used.
        var failure: HTTPProblem?
    }

    private let answers: PageAnswers
    private let session: @Sendable () async -> SessionCheck
    private let record = LockedValue(Record())

    /// A page.
    ///
    /// - Parameters:
    ///   - answers: What it answers.
    ///   - session: Checks the merchant session that it has.
    init(_ answers: PageAnswers, session: @escaping @Sendable () async -> SessionCheck) {
        self.answers = answers
        self.session = session
    }

    /// The events so far.
    var events: Record { record.withLock(\.self) }

    func ask(_ question: AppQuestion, answer: SheetAnswer) async {
        let count = record.withLock { record in
            record.events.append(question)
            if case .authorization(let payment) = question { record.payment = payment }
            return record.events.count { $0.pageEventName == question.pageEventName }
        }
        // The sheet goes on meanwhile: its time limit passes, and the shopper may close it.
        Task { await reply(to: question, count: count, with: answer) }
    }

    private func reply(to question: AppQuestion, count: Int, with answer: SheetAnswer) async {
        if case .merchantSession = question {
            let check = await session()
            record.withLock { $0.session = check }
            switch check {
            case .notAsked: answer.unheard()
            case .accepted: answer.update(.unchanged)
            case .refused: answer.update(RequestUpdate(status: .failure))
            }
            return
        }
        do throws(HTTPProblem) {
            guard let json = try await answers.answer(to: question, count: count) else {
                // A page without an answer to a payment is a test that wants the token alone.
                if case .authorization = question {
                    return answer.authorization(AuthorizationResult(.success))
                }
                return answer.unheard()
            }
            do throws(PageTypeError) {
                if case .authorization = question {
                    let result = try PageRequest.authorizationResult(json)
                    if result.endsPageSession { record.withLock { $0.hasFailed = true } }
                    answer.authorization(result)
                } else {
                    answer.update(try PageRequest.update(json))
                }
            } catch { throw question.answerInvalid("\(error)") }
        } catch {
            // Without an answer, the sheet's time limit passes.
            record.withLock { $0.failure = $0.failure ?? error }
        }
    }

    func methodName(for question: AppQuestion) -> String { "on\(question.pageEventName)" }

    func willAuthorizePayment() async {}

    func didFinish(_ note: @Sendable () -> Void) async { note() }
}

/// Whether the page has a merchant session for its sheet.
enum SessionCheck: Hashable, Sendable {
    /// The call gave none, so it is not checked.
    case notAsked
    case accepted
    /// The session is refused, and why.
    case refused(String)
}
