import CommandLineTool
import CommandOptions
import HTTPServer
import SheetServer
import SheetWording
import TerminalSheet
import Wallet
import World

/// The person at the terminal, with `--by-hand`, or at a browser, with `--browser`.
enum SheetByHand {
    static func person(
        _ invocation: Invocation,
        _ output: Output
    ) throws(UsageProblem) -> (any SheetShopper)? {
        let language = try language(invocation)
        if invocation.has(CheckoutVerb.browser.name) {
            return BrowserShopper(language: language) { address in
                output.remark("Open \(address) in a browser on this machine: the sheet is there.")
            }
        }
        guard invocation.has(CheckoutVerb.byHand.name) else {
            guard !invocation.has(CheckoutVerb.language.name) else {
                throw UsageProblem(
                    "--language is for the sheet that --by-hand or --browser shows",
                    hint: "quince checkout --by-hand --language zh"
                )
            }
            return nil
        }
        do throws(TerminalRefusal) {
            return try TerminalShopper(language: language)
        } catch {
            throw UsageProblem(
                "--by-hand: \(error)",
                hint: "\(error.remedy); without --by-hand the scenario's shopper pays"
            )
        }
    }

    /// Whether the sheet covers the terminal.
    static func isOnTerminal(_ person: (any SheetShopper)?) -> Bool { person is TerminalShopper }

    /// The reason why a sheet could not be shown to a person.
    static func problem(_ person: (any SheetShopper)?) -> UsageProblem? {
        if let refusal = (person as? TerminalShopper)?.refusal {
            return UsageProblem("--by-hand: \(refusal)", hint: refusal.remedy)
        }
        return (person as? BrowserShopper)?.failure.map { failure in
            UsageProblem(
                "--browser: no sheet was shown: \(failure)",
                hint: "--by-hand shows it on this terminal"
            )
        }
    }

    /// The language that `--language` names, or that of the terminal's locale.
    static func language(_ invocation: Invocation) throws(UsageProblem) -> Language {
        try invocation.value(CheckoutVerb.language)
            ?? Language(preferred: [SystemEnvironment.messageLocale].compactMap(\.self))
    }
}
