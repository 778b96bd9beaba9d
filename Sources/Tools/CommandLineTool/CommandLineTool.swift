internal import CommandOptions

/// A tool of several verbs: finds the one that is meant, shows help, and turns problems into
/// messages.
public struct CommandLineTool: Sendable {
    private let version: String
    private let summary: String
    private let verbs: [Verb]

    /// A tool called `quince` with these verbs.
    public init(version: String, summary: String, verbs: [Verb]) {
        self.version = version
        self.summary = summary
        self.verbs = verbs
    }

    /// Runs the verb that the arguments name.
    public func run(_ arguments: [String], output: Output) async -> ExitStatus {
        switch arguments.first {
        case nil:
            output.remark(overview)
            return .misuse
        case "--help", "-h", "help":
            output.result(overview)
            return .success
        case "--version":
            output.result("quince \(version)")
            return .success
        default: break
        }
        guard let verb = verbs.first(where: { arguments.starts(with: $0.words) }) else {
            return explain(arguments, output)
        }
        do {
            let rest = Array(arguments.dropFirst(verb.words.count))
            let invocation = try ArgumentParser.parse(rest, of: verb)
            if invocation.has(ArgumentParser.helpOption.name) {
                output.result(HelpPage.text(of: verb))
                return .success
            }
            return try await verb.run(invocation, output)
        } catch {
            output.problem(error.message, hint: error.hint)
            return .misuse
        }
    }

    private func list(_ verbs: [Verb]) -> String {
        let width = verbs.map { HelpPage.call($0).count }.max() ?? 0
        let lines = verbs.map { verb in
            let call = HelpPage.call(verb)
            return "  \(call)\(String(repeating: " ", count: width - call.count))  \(verb.summary)"
        }
        return lines.joined(separator: "\n")
    }

    private var overview: String {
        """
        \(summary)

        \(list(verbs))

        quince VERB --help says more of each. quince --version says which this is.
        """
    }

    /// Answers what calls no verb: the help of a family of verbs, or what is wrong.
    private func explain(_ arguments: [String], _ output: Output) -> ExitStatus {
        let related = verbs.filter { $0.words.first == arguments.first }
        if !related.isEmpty, ["--help", "-h"].contains(arguments.dropFirst().first) {
            output.result(list(related))
            return .success
        }
        if related.isEmpty {
            output.problem("there is no verb \(arguments[0])", hint: "quince --help")
        } else {
            let words = related.map { $0.words.dropFirst().joined(separator: " ") }
            output.problem(
                "\(arguments[0]) needs one of \(words.joined(separator: ", "))",
                hint: "quince \(arguments[0]) \(words[0]) --help"
            )
        }
        return .misuse
    }
}
