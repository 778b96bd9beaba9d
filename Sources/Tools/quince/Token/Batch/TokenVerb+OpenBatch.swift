import CommandLineTool
import CommandOptions
import Files
import JSON
import PaymentToken
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
        help: "with --batch, how many are opened at the same time (1; no more than cores help)"
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
            threads: try threadCount(invocation),
            open: { bytes throws(TokenRefusal) in
                let token = try SealedPaymentToken(json: bytes)
                return try trust.verifier.verify(token, at: trust.moment).opened(with: keys)
            },
            render: lines.line
        )
        let progress = BatchProgress(output, clock: World.system.clock)
        let tally: TokenBatch.Tally
        do {
            let reader = try LineReader(path, limit: SealedPaymentToken.sizeLimit)
            tally = try await batch.run(reader, answer: output.result, progress: progress.show)
        } catch {
            throw UsageProblem("\(error)", hint: "--batch takes a file with a token on each line")
        }
        progress.end(tally)
        return tally.refused.isEmpty ? .success : .refused
    }

    private static func threadCount(_ invocation: Invocation) throws(UsageProblem) -> Int {
        guard let text = invocation.value(threads.name) else { return 1 }
        guard let count = Int(text), (1...256).contains(count) else {
            throw UsageProblem("--threads \(text): not a number from 1 to 256", hint: "--threads 2")
        }
        return count
    }
}

/// A line of result for each token.
struct BatchLines {
    let isJSON: Bool
    let revealing: Bool

    func line(_ number: Int, _ verdict: TokenVerdict) -> String {
        isJSON ? JSONOutput.object(members(number, verdict)).compact : text(number, verdict)
    }

    private func members(_ number: Int, _ verdict: TokenVerdict) -> [JSONMember] {
        let place = JSONMember(name: "line", value: .integer(Int64(number)))
        switch verdict {
        case .refused(let refusal): return [place] + TokenReport.members(refusal)
        case .opened(let opened):
            return [
                place, JSONMember(name: "verdict", value: .string("accepted")),
                JSONMember(
                    name: "transactionId",
                    value: .string(opened.token.transactionID.lowercaseHexadecimal)
                ),
                JSONMember(
                    name: "payment",
                    value: PaymentDisplay(opened.payment, revealing: revealing).json
                ),
            ]
        }
    }

    private func text(_ number: Int, _ verdict: TokenVerdict) -> String {
        switch verdict {
        case .refused(let refusal): return "\(number)  \(TokenReport.line(refusal))"
        case .opened(let opened):
            let display = PaymentDisplay(opened.payment, revealing: revealing)
            return "\(number)  accepted  \(opened.token.transactionID)  \(display.summary)"
        }
    }
}
