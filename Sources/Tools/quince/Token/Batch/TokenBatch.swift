import Files
import PaymentToken
import World

/// Opens many tokens, one a line, holding a few of them at a time.
///
/// Workers take chunks of lines; the answers come in the order of the lines.
struct TokenBatch {
    /// How many lines a worker takes at a time.
    static let chunkLength = 32

    let threads: Int
    let open: @Sendable ([UInt8]) throws(TokenRefusal) -> OpenedPaymentToken
    let render: @Sendable (Int, TokenVerdict) -> String

    /// The counts of a batch.
    struct Tally: Equatable {
        var opened = 0
        var refused: [TokenRefusal.Step: Int] = [:]
        var total: Int { opened + refused.values.reduce(0, +) }
    }

    private struct Chunk: Sendable {
        let lines: [(number: Int, line: LineReader.Line)]
    }

    private struct Answers: Sendable {
        var lines: [String] = []
        var steps: [TokenRefusal.Step?] = []
    }

    /// Reads to the end, and gives every answer and the tally so far as it goes.
    func run(
        _ reader: consuming LineReader,
        answer: (String) -> Void,
        progress: (Tally, _ position: Int, _ length: Int?) -> Void
    ) async throws(FileFailure) -> Tally {
        var source = ChunkSource(reader)
        var tally = Tally()
        // A worker that is held up must not let the others run ahead without end.
        let work = OrderedWork(workers: threads, window: 8 * threads)
        try await work.run(
            on: { () throws(FileFailure) in try source.next() },
            doing: { chunk throws(FileFailure) in answers(to: chunk) },
            handingTo: { answers throws(FileFailure) in
                answers.lines.forEach(answer)
                answers.steps.forEach { tally.count($0) }
                progress(tally, source.position, source.length)
            }
        )
        return tally
    }

    private func answers(to chunk: Chunk) -> Answers {
        var answers = Answers()
        for (number, line) in chunk.lines {
            let verdict = verdict(on: line)
            answers.lines.append(render(number, verdict))
            answers.steps.append(verdict.step)
        }
        return answers
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
        private var failure: FileFailure?
        var position: Int { reader.position }
        var length: Int? { reader.length }

        init(_ reader: consuming LineReader) { self.reader = reader }

        /// Nil after the last line. What was read before a failure is a chunk, too.
        mutating func next() throws(FileFailure) -> Chunk? {
            if let failure { throw failure }
            var lines: [(Int, LineReader.Line)] = []
            do throws(FileFailure) {
                while lines.count < TokenBatch.chunkLength, let line = try reader.next() {
                    lineNumber += 1
                    if line != .bytes([]) { lines.append((lineNumber, line)) }
                }
            } catch {
                failure = error
                if lines.isEmpty { throw error }
            }
            return lines.isEmpty ? nil : Chunk(lines: lines)
        }
    }
}

extension TokenBatch.Tally {
    fileprivate mutating func count(_ step: TokenRefusal.Step?) {
        if let step { refused[step, default: 0] += 1 } else { opened += 1 }
    }
}

/// The verdict on a token.
enum TokenVerdict: Sendable {
    case opened(OpenedPaymentToken)
    case refused(TokenRefusal)

    var step: TokenRefusal.Step? {
        if case .refused(let refusal) = self { refusal.step } else { nil }
    }
}
