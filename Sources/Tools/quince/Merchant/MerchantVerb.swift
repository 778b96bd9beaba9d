import AppleServers
import CommandLineTool
import HTTPMessages
import JSON

/// The verbs of `quince merchant`.
enum MerchantVerb {
    private static let identifier = Operand(
        "ID",
        help: "a merchant identifier, such as merchant.com.example, or an order type\n"
            + "identifier, such as order.com.example"
    )
    static let description = Option("name", "TEXT", help: "the team's words for it")
    static let team = Option(
        "team",
        "TEAM",
        help: "the team's identifier; the first team unless given"
    )
    private static let serial = Operand("CERT", help: "a certificate's serial number, as listed")

    static let verbs = [register, request, certificate, list, activate, revoke, authorities, check]

    /// `quince merchant register`.
    static let register = Verb(
        "merchant",
        "register",
        summary: "Register a merchant identifier with a sandbox's member center.",
        operands: [identifier],
        options: [description, team] + MemberCenterCalls.options + [MemberCenterCalls.json],
        notes: """
            The folder of --state is made where there is none.
            Exit status: 0 registered, 2 refused or wrong usage.
            """,
        example: "quince merchant register merchant.com.example --name Shop --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            let text = invocation.operands[0]
            let words = try CertificateInputs.required(description, invocation)
            let answer = try await MemberCenterCalls.use(invocation, creates: true) {
                calls throws(UsageProblem) in
                try await calls.call(
                    .post,
                    [collection(of: text)],
                    .object([
                        "identifier": .string(text), "description": .string(words),
                        "team": invocation.value(team).map { .string($0) },
                    ])
                )
            }
            report(answer, invocation, output) {
                output.line("registered \(text) for the team \(answer.text("team"))")
            }
            return .success
        }
    )

    /// `quince merchant list`.
    static let list = Verb(
        "merchant",
        "list",
        summary: "List a sandbox's identifiers, or the certificates of one.",
        operands: [
            Operand(
                "ID",
                isOptional: true,
                help: "whose certificates; none for the identifiers"
            )
        ],
        options: MemberCenterCalls.options + [MemberCenterCalls.json],
        notes: "Exit status: 0 listed, 2 wrong usage or configuration.",
        example: "quince merchant list merchant.com.example --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            let answers = try await MemberCenterCalls.use(invocation) {
                calls throws(UsageProblem) -> [JSONValue] in
                guard let text = invocation.operands.first else {
                    return [
                        try await calls.call(.get, ["merchants"]),
                        try await calls.call(.get, ["order-types"]),
                    ]
                }
                return [
                    try await calls.call(.get, [collection(of: text), text, "certificates"])
                ]
            }
            let isJSON = invocation.has(MemberCenterCalls.json.name)
            if isJSON {
                let members = answers.flatMap(\.members).map {
                    JSONMember(name: $0.name, value: JSONOutput($0.value))
                }
                output.result(JSONOutput.object(members).compact)
            } else {
                MemberCenterReport(output: output).write(answers)
            }
            return .success
        }
    )

    /// `quince merchant activate`.
    static let activate = Verb(
        "merchant",
        "activate",
        summary: "Activate a Payment Processing certificate, in place of another.",
        operands: [serial],
        options: MemberCenterCalls.options + [MemberCenterCalls.json],
        notes: """
            For ten minutes tokens may still be encrypted to the one before it, which cannot be
            activated again.
            Exit status: 0 activated, 2 refused or wrong usage.
            """,
        example: "quince merchant activate 4A09E1F5C2D37B86 --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            try await change("activate", invocation, output)
        }
    )

    /// `quince merchant revoke`.
    static let revoke = Verb(
        "merchant",
        "revoke",
        summary: "Revoke a certificate, for good.",
        operands: [serial],
        options: MemberCenterCalls.options + [MemberCenterCalls.json],
        notes: """
            Without an active Payment Processing certificate no token is made.
            Exit status: 0 revoked, 2 refused or wrong usage.
            """,
        example: "quince merchant revoke 4A09E1F5C2D37B86 --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            try await change("revoke", invocation, output)
        }
    )

    private static func change(
        _ word: String,
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        let serial = invocation.operands[0].uppercased()
        let answer = try await MemberCenterCalls.use(invocation) { calls throws(UsageProblem) in
            try await calls.call(.post, ["certificates", serial, word])
        }
        report(answer, invocation, output) {
            output.line("\(serial) of \(answer.text("holder")) is now \(answer.text("state"))")
        }
        return .success
    }

    /// The list that has an identifier, by its prefix.
    static func collection(of identifier: String) -> String {
        IdentifierKind(of: identifier) == .orderType ? "order-types" : "merchants"
    }

    static func report(
        _ answer: JSONValue,
        _ invocation: Invocation,
        _ output: Output,
        _ text: () -> Void
    ) {
        if invocation.has(MemberCenterCalls.json.name) {
            output.result(JSONOutput(answer).compact)
        } else {
            text()
        }
    }
}

extension JSONValue {
    /// The text of a member; empty where there is none.
    func text(_ name: String) -> String { member(name)?.string ?? "" }
}
