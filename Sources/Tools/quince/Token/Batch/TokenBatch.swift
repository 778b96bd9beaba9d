import Files
import PaymentToken

/// Opens many tokens, one a line, holding a few of them at a time.
///
/// Workers take chunks of lines; the answers come in the order of the lines.
struct TokenBatch {
    /// How many lines a worker takes at a time.
    static let chunkLength = 32

    let threads: Int
    let open: @Sendable ([UInt8]) throws(TokenRefusal) -> OpenedPaymentToken
    let render: @Sendable (Int, TokenVerdict) -> String

    /// What was counted.
    struct Tally: Equatable {
        var opened = 0
        var refused: [TokenRefusal.Step: Int] = [:]
        var total: Int { opened + refused.values.reduce(0, +) }
    }

    private struct Chunk: Sendable {
        let number: Int
        let lines: [(number: Int, line: LineReader.Line)]
    }

    private struct Answers: Sendable {
        let number: Int
        let lines: [String]
        let steps: [TokenRefusal.Step?]
    }

    /// Reads to the end, and gives every answer and the tally so far as it goes.
    func run(
        _ reader: consuming LineReader,
        answer: (String) -> Void,
        progress: (Tally, _ position: Int, _ length: Int?) -> Void
    ) async throws(FileFailure) -> Tally {
        var source = ChunkSource(reader)
        var tally = Tally()
        var failure: FileFailure?
        await withTaskGroup(of: Answers.self) { group in
            var (running, written) = (0, 0)
            var waiting: [Int: Answers] = [:]
            while true {
                // A worker that is held up must not let the others run ahead without end.
                while running < threads, source.count - written < 8 * threads,
                    let chunk = source.next(&failure)
                {
                    group.addTask { answers(to: chunk) }
                    running += 1
                }
                guard let answers = await group.next() else { return }
                running -= 1
                waiting[answers.number] = answers
                while let next = waiting.removeValue(forKey: written) {
                    written += 1
                    next.lines.forEach(answer)
                    next.steps.forEach { tally.count($0) }
                    progress(tally, source.position, source.length)
                }
            }
        }
        if let failure { throw failure }
        return tally
    }

    private func answers(to chunk: Chunk) -> Answers {
        var (lines, steps): ([String], [TokenRefusal.Step?]) = ([], [])
        for (number, line) in chunk.lines {
            let verdict = verdict(on: line)
            lines.append(render(number, verdict))
            steps.append(verdict.step)
        }
        return Answers(number: chunk.number, lines: lines, steps: steps)
    }

    private func verdict(on line: LineReader.Line) -> TokenVerdict {
        guard case .bytes(let json) = line else {
            return .refused(.format(.tooLong(limit: SealedPaymentToken.sizeLimit)))
        }
        do throws(TokenRefusal) {
            return .opened(try open(json))
        } catch { return .refused(error) }
    }

    /// Lines by the chunk, numbered from one; lines with nothing on them are passed over.
    private struct ChunkSource: ~Copyable {
        private var reader: LineReader
        private var lineNumber = 0
        private(set) var count = 0
        var position: Int { reader.position }
        var length: Int? { reader.length }

        init(_ reader: consuming LineReader) { self.reader = reader }

        /// Nil after the last line, and after a failure.
        mutating func next(_ failure: inout FileFailure?) -> Chunk? {
            guard failure == nil else { return nil }
            var lines: [(Int, LineReader.Line)] = []
            do throws(FileFailure) {
                while lines.count < TokenBatch.chunkLength, let line = try reader.next() {
                    lineNumber += 1
                    if line != .bytes([]) { lines.append((lineNumber, line)) }
                }
            } catch { failure = error }
            guard !lines.isEmpty else { return nil }
            defer { count += 1 }
            return Chunk(number: count, lines: lines)
        }
    }
}

extension TokenBatch.Tally {
    fileprivate mutating func count(_ step: TokenRefusal.Step?) {
        if let step { refused[step, default: 0] += 1 } else { opened += 1 }
    }
}

/// What became of a token.
enum TokenVerdict: Sendable {
    case opened(OpenedPaymentToken)
    case refused(TokenRefusal)

    var step: TokenRefusal.Step? {
        if case .refused(let refusal) = self { refusal.step } else { nil }
    }
}
