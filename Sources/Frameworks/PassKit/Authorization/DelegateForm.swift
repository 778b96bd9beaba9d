/// One form of a delegate's method that answers a question.
///
/// The handler is isolated to no actor, because apps call it on any thread.
enum DelegateForm<Answer: Sendable> {
    /// A method with a handler.
    case handler(@MainActor (@escaping @Sendable (Answer) -> Void) -> Void)
    /// An asynchronous method.
    case asynchronous(@MainActor () async -> Answer)
}
