/// A tool of several verbs: finds the one that is meant, shows help, and turns problems into
/// messages.
public struct CommandLineTool: Sendable {
    let version: String
    let summary: String
    /// The tool's verbs, then those that every tool has.
    let verbs: [Verb]
    let files: [InstalledFile]

    /// A tool called `quince` with these verbs, and `help`, `completion` and `man`.
    ///
    /// - Parameters:
    ///   - version: What `--version` prints.
    ///   - summary: What the tool is, before the list of its verbs.
    ///   - verbs: Its own verbs.
    ///   - files: What is installed with it, for the manual page.
    public init(version: String, summary: String, verbs: [Verb], files: [InstalledFile] = []) {
        self.version = version
        self.summary = summary
        self.verbs = verbs + Self.commonVerbs
        self.files = files
    }

    /// Runs the verb that the arguments name.
    public func run(_ arguments: [String], output: Output) async -> ExitStatus {
        switch arguments.first {
        case nil:
            output.remark(overview)
            return .misuse
        default: break
        }
        do throws(UsageProblem) {
            if let text = try general(arguments) {
                output.result(text)
                return .success
            }
            guard let verb = verb(of: arguments) else {
                guard let family = family(of: arguments) else { throw unknownVerb(arguments) }
                output.result(list(family))
                return .success
            }
            let rest = Array(arguments.dropFirst(verb.words.count))
            let invocation = try ArgumentParser.parse(rest, of: verb, among: verbs)
            if invocation.has(ArgumentParser.helpOption.name) {
                output.result(HelpPage.text(of: verb))
                return .success
            }
            if let common = CommonVerb(rawValue: verb.words[0]) {
                output.result(try text(of: common, invocation))
                return .success
            }
            return try await verb.run(invocation, output)
        } catch {
            output.problem(error.message, hint: error.hint)
            return .misuse
        }
    }

    /// The help page of a verb, the list of a family such as `token`, or that of all verbs.
    ///
    /// - Throws: ``UsageProblem`` where there is no such verb.
    func help(on words: [String]) throws(UsageProblem) -> String {
        guard !words.isEmpty else { return overview }
        let named = try verbs(under: words)
        return named.first?.words == words ? HelpPage.text(of: named[0]) : list(named)
    }

    /// The verb of these words, those of a family such as `token`, or all.
    ///
    /// - Throws: ``UsageProblem`` where there is no such verb.
    func verbs(under words: [String]) throws(UsageProblem) -> [Verb] {
        guard !words.isEmpty else { return verbs }
        if let verb = verbs.first(where: { $0.words == words }) { return [verb] }
        let family = verbs.filter { $0.words.first == words[0] && $0.words.count > 1 }
        guard words.count == 1, !family.isEmpty else { throw unknownVerb(words) }
        return family
    }

    /// The text that `--help` or `--version` in front of all else asks for.
    private func general(_ arguments: [String]) throws(UsageProblem) -> String? {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "--help", "-h": return try help(on: rest)
        case "--version":
            guard let word = rest.first else { return "quince \(version)" }
            throw UsageProblem("'\(word)' is one word too many", hint: "quince --version")
        case .some(let word) where word.hasPrefix("--"):
            let isOption = verbs.flatMap(\.options).contains { word == "--\($0.name)" }
            guard isOption else { return nil }
            throw UsageProblem(
                "there is no verb '\(word)'",
                hint: "options stand behind the verb: quince VERB \(word)"
            )
        default: return nil
        }
    }

    private func verb(of arguments: [String]) -> Verb? {
        verbs.first { arguments.starts(with: $0.words) }
    }

    /// The verbs that begin with a word whose help is asked for.
    private func family(of arguments: [String]) -> [Verb]? {
        guard ["--help", "-h"].contains(arguments.dropFirst().first) else { return nil }
        let family = verbs.filter { $0.words.first == arguments[0] }
        return family.isEmpty ? nil : family
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

        quince help VERB describes one of them. quince --version prints the version.
        """
    }

    private func unknownVerb(_ arguments: [String]) -> UsageProblem {
        let (first, rest) = (arguments[0], arguments.dropFirst())
        let family = verbs.filter { $0.words.first == first && $0.words.count > 1 }
        if let verb = verb(of: arguments) {
            let name = verb.words.joined(separator: " ")
            let rest = arguments.dropFirst(verb.words.count).joined(separator: " ")
            return UsageProblem(
                "'\(rest)' is too much: \(name) has no verbs",
                hint: "quince help \(name)"
            )
        }
        guard !family.isEmpty else {
            var known = verbs.map { $0.words[0] }
            known = known.enumerated().filter { known.firstIndex(of: $0.1) == $0.0 }.map(\.1)
            let owner = verbs.first { $0.words.dropFirst().first == first }
            let option = ["--help", "--version"].first { $0 == "--\(first)" }
            let near =
                option ?? owner?.words.joined(separator: " ")
                ?? NearestWord.to(first, among: known)
            return UsageProblem(
                "there is no verb '\(first)'",
                hint: near.map { "did you mean quince \($0)?" } ?? "quince --help lists the verbs"
            )
        }
        let words = family.map { $0.words.dropFirst().joined(separator: " ") }
        let given = rest.first.map { $0.hasPrefix("-") ? "" : ", not '\($0)'" } ?? ""
        let near = rest.first.flatMap { NearestWord.to($0, among: words) }
        return UsageProblem(
            words.count == 1
                ? "\(first) needs the verb \(words[0])\(given)"
                : "\(first) needs one of \(words.joined(separator: ", "))\(given)",
            hint: near.map { "did you mean quince \(first) \($0)?" } ?? "quince help \(first)"
        )
    }
}
