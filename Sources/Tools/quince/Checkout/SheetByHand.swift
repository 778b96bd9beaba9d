import CommandLineTool
import SheetServer
import SheetView
import World

/// The person who uses the sheet in a browser, with `--by-hand`.
enum SheetByHand {
    static func person(
        _ invocation: Invocation,
        _ output: Output
    ) throws(UsageProblem) -> BrowserShopper? {
        guard invocation.has(CheckoutVerb.byHand.name) else {
            guard !invocation.has(CheckoutVerb.language.name) else {
                throw UsageProblem(
                    "--language is for the sheet that --by-hand shows",
                    hint: "quince checkout --by-hand --language zh"
                )
            }
            return nil
        }
        return BrowserShopper(language: try language(invocation)) { address in
            output.remark("Open \(address) in a browser on this machine: the sheet is there.")
        }
    }

    /// The reason why a sheet could not be shown to a person.
    static func problem(_ person: BrowserShopper?) -> UsageProblem? {
        person?.failure.map { failure in
            UsageProblem(
                "--by-hand: no sheet was shown: \(failure)",
                hint: "without --by-hand the scenario's shopper pays"
            )
        }
    }

    /// The language that `--language` names, or that of the locale.
    static func language(_ invocation: Invocation) throws(UsageProblem) -> Language {
        try invocation.value(CheckoutVerb.language)
            ?? Language(preferred: [SystemEnvironment.messageLocale].compactMap(\.self))
    }
}
