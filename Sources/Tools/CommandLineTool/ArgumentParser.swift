internal import CGetOpt
internal import Glibc

/// Reads the arguments of one verb with `getopt_long`, so that options may be abbreviated, stand
/// anywhere, and be written `--name=value`.
///
/// `getopt_long` keeps its state in global variables: one command is read at a time.
enum ArgumentParser {
    static func parse(_ arguments: [String], of verb: Verb) throws(UsageProblem) -> Invocation {
        let command = "quince \(verb.words.joined(separator: " "))"
        let options = verb.options + [helpOption]
        let (found, operands) = try read(arguments, options: options, command: command)
        if found[helpOption.name] == nil, operands.count != verb.operands.count {
            let expected = verb.operands.map(\.name).joined(separator: " ")
            throw UsageProblem(
                operands.count < verb.operands.count
                    ? "\(verb.operands[operands.count].name) is missing"
                    : "there is more than \(expected.isEmpty ? "options" : expected)",
                hint: "\(command) --help"
            )
        }
        return Invocation(operands: operands, values: found)
    }

    static let helpOption = Option("help", help: "show this page")

    private static func read(
        _ arguments: [String],
        options: [Option],
        command: String
    ) throws(UsageProblem) -> ([String: String], [String]) {
        var vector: [UnsafeMutablePointer<CChar>?] =
            unsafe ([command] + arguments).map { unsafe strdup($0) } + unsafe [nil]
        let names = unsafe options.map { unsafe strdup($0.name) }
        defer { for text in unsafe vector + names { unsafe free(text) } }
        var table = unsafe zip(options, names).enumerated().map { index, pair in
            unsafe CGetOpt.option(
                name: pair.1,
                has_arg: pair.0.value == nil ? no_argument : required_argument,
                flag: nil,
                val: Int32(index) + 1_000
            )
        }
        unsafe table.append(CGetOpt.option())
        var found: [String: String] = [:]
        quince_getopt_start()
        let count = Int32(arguments.count + 1)
        while true {
            let code = unsafe getopt_long(count, &vector, ":", table, nil)
            if code == -1 { break }
            let index = Int(code) - 1_000
            guard options.indices.contains(index) else {
                throw unsafe problem(code, arguments: vector, options: options, command: command)
            }
            guard found[options[index].name] == nil else {
                throw UsageProblem(
                    "--\(options[index].name) is given twice",
                    hint: "\(command) --help"
                )
            }
            found[options[index].name] = unsafe quince_getopt_argument().map { unsafe String(cString: $0) } ?? ""
        }
        let rest = unsafe vector[Int(quince_getopt_index())..<Int(count)]
        return unsafe (found, rest.compactMap { unsafe $0.map { unsafe String(cString: $0) } })
    }

    private static func problem(
        _ code: Int32,
        arguments: [UnsafeMutablePointer<CChar>?],
        options: [Option],
        command: String
    ) -> UsageProblem {
        let index = Int(quince_getopt_offending()) - 1_000
        let hint = "\(command) --help"
        guard options.indices.contains(index) else {
            let word = unsafe arguments[max(1, Int(quince_getopt_index()) - 1)].map { unsafe String(cString: $0) }
            return UsageProblem("there is no option \(word ?? "")", hint: hint)
        }
        let option = options[index]
        if code == Int32(UInt8(ascii: ":")) {
            return UsageProblem("--\(option.name) needs \(option.value ?? "a value")", hint: hint)
        }
        return UsageProblem("--\(option.name) takes no value", hint: hint)
    }
}
