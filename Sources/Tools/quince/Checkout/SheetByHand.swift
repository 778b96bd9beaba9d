import CommandLineTool
import CommandOptions
import SheetWording
import TerminalSheet
import Wallet
import World

/// The person at the terminal, where `--by-hand` asks for one.
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
                hint: "run it in a terminal, without a pipe or a file on either side; "
                    + "without --by-hand the scenario's shopper pays"
            )
        }
    }

    private static func language(_ invocation: Invocation) throws(UsageProblem) -> Language {
        guard let code = invocation.value(CheckoutVerb.language.name) else {
            return Language(preferred: [SystemEnvironment.messageLocale].compactMap(\.self))
        }
        guard let language = Language(localeIdentifier: code) else {
            let codes = Language.allCases.map { "\($0.rawValue) (\($0.name))" }
            throw UsageProblem(
                "the sheet does not speak \(code)",
                hint: "--language takes \(codes.joined(separator: ", "))"
            )
        }
        return language
    }
}
