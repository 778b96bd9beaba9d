import CommandLineTool
import TokenIntake
import World

/// The verbs of `quince key`.
enum KeyVerb {
    static let days = Option(
        "days",
        "N",
        in: 0...100_000,
        help: "speak of a certificate that ends within so many days; 30 unless given"
    )

    static let time = Option.time(
        "at",
        help: "check at this moment instead of now, such as 2026-01-01T12:00:00Z"
    )

    static let json = Option("json", help: "print one JSON object")

    /// `quince key check`.
    static let check = Verb(
        "key",
        "check",
        summary: "Say which tokens a merchant's keys open, and what is wrong.",
        options: MerchantKeyInput.options + [days, time, json],
        notes: """
            Nothing secret is printed. Which certificate is for which key is found out by the keys,
            never by the names or the order of files.

            Exit status: 0 all is well, 1 something must be fixed, 2 wrong usage.
            """,
        example: "quince key check --key merchant-key.pem --certificate certificates/merchant.pem",
        run: { invocation, output throws(UsageProblem) in
            let moment = try invocation.value(time) ?? World.system.clock.now
            let check = MerchantKeyCheck(
                try MerchantKeyInput.source(invocation, for: "quince key check"),
                at: moment,
                warningDays: try invocation.value(days) ?? MerchantKeyring.standardWarningDays
            )
            for finding in check.findings {
                switch finding.problem {
                case .file, .passwordFile: throw finding.usageProblem
                default: continue
                }
            }
            let report = KeyReport(check: check, moment: moment)
            report.write(to: output, isJSON: invocation.has(json.name))
            return report.isGood ? .success : .refused
        }
    )
}
