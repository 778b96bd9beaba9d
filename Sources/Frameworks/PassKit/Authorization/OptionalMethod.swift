/// A method of a delegate's that may be left out, in its two forms.
@MainActor
struct OptionalMethod<Question, Answer> {
    /// The form with a handler, which the app calls on any thread.
    let handler: @MainActor (Question, @escaping @Sendable (Answer) -> Void) -> Void
    /// The asynchronous form.
    let asynchronous: @MainActor (Question) async -> Answer

    init(
        _ handler: @escaping @MainActor (Question, @escaping @Sendable (Answer) -> Void) -> Void,
        _ asynchronous: @escaping @MainActor (Question) async -> Answer
    ) {
        self.handler = handler
        self.asynchronous = asynchronous
    }

    /// Both forms for one question, the handler first, with answers as the device takes them.
    func forms<Reply: Sendable>(
        about question: Question,
        _ convert: @escaping @Sendable (Answer) -> Reply
    ) -> [DelegateForm<Reply>] {
        [
            .handler { reply in handler(question) { reply(convert($0)) } },
            .asynchronous { convert(await asynchronous(question)) },
        ]
    }
}

/// A question's method of the newer generation, which answers with an object, and that of the first.
@MainActor
struct MethodGenerations<Question, Newer, First> {
    let newer: OptionalMethod<Question, Newer>
    let first: OptionalMethod<Question, First>
}
