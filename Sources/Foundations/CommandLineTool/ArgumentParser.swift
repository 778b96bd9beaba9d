internal import World

/// Reads the arguments of one verb. Options may be abbreviated, may stand anywhere, and may be written
/// `--name=value`.
enum ArgumentParser {
    static let helpOption = Option("help", help: "show this page")

    /// One command is scanned at a time: `getopt_long` keeps its state in global variables.
    private static let scanning = LockedValue(())

    /// Reads the arguments.
    ///
    /// - Parameters:
    ///   - arguments: The words behind the verb's own.
    ///   - verb: The verb.
    ///   - others: The tool's verbs, of which one may take an option that this one does not.
    /// - Returns: The operands and options.
    /// - Throws: ``UsageProblem``.
    static func parse(
        _ arguments: [String],
        of verb: Verb,
        among others: [Verb] = []
    ) throws(UsageProblem) -> Invocation {
        try scanning.withLock { _ throws(UsageProblem) in
            try scan(arguments, of: verb, among: others)
        }
    }

    private static func scan(
        _ arguments: [String],
        of verb: Verb,
        among others: [Verb]
    ) throws(UsageProblem) -> Invocation {
        let command = "quince \(verb.words.joined(separator: " "))"
        let hint = "\(command) --help"
        let scanner = OptionScanner(
            command: command,
            arguments: arguments,
            options: verb.allOptions
        )
        var values: [String: [String]] = [:]
        while true {
            switch scanner.next() {
            case .option(let option, let value):
                try check(value, of: option, among: verb.allOptions, command)
                values[option.name, default: []].append(value ?? "")
                guard option.isRepeatable || values[option.name]?.count == 1 else {
                    throw UsageProblem("--\(option.name) is given twice", hint: hint)
                }
            case .unknown(word: "-h"): values[helpOption.name] = [""]
            case .unknown(let word): throw unknown(word, of: verb, among: others)
            case .valueMissing(let option):
                throw UsageProblem(
                    "--\(option.name) needs a value: \(option.value ?? "VALUE")",
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
        of verb: Verb,
        among others: [Verb]
    ) -> UsageProblem {
        let page = "quince \(verb.words.joined(separator: " ")) --help"
        let name = String(word.prefix { $0 != "=" })
        let names = verb.allOptions.map { "--\($0.name)" }
        let meant = names.filter { $0.hasPrefix(name) }
        guard meant.count < 2 else {
            return UsageProblem("'\(word)' could be \(meant.joined(separator: " or "))", hint: page)
        }
        let problem = "there is no option '\(word)'"
        let takers = others.filter { other in other.options.contains { "--\($0.name)" == name } }
            .map { "quince \($0.words.joined(separator: " "))" }
        guard takers.isEmpty else {
            return UsageProblem(
                problem,
                hint: "\(name) is an option of \(takers.joined(separator: ", ")); \(page)"
            )
        }
        let near = NearestWord.to(name, among: names).map { "did you mean \($0)? " } ?? ""
        return UsageProblem(problem, hint: "\(near)\(page) lists the options")
    }

    /// Refuses what is not a value of the option, an empty one, and an option's name in the place of a
    /// value. A `TEXT` may be either.
    private static func check(
        _ value: String?,
        of option: any CommandOption,
        among options: [any CommandOption],
        _ command: String
    ) throws(UsageProblem) {
        guard let value, let name = option.value, name != "TEXT" else { return }
        let use = "--\(option.name) \(name): \(option.oneLineHelp)"
        guard !value.isEmpty else { throw UsageProblem("--\(option.name) is empty", hint: use) }
        if options.contains(where: { value == "--\($0.name)" }) {
            throw UsageProblem(
                "--\(option.name) needs a value: \(name), and \(value) is an option",
                hint: "\(command) --help; a file of that name is written ./\(value)"
            )
        }
        do throws(ValueRefusal) { try option.check(value) } catch {
            throw UsageProblem(value, of: option, error)
        }
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
            let word = operands[verb.operands.count]
            let isPath = word.contains("/") || word.contains(".")
            let option =
                verb.options.first { $0.choices.contains(word) }
                ?? verb.options.first { isPath && verb.operands.isEmpty && $0.value == "FILE" }
            throw UsageProblem(
                "'\(word)' is one word too many",
                hint: option.map { "did you mean --\($0.name) \(word)? \(hint)" } ?? hint
            )
        }
    }
}
