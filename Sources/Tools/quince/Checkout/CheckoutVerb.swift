import Checkout
import CommandLineTool
import CommandOptions
import Files
import JSON
import PaymentSheet
import TestSandbox
import World

/// `quince checkout`.
enum CheckoutVerb {
    static let scenario = Option(
        "scenario",
        "NAME",
        help: "guide (10.75 USD, the default), china (29.90 CNY) or shinobi (29.27 USD)"
    )
    static let decline = Option("decline", help: "the issuer declines for want of money")
    static let out = Option(
        "out",
        "DIR",
        help: "where to leave the token, certificates, key and orders;\n"
            + "unless given, a new folder quince-checkout here"
    )
    static let seed = Option(
        "seed",
        "N",
        help: "the same number gives the same keys and identifiers,\n"
            + "at 2026-01-01T12:00:00Z unless --at is given"
    )
    static let time = Option(
        "at",
        "TIME",
        help: "when it happens, instead of now, such as 2026-01-01T12:00:00Z"
    )
    static let byHand = Option(
        "by-hand",
        help: "use the payment sheet yourself, on this terminal, instead of the\n"
            + "scenario's shopper"
    )
    static let language = Option(
        "language",
        "CODE",
        help: "with --by-hand, what the sheet speaks: en, zh or ru; unless given,\n"
            + "the language of this terminal's locale"
    )
    static let json = Option("json", help: "print one JSON object instead of the trace")

    static let verb = Verb(
        "checkout",
        summary: "Make one payment, from a merchant's set-up to the receipt.",
        options: [scenario, decline, byHand, language, out, seed, time, json],
        notes: """
            One seed makes one token: into the same DIR, a second run gets the first answer again,
            and one of another scenario is refused as a replay.
            Exit status: 0 paid, 1 refused or declined, 2 wrong usage or configuration.
            """,
        example: "quince checkout --scenario china --out /tmp/checkout",
        run: { invocation, output throws(UsageProblem) in
            try await run(invocation, output)
        }
    )

    private static func run(
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        let scenario = try chosenScenario(invocation)
        let (world, moment) = try world(invocation)
        let person = try SheetByHand.person(invocation)
        let folder = invocation.value(out.name) ?? Files.unusedName("quince-checkout")
        let files = CheckoutFiles(folder: folder)
        let isJSON = invocation.has(json.name)
        let checkout = Checkout(
            scenario,
            declines: invocation.has(decline.name),
            files: files,
            world: world,
            byHandOf: person
        )
        let trace = CheckoutTrace(output: output, waitsForSheet: person != nil)
        let ending: Checkout.Ending
        do throws(CheckoutFailure) {
            ending = try await checkout.run { if !isJSON { trace.show($0) } }
        } catch {
            if case .sandbox(.authorities(let failure)) = error {
                throw UsageProblem("\(failure)", hint: "quince checkout --at 2026-01-01T12:00:00Z")
            }
            throw UsageProblem("\(error)", hint: "--out DIR takes a folder that can be written to")
        }
        trace.sheetIsGone()
        let report = CheckoutReport(scenario, ending, files, moment: moment)
        if isJSON {
            output.result(report.json.compact)
        } else {
            report.show(on: output)
        }
        return report.isPaid ? .success : .refused
    }

    private static func chosenScenario(_ invocation: Invocation) throws(UsageProblem) -> Scenario {
        let name = invocation.value(scenario.name) ?? Scenario.guide.name
        guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
            throw UsageProblem(
                "there is no scenario \(name)",
                hint: "--scenario takes \(Scenario.all.map(\.name).joined(separator: ", "))"
            )
        }
        return scenario
    }

    /// The world of the checkout, and its moment where that is not now.
    private static func world(
        _ invocation: Invocation
    ) throws(UsageProblem) -> (World, UnixTime?) {
        let moment = try TimeInput.read(invocation, time)
        guard let text = invocation.value(seed.name) else {
            guard let moment else { return (.system, nil) }
            return (World.system.with(clock: SimulatedClock(startingAt: moment)), moment)
        }
        guard let number = UInt64(text) else {
            throw UsageProblem(
                "--seed \(text): not a whole number from 0 to \(UInt64.max)",
                hint: "quince checkout --seed 1"
            )
        }
        let start = moment ?? Checkout.seededMoment
        return (.simulated(seed: number, startingAt: start), start)
    }
}
