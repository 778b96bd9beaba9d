/// Bytes that tasks have handed to a stream and the system has not taken yet, in order.
struct OutgoingBytes {
    typealias Continuation = CheckedContinuation<StreamFailure?, Never>

    /// A call of `send` that ended, with its continuation; nil where it was cancelled before.
    typealias Ended = (continuation: Continuation?, failure: StreamFailure?)

    private struct Piece {
        let ticket: UInt64
        var bytes: [UInt8]
        var sent = 0
        var continuation: Continuation?
    }

    private var pieces: [Piece] = []
    private var first = 0

    var isEmpty: Bool { first == pieces.count }

    mutating func append(_ bytes: [UInt8], ticket: UInt64, _ continuation: Continuation) {
        pieces.append(Piece(ticket: ticket, bytes: bytes, continuation: continuation))
    }

    /// Sends as much as possible.
    mutating func flush(
        _ send: (ArraySlice<UInt8>) -> SocketCalls.Outcome<Int>
    ) -> [Ended] {
        var ended: [Ended] = []
        while !isEmpty {
            switch send(pieces[first].bytes[pieces[first].sent...]) {
            case .done(let count):
                pieces[first].sent += count
                guard pieces[first].sent == pieces[first].bytes.count else { continue }
                // The caller may clear its bytes then, of which there must be no other reference.
                pieces[first].bytes = []
                ended.append((pieces[first].continuation, nil))
                removeFirst()
            case .wouldWait: return ended
            case .failed(let failure): return ended + end(with: failure)
            }
        }
        return ended
    }

    /// Gives up all that was not sent.
    mutating func end(with failure: StreamFailure) -> [Ended] {
        defer {
            pieces = []
            first = 0
        }
        return pieces[first...].map { ($0.continuation, failure) }
    }

    /// Ends a call. Its bytes are not sent, unless some of them were.
    mutating func cancel(_ ticket: UInt64) -> Continuation? {
        guard let index = pieces[first...].firstIndex(where: { $0.ticket == ticket }) else {
            return nil
        }
        let continuation = pieces[index].continuation
        if pieces[index].sent == 0 {
            pieces.remove(at: index)
        } else {
            pieces[index].continuation = nil
        }
        return continuation
    }

    private mutating func removeFirst() {
        first += 1
        guard isEmpty || first > 64 else { return }
        pieces.removeFirst(first)
        first = 0
    }
}
