import CommandLineTool
import Files
import JSON
import PaymentToken
import TokenDisplay
import TokenIntake

extension TokenVerb {
    /// `quince token explain`.
    static let explain = Verb(
        "token",
        "explain",
        summary: "Show what every check of a token came to, in order.",
        operands: [Operand(file.name, isRepeatable: true, help: file.help)],
        options: MerchantKeyInput.optionsWithoutRequiredKey + [root, environment, time, json],
        notes: """
            The checks are those of quince token open, which stops at the first that fails. Without
            --key, those that need it are not reached. A token that does not verify is never
            opened, and nothing of a payload is shown but the end of the account number.

            Exit status: 0 accepted or, without --key, verified; 1 refused; 2 wrong usage or
            configuration. Of several tokens, one that is refused decides.
            """,
        example: "quince token explain token.json --key merchant-key.pem \\\n"
            + "      --certificate certificates/merchant.pem --root certificates/root.pem",
        run: { invocation, output throws(UsageProblem) in
            let trust = try TokenTrust(invocation)
            let keys = try MerchantKeyInput.keyringIfGiven(invocation, for: "quince token explain")
            var status = ExitStatus.success
            for path in invocation.operands {
                let explanation = try explanation(of: path, trust, keys?.keys)
                if invocation.operands.count > 1, !invocation.has(json.name) { output.line(path) }
                if invocation.has(json.name) {
                    let isOne = invocation.operands.count == 1
                    output.result(explanation.json(ofFile: isOne ? nil : path).compact)
                } else {
                    explanation.write(to: output)
                }
                if explanation.refusal != nil { status = .refused }
            }
            return status
        }
    )

    private static func explanation(
        of path: String,
        _ trust: TokenTrust,
        _ keys: [MerchantKey]?
    ) throws(UsageProblem) -> TokenExplanation {
        let limit = SealedPaymentToken.sizeLimit
        do {
            return TokenExplanation(try Files.read(path, limit: limit), trust: trust, keys: keys)
        } catch  where error.reason == .tooLong(limit: limit) {
            return TokenExplanation(.format(.tooLong(limit: limit)), in: .of(path), trust: trust)
        } catch {
            throw UsageProblem(error, hint: "FILE is a token's JSON; - reads standard input")
        }
    }
}
