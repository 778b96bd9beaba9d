/// A call of a function or a block, or an Objective-C message.
struct Call: Hashable, Sendable {
    /// The function's name, or the first part of the selector.
    let name: String
    /// The index of the name.
    let index: Int
    /// The tokens of the receiver; empty for a function.
    let receiver: Range<Int>
    /// The arguments. The first argument of a message is labelled with the message's name.
    let arguments: [Argument]
    /// The whole call.
    let whole: Range<Int>

    struct Argument: Hashable, Sendable {
        let label: String
        let value: Range<Int>
    }

    func argument(_ label: String) -> Range<Int>? {
        arguments.first { $0.label == label }?.value
    }
}
