import CommandLineTool
import HTTPMessages
import JSON

/// The verbs of `quince app`.
enum AppVerb {
    private static let bundle = Operand(
        "BUNDLE",
        help: "a bundle identifier, such as com.example.store"
    )
    private static let merchant = Option(
        "merchant",
        "IDENTIFIER",
        isRepeatable: true,
        help:
            "a merchant that the app may pay; several times for several; none turns\nApple Pay off"
    )

    static let verbs = [register, list, entitle, check]

    /// `quince app register`.
    static let register = Verb(
        "app",
        "register",
        summary: "Register an App ID with a sandbox's member center.",
        operands: [bundle],
        options: [MerchantVerb.description, MerchantVerb.team] + MemberCenterCalls.options
            + [MemberCenterCalls.json],
        notes: """
            The folder of --state is made where there is none.
            Exit status: 0 registered, 2 refused or wrong usage.
            """,
        example: "quince app register com.example.store --name Store --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            let text = invocation.operands[0]
            let words = try CertificateInputs.required(MerchantVerb.description, invocation)
            let answer = try await MemberCenterCalls.use(invocation, creates: true) {
                calls throws(UsageProblem) in
                try await calls.call(
                    .post,
                    ["apps"],
                    .object([
                        "bundleIdentifier": .string(text), "description": .string(words),
                        "team": invocation.value(MerchantVerb.team).map { .string($0) },
                    ])
                )
            }
            MerchantVerb.report(answer, invocation, output) {
                output.line("registered \(text) for the team \(answer.text("team"))")
            }
            return .success
        }
    )

    /// `quince app list`.
    static let list = Verb(
        "app",
        "list",
        summary: "List a sandbox's App IDs and the merchants that they may pay.",
        options: MemberCenterCalls.options + [MemberCenterCalls.json],
        notes: "Exit status: 0 listed, 2 wrong usage or configuration.",
        example: "quince app list --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            let answer = try await MemberCenterCalls.use(invocation) { calls throws(UsageProblem) in
                try await calls.call(.get, ["apps"])
            }
            MerchantVerb.report(answer, invocation, output) {
                MemberCenterReport(output: output).write([answer])
            }
            return .success
        }
    )

    /// `quince app entitle`.
    static let entitle = Verb(
        "app",
        "entitle",
        summary: "Choose the merchants that an app may pay; none switches it off.",
        operands: [bundle],
        options: [merchant] + MemberCenterCalls.options + [MemberCenterCalls.json],
        notes: """
            The merchants that were chosen before and are not named are removed.
            Exit status: 0 done, 2 refused or wrong usage.
            """,
        example: "quince app entitle com.example.store --merchant merchant.com.example"
            + " --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            let text = invocation.operands[0]
            let merchants = invocation.values(merchant)
            let answer = try await MemberCenterCalls.use(invocation) { calls throws(UsageProblem) in
                try await calls.call(
                    .put,
                    ["apps", text, "entitlement"],
                    .object(["merchantIdentifiers": .array(merchants.map { .string($0) })])
                )
            }
            MerchantVerb.report(answer, invocation, output) {
                output.line(
                    merchants.isEmpty
                        ? "Apple Pay is off for \(text)"
                        : "\(text) may pay \(merchants.joined(separator: ", "))"
                )
            }
            return .success
        }
    )
}
