public import PaymentRequest
internal import World

/// The answer to one question of the sheet.
///
/// The holder may answer from any thread. A second answer is reported as the app's mistake and
/// ignored. If the object is released without an answer, none can follow, and the sheet
/// can time out at once instead of waiting in real time.
public final class SheetAnswer: Sendable {
    /// The result of a question.
    public enum Reply: Sendable {
        /// An answer to any question except the authorization.
        case update(RequestUpdate)
        /// The answer to an authorization.
        case authorization(AuthorizationResult)
        /// The app does not implement the question: the sheet continues unchanged, and an
        /// authorization fails.
        case unheard
        /// The object was released without an answer.
        case letGo
    }

    private let wasAnswered = LockedValue(false)
    private let reply: @Sendable (Reply) -> Void

    /// Creates an answer that is passed to a closure.
    public init(_ reply: @escaping @Sendable (Reply) -> Void) {
        self.reply = reply
    }

    deinit {
        if !wasAnswered.withLock({ $0 }) { reply(.letGo) }
    }

    /// Answers any question except the authorization.
    public func update(_ update: RequestUpdate) { answer(.update(update)) }

    /// Answers the authorization.
    public func authorization(_ result: AuthorizationResult) { answer(.authorization(result)) }

    /// States that the app does not implement the question.
    public func unheard() { answer(.unheard) }

    private func answer(_ reply: Reply) {
        wasAnswered.withLock { $0 = true }
        self.reply(reply)
    }
}
