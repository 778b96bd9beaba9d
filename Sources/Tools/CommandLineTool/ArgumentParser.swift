internal import CommandOptions
internal import World

/// Reads the arguments of one verb: options may be abbreviated, stand anywhere, and be written
/// `--name=value`.
enum ArgumentParser {
    static let helpOption = Option("help", help: "show this page")

    /// One command is scanned at a time: `getopt_long` keeps its state in global variables.
    private static let scanning = LockedValue(())

    static func parse(_ arguments: [String], of verb: Verb) throws(UsageProblem) -> Invocation {
        try scanning.withLock { _ throws(UsageProblem) in try scan(arguments, of: verb) }
    }

    private static func scan(
        _ arguments: [String],
        of verb: Verb
    ) throws(UsageProblem) -> Invocation {
        let command = "quince \(verb.words.joined(separator: " "))"
        let hint = "\(command) --help"
        let scanner = OptionScanner(
            command: command,
            arguments: arguments,
            options: verb.options + [helpOption]
        )
        var values: [String: [String]] = [:]
        while true {
            switch scanner.next() {
            case .option(let option, let value):
                values[option.name, default: []].append(value ?? "")
                guard option.isRepeatable || values[option.name]?.count == 1 else {
                    throw UsageProblem("--\(option.name) is given twice", hint: hint)
                }
            case .unknown(let word): throw unknown(word, among: verb.options, hint: hint)
            case .valueMissing(let option):
                throw UsageProblem(
                    "--\(option.name) needs \(option.value ?? "a value")",
                    hint: hint
                )
            case .valueNotWanted(let option):
                throw UsageProblem("--\(option.name) takes no value", hint: hint)
            case .end(let operands):
                if values[helpOption.name] == nil { try check(operands, of: verb, hint: hint) }
                return Invocation(operands: operands, values: values)
            }
        }
    }

    private static func unknown(
        _ word: String,
        among options: [Option],
        hint: String
    ) -> UsageProblem {
        let meant = options.map { "--\($0.name)" }.filter { $0.hasPrefix(word) }
        guard meant.count > 1 else { return UsageProblem("there is no option \(word)", hint: hint) }
        return UsageProblem("\(word) could be \(meant.joined(separator: " or "))", hint: hint)
    }

    private static func check(
        _ operands: [String],
        of verb: Verb,
        hint: String
    ) throws(UsageProblem) {
        if operands.count < verb.operands.count, !verb.operands[operands.count].isOptional {
            throw UsageProblem("\(verb.operands[operands.count].name) is missing", hint: hint)
        }
        if operands.count > verb.operands.count, verb.operands.last?.isRepeatable != true {
            throw UsageProblem("\(operands[verb.operands.count]) is one word too many", hint: hint)
        }
    }
}
