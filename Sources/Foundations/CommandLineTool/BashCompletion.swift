/// The completion script for bash, which needs no other package.
///
/// - Source: the Bash Reference Manual, *Programmable Completion*.
enum BashCompletion {
    static func script(for verbs: [Verb]) -> String {
        let families = VerbFamilies(verbs).families
        let firstWords = families.map(\.word) + ["--help", "--version"]
        let inner = families.filter { ($0.verbs.first?.words.count ?? 0) > 1 }
            .map { family in
                let own = family.verbs.first { $0.words.count == 1 }?.options ?? []
                let words =
                    family.verbs.compactMap { $0.words.dropFirst().first }
                    + own.map { "--\($0.name)" } + ["--help"]
                return
                    "        '\(family.word) ') _quince_words '\(words.joined(separator: " "))' ;;"
            }
        return """
            # Completion of quince in bash: source <(quince completion bash)

            _quince_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }

            _quince_paths() {
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
            }

            _quince() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                local line="${COMP_WORDS[*]:1:COMP_CWORD - 1} "
                COMPREPLY=()
                # Bash takes --option=value apart at the equals sign.
                if [[ $current == = ]]; then
                    current=
                elif [[ $previous == = && COMP_CWORD -ge 2 ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                case $line in
                    ' ') _quince_words '\(firstWords.joined(separator: " "))' ;;
            \(indented(inner + ["        'help '*) _quince_words '\(helpWords(verbs))' ;;"]))
            \(indented(verbs.filter { $0.words != ["help"] }.map(verb)))
                esac
            }

            complete -F _quince quince
            """
    }

    private static func verb(_ verb: Verb) -> String {
        let options = verb.allOptions
        let names = options.map { "--\($0.name)" }.joined(separator: " ")
        let paths = options.filter(\.takesPath).map { "--\($0.name)" }
        let others = options.filter { $0.value != nil && !$0.takesPath && $0.choices.isEmpty }
            .map { "--\($0.name)" }
        var values = options.filter { !$0.choices.isEmpty }
            .map { "--\($0.name)) _quince_words '\($0.choices.joined(separator: " "))' ;;" }
        if !paths.isEmpty { values.append("\(paths.joined(separator: " | "))) _quince_paths ;;") }
        if !others.isEmpty { values.append("\(others.joined(separator: " | "))) ;;") }
        if values.isEmpty { values = ["'') ;;"] }
        let operand =
            verb.takesPaths
            ? "_quince_paths" : "_quince_words '\(operandWords(verb)) \(names)'"
        return """
                    '\(verb.words.joined(separator: " ")) '*)
                        case $previous in
            \(values.map { "                \($0)" }.joined(separator: "\n"))
                            *)
                                if [[ $current == -* ]]; then
                                    _quince_words '\(names)'
                                else
                                    \(operand)
                                fi
                                ;;
                        esac
                        ;;
            """.split(separator: "\n").filter { !$0.allSatisfy { $0 == " " } }
                .joined(separator: "\n")
    }

    /// The words that may follow `help`: verbs, and its own options.
    private static func helpWords(_ verbs: [Verb]) -> String {
        let options = verbs.filter { $0.words == ["help"] }.flatMap(\.allOptions)
        let words = VerbFamilies(verbs).words + options.map { "--\($0.name)" }
        return words.joined(separator: " ")
    }

    private static func operandWords(_ verb: Verb) -> String {
        verb.words == ["completion"] ? CompletionShell.names.joined(separator: " ") : ""
    }

    private static func indented(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
