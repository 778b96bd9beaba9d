internal import JSON

/// The verbs that every tool has.
enum CommonVerb: String {
    case help, completion, man
}

extension CommandLineTool {
    /// Their tables. What they print is made of the tables of all verbs.
    static let commonVerbs = [
        Verb(
            "help",
            summary: "Describe the verbs, or one of them.",
            operands: [
                Operand(
                    "VERB",
                    isOptional: true,
                    isRepeatable: true,
                    help: "the verb, such as mint or token verify"
                )
            ],
            options: [Option("json", help: "print one JSON object with the tables of the verbs")],
            notes: "Exit status: 0 shown, 2 there is no such verb.",
            example: "quince help token verify",
            run: { _, _ in .success }
        ),
        Verb(
            "completion",
            summary: "Print the script with which a shell completes quince's commands.",
            operands: [Operand("SHELL", help: CompletionShell.names.joined(separator: ", "))],
            notes: """
                bash: source <(quince completion bash), for good in ~/.bashrc.
                zsh: quince completion zsh >~/.zfunc/_quince, where ~/.zfunc is in fpath.
                fish: quince completion fish >~/.config/fish/completions/quince.fish
                Exit status: 0 printed, 2 there is no script for that shell.
                """,
            example: "source <(quince completion bash)",
            run: { _, _ in .success }
        ),
        Verb(
            "man",
            summary: "Print the manual page, for man.",
            notes: "Exit status: 0 printed.",
            example: "quince man | man -l -",
            run: { _, _ in .success }
        ),
    ]

    func text(
        of verb: CommonVerb,
        _ invocation: Invocation
    ) throws(UsageProblem) -> String {
        switch verb {
        case .help:
            guard invocation.has("json") else { return try help(on: invocation.operands) }
            let verbs = try verbs(under: invocation.operands)
            return VerbTables.json(of: self, verbs).compact
        case .man: return ManualPage.text(of: self)
        case .completion:
            let name = invocation.operands[0]
            guard let shell = CompletionShell(rawValue: name) else {
                throw UsageProblem(
                    "there is no completion for '\(name)'",
                    hint: NearestWord.hint(
                        for: name,
                        among: CompletionShell.names,
                        "quince completion takes"
                    )
                )
            }
            return shell.script(for: verbs)
        }
    }
}
