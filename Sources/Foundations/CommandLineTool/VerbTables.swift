internal import JSON

/// The tables of the verbs as JSON, for programs: the site's command reference is made of them.
enum VerbTables {
    static func json(of tool: CommandLineTool, _ verbs: [Verb]) -> JSONOutput {
        .object([
            "version": .string(tool.version),
            "verbs": .array(verbs.map(json)),
        ])
    }

    private static func json(_ verb: Verb) -> JSONOutput {
        .object([
            "verb": .string(verb.words.joined(separator: " ")),
            "call": .string("\(HelpPage.call(verb)) [options]"),
            "summary": .string(verb.summary),
            "operands": .array(
                verb.operands.map { operand in
                    .object([
                        "name": .string(operand.name),
                        "help": .string(operand.help),
                        "optional": .bool(operand.isOptional),
                        "repeatable": .bool(operand.isRepeatable),
                    ])
                }
            ),
            "options": .array(
                verb.allOptions.map { option in
                    .object([
                        "name": .string(option.name),
                        "value": option.value.map { .string($0) },
                        "choices": .array(option.choices.map { .string($0) }),
                        "help": .string(option.help),
                        "repeatable": .bool(option.isRepeatable),
                    ])
                }
            ),
            "notes": .string(verb.notes),
            "example": .string(verb.example),
        ])
    }
}
