/// The completion script for fish.
///
/// - Source: fish's documentation, *Writing your own completions*.
enum FishCompletion {
    static func script(for verbs: [Verb]) -> String {
        let families = VerbFamilies(verbs).families
        var lines = [
            "# Completion of quince in fish: quince completion fish "
                + ">~/.config/fish/completions/quince.fish",
            "complete -c quince -f",
            "complete -c quince -n __fish_use_subcommand -l version -d 'Print the version'",
            "complete -c quince -n __fish_use_subcommand -l help -d 'List the verbs'",
        ]
        for family in families {
            lines.append(
                "complete -c quince -n __fish_use_subcommand -a \(family.word) "
                    + "-d \(quoted(VerbFamilies.summary(of: family)))"
            )
            guard (family.verbs.first?.words.count ?? 0) > 1 else { continue }
            let longer = family.verbs.filter { $0.words.count > 1 }
            let inner = longer.map { $0.words[1] }
            let condition =
                "__fish_seen_subcommand_from \(family.word); "
                + "and not __fish_seen_subcommand_from \(inner.joined(separator: " "))"
            for verb in longer {
                lines.append(
                    "complete -c quince -n '\(condition)' -a \(verb.words[1]) "
                        + "-d \(quoted(verb.summary))"
                )
            }
        }
        return (lines + help(verbs) + verbs.flatMap { options(of: $0, among: verbs) }).joined(
            separator: "\n"
        )
    }

    /// The words of the verbs that `help` describes.
    private static func help(_ verbs: [Verb]) -> [String] {
        let words = VerbFamilies(verbs).words.joined(separator: " ")
        return ["complete -c quince -n '__fish_seen_subcommand_from help' -a '\(words)'"]
    }

    private static func options(of verb: Verb, among verbs: [Verb]) -> [String] {
        let longer = verbs.filter {
            $0.words.count > verb.words.count && $0.words.starts(with: verb.words)
        }
        .map { $0.words[verb.words.count] }
        let isNone = "; and not __fish_seen_subcommand_from \(longer.joined(separator: " "))"
        let condition =
            verb.words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
            + (longer.isEmpty ? "" : isNone)
        let start = "complete -c quince -n '\(condition)'"
        var lines = verb.takesPaths ? ["\(start) -F"] : []
        if verb.words == ["completion"] {
            lines.append("\(start) -a '\(CompletionShell.names.joined(separator: " "))'")
        }
        return lines
            + verb.allOptions.map { option in
                let value =
                    option.value == nil
                    ? ""
                    : option.takesPath
                        ? " -r -F"
                        : option.choices.isEmpty
                            ? " -x" : " -x -a '\(option.choices.joined(separator: " "))'"
                return "\(start) -l \(option.name)\(value) -d \(quoted(option.oneLineHelp))"
            }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
