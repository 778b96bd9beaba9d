import CommandLineTool
import SheetView
import Wallet
import World

/// Prints what happens in a checkout, under the headings of Apple's guide.
final class CheckoutTrace: Sendable {
    enum Heading: String, Sendable {
        case setUp = "Set-up"
        case sheet = "Request and sheet"
        case token = "Token"
        case server = "Server"
        case network = "Card network"
    }

    private let output: Output
    private let language: Language
    private let heading = LockedValue<Heading?>(nil)

    /// A trace.
    ///
    /// - Parameters:
    ///   - output: Where it is printed.
    ///   - language: The language in which the sheet writes names and addresses.
    init(output: Output, language: Language) {
        self.output = output
        self.language = language
    }

    func show(_ event: CheckoutEvent) {
        for line in TraceText.lines(of: event, in: language) {
            let isNew = heading.withLock { current in
                defer { current = line.heading }
                return current != line.heading
            }
            if isNew { output.result(line.heading.rawValue) }
            let padding = String(repeating: " ", count: max(1, 17 - line.actor.count))
            output.result("  \(line.actor)\(padding)\(line.text)")
        }
    }
}

/// One line of a trace: who did what.
struct TraceLine: Hashable, Sendable {
    let heading: CheckoutTrace.Heading
    let actor: String
    let text: String

    init(_ heading: CheckoutTrace.Heading, _ actor: String, _ text: String) {
        self.heading = heading
        self.actor = actor
        self.text = text
    }
}
