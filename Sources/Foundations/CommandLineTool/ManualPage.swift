/// The manual page, for `man`.
///
/// - Source: groff_man(7), the macros of man.
enum ManualPage {
    static func text(of tool: CommandLineTool) -> String {
        let summary = tool.summary.split(separator: "\n").map { escaped(String($0)) }
        var lines = [
            ".TH QUINCE 1 \"\" \"quince \(escaped(tool.version))\" \"Quince\"", ".SH NAME",
            "quince \\- Apple Pay on Linux, for tests", ".SH SYNOPSIS",
        ]
        for verb in tool.verbs {
            lines += [".br", ".B \(escaped(HelpPage.call(verb)))", ".RI [ options ]"]
        }
        lines += [".SH DESCRIPTION"] + summary
        lines += [".SH VERBS"] + tool.verbs.flatMap(section)
        lines += [
            ".SH EXIT STATUS", ".TP", ".B 0", "Accepted, or done.", ".TP", ".B 1",
            "Refused, declined or found: the answer is no.", ".TP", ".B 2",
            "Wrong usage or configuration, or a result could not be written.",
        ]
        if !tool.files.isEmpty { lines.append(".SH FILES") }
        for file in tool.files {
            lines += [".TP", ".I \(escaped(file.path))", escaped(file.help)]
        }
        return lines.joined(separator: "\n")
    }

    private static func section(_ verb: Verb) -> [String] {
        var lines = [".SS \(escaped(verb.words.joined(separator: " ")))", escaped(verb.summary)]
        for operand in verb.operands {
            lines += [".TP", ".I \(escaped(operand.name))", escaped(operand.help)]
        }
        for option in verb.allOptions {
            let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
            lines += [".TP", "\\fB\(escaped("--\(option.name)"))\\fR\(value)"]
            lines += option.help.split(separator: "\n").map { escaped(String($0)) }
        }
        if !verb.notes.isEmpty {
            let notes = verb.notes.split(separator: "\n", omittingEmptySubsequences: false)
            lines.append(".PP")
            for note in notes { lines += note.isEmpty ? [".PP"] : [escaped(String(note)), ".br"] }
        }
        let example = verb.example.split(separator: "\n").map { escaped(String($0)) }
        return lines + [".PP", "Example:", ".PP", ".nf", ".RS 4"] + example + [".RE", ".fi"]
    }

    /// A text without what groff takes for a request, an escape or a typographic character.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .replacing("'", with: "\\(aq").replacing("`", with: "\\(ga").replacing(
                "~",
                with: "\\(ti"
            )
            .replacing("^", with: "\\(ha")
        let plain = text.unicodeScalars.map { scalar in
            scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar))]"
        }.joined()
        return plain.hasPrefix(".") ? "\\&\(plain)" : plain
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
