public import PaymentRequest
internal import World

/// The one answer to a question of the sheet's.
///
/// Whoever holds it may answer from any thread. Answering again is reported as the app's mistake
/// and changes nothing. Where it is let go of without an answer, none can come any more, and the
/// sheet need not wait in real time for what its time limit will bring.
public final class SheetAnswer: Sendable {
    /// What came of a question.
    public enum Reply: Sendable {
        /// An answer to any question but the one about an authorization.
        case update(RequestUpdate)
        /// The answer to the question about an authorization.
        case authorization(AuthorizationResult)
        /// The app does not listen to questions of this kind: the sheet goes on unchanged, and a
        /// payment that nobody takes fails.
        case unheard
        /// Nobody can answer any more.
        case letGo
    }

    private let wasAnswered = LockedValue(false)
    private let reply: @Sendable (Reply) -> Void

    /// An answer that goes somewhere.
    public init(_ reply: @escaping @Sendable (Reply) -> Void) {
        self.reply = reply
    }

    deinit {
        if !wasAnswered.withLock({ $0 }) { reply(.letGo) }
    }

    /// Answers any question but the one about an authorization.
    public func update(_ update: RequestUpdate) { answer(.update(update)) }

    /// Answers the question about an authorization.
    public func authorization(_ result: AuthorizationResult) { answer(.authorization(result)) }

    /// Says that the app does not listen to questions of this kind.
    public func unheard() { answer(.unheard) }

    private func answer(_ reply: Reply) {
        wasAnswered.withLock { $0 = true }
        self.reply(reply)
    }
}
