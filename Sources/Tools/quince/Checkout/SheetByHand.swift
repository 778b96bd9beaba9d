import CommandLineTool
import CommandOptions
import SheetWording
import TerminalSheet
import Wallet
import World

/// The person at the terminal, with `--by-hand`.
enum SheetByHand {
    static func person(_ invocation: Invocation) throws(UsageProblem) -> (any SheetShopper)? {
        let language = try language(invocation)
        guard invocation.has(CheckoutVerb.byHand.name) else {
            guard !invocation.has(CheckoutVerb.language.name) else {
                throw UsageProblem(
                    "--language is for the sheet that --by-hand shows",
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

    /// The reason why a sheet could not be shown to a person.
    static func problem(_ person: (any SheetShopper)?) -> UsageProblem? {
        (person as? TerminalShopper)?.refusal.map { refusal in
            UsageProblem("--by-hand: \(refusal)", hint: refusal.remedy)
        }
    }

    /// The language that `--language` names, or that of the terminal's locale.
    static func language(_ invocation: Invocation) throws(UsageProblem) -> Language {
        guard let code = invocation.value(CheckoutVerb.language.name) else {
            return Language(preferred: [SystemEnvironment.messageLocale].compactMap(\.self))
        }
        guard let language = Language(localeIdentifier: code) else {
            let codes = Language.allCases.map { "\($0.rawValue) (\($0.name))" }
            throw UsageProblem(
                "there is no sheet in the language '\(code)'",
                hint: "--language takes \(codes.joined(separator: ", "))"
            )
        }
        return language
    }
}
