import CommandLineTool
import PaymentToken

extension TokenVerb {
    /// `quince token inspect`.
    static let inspect = Verb(
        "token",
        "inspect",
        summary: "Show what a token says of itself. Nothing is verified or trusted.",
        operands: [file],
        options: [json],
        notes: """
            Exit status: 0 shown, 1 not a whole token, 2 wrong usage or configuration.
            """,
        example: "quince token inspect token.json",
        run: { invocation, output throws(UsageProblem) in
            try read(invocation, output) { bytes, report throws(TokenRefusal) in
                let inspection = TokenInspection(try TokenMembers(json: bytes))
                report.inspected(inspection)
                return inspection.refusal == nil ? .success : .refused
            }
        }
    )
}
