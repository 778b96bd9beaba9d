import CommandLineTool

extension TokenVerb {
    /// `quince token inspect`.
    static let inspect = Verb(
        "token",
        "inspect",
        summary: "Show what a token says of itself. Nothing is verified or trusted.",
        operands: [file],
        options: [json],
        notes: exitStatus,
        example: "quince token inspect token.json",
        run: { invocation, output throws(UsageProblem) in
            try judge(invocation, output) { token, report in
                report.inspected(TokenInspection(token))
            }
        }
    )
}
