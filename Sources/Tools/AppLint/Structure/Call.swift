/// A call of a function or a block, or a message.
struct Call: Hashable, Sendable {
    /// The function's name, or the first part of the selector.
    let name: String
    /// Where the name stands.
    let index: Int
    /// The words of what it is called on; none for a function.
    let receiver: Range<Int>
    /// What is handed over. A message's first argument bears the message's name.
    let arguments: [Argument]
    /// All of it.
    let whole: Range<Int>

    struct Argument: Hashable, Sendable {
        let label: String
        let value: Range<Int>
    }

    func argument(_ label: String) -> Range<Int>? {
        arguments.first { $0.label == label }?.value
    }
}
