import CommandLineTool
import JSON
import TokenMint
import World

/// The report on a merchant's software and the tokens of a rehearsal.
struct RehearsalReport {
    private struct Step {
        let step: RotationRehearsal.Step
        var verdicts: [(token: RotationRehearsal.Token, verdict: TokenVerifierProgram.Verdict)] = []
    }

    private let folder: String
    private let isJSON: Bool
    private let output: Output
    private var steps: [Step] = []

    init(folder: String, isJSON: Bool, _ output: Output) {
        (self.folder, self.isJSON, self.output) = (folder, isJSON, output)
    }

    mutating func begin(_ step: RotationRehearsal.Step) {
        steps.append(Step(step: step))
        if !isJSON { output.result("\(step.moment.rawValue): \(step.moment.summary)") }
    }

    mutating func add(
        _ verdict: TokenVerifierProgram.Verdict,
        on token: RotationRehearsal.Token
    ) {
        steps[steps.count - 1].verdicts.append((token, verdict))
        guard !isJSON else { return }
        let mark = Self.isRight(verdict, token) ? "ok    " : "WRONG "
        output.result("  \(mark)\(Self.name(of: token.kind)): \(Self.text(verdict))")
    }

    /// Says what came of it.
    ///
    /// - Returns: The exit status.
    func end() -> ExitStatus {
        let all = steps.flatMap { step in step.verdicts.map { (step.step, $0.token, $0.verdict) } }
        let wrong = all.filter { !Self.isRight($0.2, $0.1) }
        let unanswered = all.contains { if case .failed = $0.2 { true } else { false } }
        if isJSON {
            output.result(json(wrong: wrong.count).compact)
        } else if let first = wrong.first {
            output.result(
                "\(wrong.count) of \(all.count) tokens went wrong, the first at the step "
                    + "\(first.0.moment.rawValue): \(Self.advice(first.0.moment, first.1, first.2))"
            )
        } else {
            output.result("all \(all.count) tokens went right; the files are in \(folder)")
        }
        return wrong.isEmpty ? .success : unanswered ? .misuse : .refused
    }

    private static func isRight(
        _ verdict: TokenVerifierProgram.Verdict,
        _ token: RotationRehearsal.Token
    ) -> Bool { verdict == (token.mustBeOpened ? .opened : .refused) }

    private static func name(of kind: RotationRehearsal.Token.Kind) -> String {
        switch kind {
        case .genuine(let key): "a token for the \(key.rawValue) key"
        case .changed(let key): "a token for the \(key.rawValue) key with a changed bit"
        case .ofAnotherMerchant: "a token for another merchant's key"
        }
    }

    private static func text(_ verdict: TokenVerifierProgram.Verdict) -> String {
        switch verdict {
        case .opened: "opened"
        case .refused: "refused"
        case .failed(let reason): "no answer: \(reason)"
        }
    }

    private static func advice(
        _ moment: RotationRehearsal.Moment,
        _ token: RotationRehearsal.Token,
        _ verdict: TokenVerifierProgram.Verdict
    ) -> String {
        if case .failed(let reason) = verdict { return "no answer: \(reason)" }
        switch token.kind {
        case .genuine(.old):
            return "the old key was not used; keep it until the mixed window is over"
        case .genuine(.new):
            return
                "the new key was not used; install it before the new certificate is activated, and"
                + " choose the key by the token's publicKeyHash"
        case .changed:
            return "a changed token was opened; verify its signature before it is opened"
        case .ofAnotherMerchant:
            return "a token for another key was opened; nobody without that key can open it, so the"
                + " answer is not about the token"
        }
    }

    private func json(wrong: Int) -> JSONOutput {
        .object([
            "wrong": .integer(Int64(wrong)), "folder": .string(folder),
            "steps": .array(
                steps.map { step in
                    .object([
                        "step": .string(step.step.moment.rawValue),
                        "time": .string(step.step.time.iso8601),
                        "tokens": .array(
                            step.verdicts.map { token, verdict in
                                .object([
                                    "token": .string(Self.name(of: token.kind)),
                                    "expected": token.mustBeOpened ? "opened" : "refused",
                                    "answer": .string(Self.text(verdict)),
                                    "isRight": .bool(Self.isRight(verdict, token)),
                                ])
                            }
                        ),
                    ])
                }
            ),
        ])
    }
}
