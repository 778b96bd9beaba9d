/// A shell for which there is a completion script.
enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish

    static let names = allCases.map(\.rawValue)

    /// The script for a tool's verbs.
    func script(for verbs: [Verb]) -> String {
        switch self {
        case .bash: BashCompletion.script(for: verbs)
        case .zsh: ZshCompletion.script(for: verbs)
        case .fish: FishCompletion.script(for: verbs)
        }
    }
}

extension Verb {
    /// Its options, `--help` among them.
    var allOptions: [any CommandOption] { options + [ArgumentParser.helpOption] }

    /// Whether its operands are files or folders.
    var takesPaths: Bool { operands.contains { ["FILE", "PATH"].contains($0.name) } }
}

extension CommandOption {
    /// Whether its value is a file or a folder.
    var takesPath: Bool {
        value.map { ["FILE", "PEM", "DIR", "PLACE", "PATH"].contains($0) } ?? false
    }

    /// Its help on one line.
    var oneLineHelp: String { help.split(separator: "\n").joined(separator: " ") }
}

/// The first words of a tool's verbs, each with the verbs that begin with it.
struct VerbFamilies {
    let families: [(word: String, verbs: [Verb])]

    init(_ verbs: [Verb]) {
        var families: [(word: String, verbs: [Verb])] = []
        for verb in verbs {
            if let place = families.firstIndex(where: { $0.word == verb.words[0] }) {
                families[place].verbs.append(verb)
            } else {
                families.append((verb.words[0], [verb]))
            }
        }
        self.families = families
    }

    /// The words of all verbs, each once.
    var words: [String] {
        var seen: Set<String> = []
        let inner = families.flatMap(\.verbs).compactMap { $0.words.dropFirst().first }
        return (families.map(\.word) + inner).filter { seen.insert($0).inserted }
    }

    /// The summary of a first word: the verb's summary, or the words that follow.
    static func summary(of family: (word: String, verbs: [Verb])) -> String {
        guard let first = family.verbs.first, first.words.count > 1 else {
            return family.verbs.first?.summary ?? ""
        }
        return family.verbs.map { $0.words.dropFirst().joined(separator: " ") }
            .joined(separator: ", ")
    }
}
