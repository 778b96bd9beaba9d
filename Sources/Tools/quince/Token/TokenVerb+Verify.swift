import CommandLineTool
import PaymentToken
import TokenDisplay

extension TokenVerb {
    /// `quince token verify`.
    static let verify = Verb(
        "token",
        "verify",
        summary: "Check a token's signature, certificates, markers and signing time.",
        operands: [file],
        options: [root, environment, time, json],
        notes: exitStatus,
        example: "quince token verify token.json --root certificates/root.pem",
        run: { invocation, output throws(UsageProblem) in
            let trust = try TokenTrust(invocation)
            return try judge(invocation, output) { token, report throws(TokenRefusal) in
                report.accepted(try trust.verifier.verify(token, at: trust.moment))
            }
        }
    )
}
