/// The help page of a verb, as text for a terminal.
enum HelpPage {
    static func call(_ verb: Verb) -> String {
        let operands = verb.operands.map { operand in
            let name = operand.isRepeatable ? "\(operand.name)…" : operand.name
            return operand.isOptional ? "[\(name)]" : name
        }
        return (["quince"] + verb.words + operands).joined(separator: " ")
    }

    static func text(of verb: Verb) -> String {
        let options = verb.options + [ArgumentParser.helpOption]
        let rows =
            verb.operands.map { ($0.name, $0.help) }
            + options.map { (["--\($0.name)", $0.value ?? ""].joined(separator: " "), $0.help) }
        let width = rows.map(\.0.count).max() ?? 0
        let table = rows.map { name, help in
            let padding = String(repeating: " ", count: width - name.count)
            let indented = help.split(separator: "\n").joined(
                separator: "\n" + String(repeating: " ", count: width + 4)
            )
            return "  \(name)\(padding)  \(indented)"
        }
        let notes = verb.notes.isEmpty ? "" : "\n\n\(verb.notes)"
        return """
            \(call(verb)) [options]

            \(verb.summary)

            \(table.joined(separator: "\n"))\(notes)

            Example:
              \(verb.example)
            """
    }
}
