import CommandLineTool
import Files
import PaymentToken
import TokenDisplay
import World

extension TokenVerb {
    static let batch = Option(
        "batch",
        "FILE",
        help: "open every token of this file, one a line (NDJSON); - reads standard input"
    )

    static let threads = Option(
        "threads",
        "N",
        in: 1...256,
        help: "with --batch, how many are opened at once (1; more than cores do not help)"
    )

    static func openBatch(
        _ path: String,
        _ invocation: Invocation,
        _ output: Output,
        _ trust: TokenTrust,
        _ keys: [MerchantKey]
    ) async throws(UsageProblem) -> ExitStatus {
        guard invocation.operands.isEmpty else {
            throw UsageProblem(
                "a token and --batch were both given",
                hint: "give one of them: quince token open --help"
            )
        }
        let lines = BatchLines(
            isJSON: invocation.has(json.name),
            revealing: invocation.has(reveal.name)
        )
        let batch = TokenBatch(
            threads: try invocation.value(threads) ?? 1,
            open: { bytes throws(TokenRefusal) in
                let token = try SealedPaymentToken(json: bytes)
                return try trust.verifier.verify(token, at: trust.moment).opened(with: keys)
            },
            render: lines.line
        )
        let progress = BatchProgress(output, clock: World.system.clock)
        let tally = try await reporting(hint: "--batch takes a file with a token on each line") {
            let reader = try LineReader(path, limit: SealedPaymentToken.sizeLimit)
            return try await batch.run(reader, answer: output.result, progress: progress.show)
        }
        progress.end(tally)
        return tally.refused.isEmpty ? .success : .refused
    }
}
