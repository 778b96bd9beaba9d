/// The completion script for zsh.
///
/// - Source: zsh's manual, *Completion System*: `_describe`, `_arguments`.
enum ZshCompletion {
    static func script(for verbs: [Verb]) -> String {
        let (families, words) = (VerbFamilies(verbs).families, VerbFamilies(verbs).words)
        let firstWords = families.map { described($0.word, VerbFamilies.summary(of: $0)) }
        let cases = families.map { family -> String in
            guard (family.verbs.first?.words.count ?? 0) > 1 else {
                return """
                            \(family.word))
                    \(arguments(of: family.verbs[0], amongAll: words, shift: 1, indent: 12))
                                ;;
                    """
            }
            let inner = family.verbs.filter { $0.words.count > 1 }
                .map { described($0.words[1], $0.summary) }
            // A verb of the family's word alone comes last, for every other word.
            let verbs = family.verbs.sorted { $0.words.count > $1.words.count }
                .map { verb in
                    """
                                    \(verb.words.dropFirst().first ?? "*"))
                    \(arguments(of: verb, amongAll: words, shift: verb.words.count, indent: 20))
                                        ;;
                    """
                }
            return """
                        \(family.word))
                            if (( CURRENT == 3 )) && [[ $words[3] != -* ]]; then
                                verbs=(\(inner.joined(separator: " ")))
                                _describe verb verbs
                                return
                            fi
                            case $words[3] in
                \(verbs.joined(separator: "\n"))
                            esac
                            ;;
                """
        }
        return """
            #compdef quince
            # Completion of quince in zsh: quince completion zsh >_quince, in a folder of fpath.

            _quince() {
                local -a verbs
                if (( CURRENT == 2 )); then
                    verbs=(\(firstWords.joined(separator: " ")))
                    _describe verb verbs
                    return
                fi
                case $words[2] in
            \(cases.joined(separator: "\n"))
                esac
            }

            if [[ $funcstack[1] == _quince ]]; then _quince "$@"; else compdef _quince quince; fi
            """
    }

    /// A word with its description, quoted for the shell.
    private static func described(_ word: String, _ summary: String) -> String {
        quoted("\(word):\(summary.replacing(":", with: "\\:"))")
    }

    private static func arguments(
        of verb: Verb,
        amongAll words: [String],
        shift: Int,
        indent: Int
    ) -> String {
        var specifications = verb.allOptions.map { option -> String in
            let help = escaped(option.oneLineHelp)
            let name = "\(option.isRepeatable ? "*" : "")--\(option.name)"
            guard let value = option.value else { return quoted("\(name)[\(help)]") }
            let action =
                !option.choices.isEmpty
                ? "(\(option.choices.joined(separator: " ")))" : option.takesPath ? "_files" : " "
            return quoted("\(name)=[\(help)]:\(value):\(action)")
        }
        if verb.takesPaths { specifications.append("'*:file:_files'") }
        if verb.words == ["completion"] {
            specifications.append("'1:shell:(\(CompletionShell.names.joined(separator: " ")))'")
        }
        if verb.words == ["help"] {
            specifications.append("'*:verb:(\(words.joined(separator: " ")))'")
        }
        let space = String(repeating: " ", count: indent)
        let lines = specifications.joined(separator: " \\\n\(space)    ")
        return "\(space)shift \(shift) words\n\(space)(( CURRENT -= \(shift) ))\n"
            + "\(space)_arguments \\\n\(space)    \(lines)"
    }

    private static func escaped(_ help: String) -> String {
        help.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
            .replacing(":", with: "\\:")
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "'\\''"))'"
    }
}
