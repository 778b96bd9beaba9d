import CommandLineTool
import PaymentToken
import TokenDisplay
import TokenIntake

extension TokenVerb {
    static let reveal = Option(
        "reveal",
        help: "show what is masked: account number, cryptogram and more"
    )

    /// `quince token open`.
    static let open = Verb(
        "token",
        "open",
        summary: "Verify a token, then decrypt it with the merchant's key.",
        operands: [Operand(file.name, isOptional: true, help: file.help)],
        options: MerchantKeyInput.options + [
            root, environment, time, batch, threads, json, reveal,
        ],
        notes: """
            Several keys may be given, as during a rotation: the token says which it wants.
            The account number, cryptogram or chip data, and fields that this version does not
            know are masked unless --reveal is given. Nothing opens a token without verifying it.

            With --batch there is a line of result for every token, also for those that are refused,
            and the memory taken does not grow with the file. 0 then means that all were opened.

            \(exitStatus)
            """,
        example: "quince token open token.json --key merchant-key.pem \\\n"
            + "      --certificate certificates/merchant.pem --root certificates/root.pem",
        run: { invocation, output throws(UsageProblem) in
            let trust = try TokenTrust(invocation)
            let keyring = try MerchantKeyInput.keyring(invocation, for: "quince token open")
            if let path = invocation.value(batch) {
                return try await openBatch(path, invocation, output, trust, keyring.keys)
            }
            guard !invocation.has(threads.name) else {
                throw UsageProblem(
                    "--threads is for --batch, and one token was given",
                    hint: "leave --threads out"
                )
            }
            return try judge(invocation, output) { token, report throws(TokenRefusal) in
                let verified = try trust.verifier.verify(token, at: trust.moment)
                report.accepted(
                    verified,
                    opened: try verified.opened(with: keyring.keys),
                    revealing: invocation.has(reveal.name)
                )
            }
        }
    )
}
