internal import ISO8583
internal import Sockets
internal import World

/// One client of a ``NetworkServer``.
struct NetworkConnection: Sendable {
    let stream: any ByteStream
    let outgoing: SendQueue
    let network: CardNetwork
    let framing: MessageFraming
    let layout: MessageLayout
    let limits: NetworkServer.Limits

    /// Answers messages until the client sends no more, sends what is no message, or is idle for
    /// too long. Answers are sent as they are ready, in any order.
    func run() async {
        let received = LockedValue(0)
        let watch = Task { await closeWhenIdle(received) }
        let sending = Task { [outgoing] in try? await outgoing.run() }
        await withTaskGroup(of: Void.self) { group in
            var frames = MessageFrames(framing, limit: limits.messageBytes)
            var running = 0
            do {
                while true {
                    let bytes = try await stream.receive(upTo: 16_384)
                    guard !bytes.isEmpty else { break }
                    frames.append(bytes)
                    while let frame = try frames.next() {
                        let message = try ISO8583Message(frame, in: layout)
                        received.withLock { $0 += 1 }
                        if running == limits.messagesInFlight {
                            await group.next()
                            running -= 1
                        }
                        running += 1
                        // A header of the answer repeats parts of the request's.
                        let answerLayout = layout.answering(frame)
                        group.addTask { await answer(message, in: answerLayout) }
                    }
                }
            } catch {
                // The client ended the connection, or sent what cannot be answered.
                if !(error is StreamFailure) { group.cancelAll() }
            }
            await group.waitForAll()
        }
        outgoing.finish()
        await sending.value
        watch.cancel()
        stream.close()
    }

    private func answer(_ message: ISO8583Message, in layout: MessageLayout) async {
        guard let reply = await network.reply(to: message),
            let encoded = try? reply.message.encoded(in: layout),
            let frame = try? framing.frame(encoded)
        else { return }
        switch reply.delivery {
        case .now: await outgoing.send(frame)
        case .twice:
            await outgoing.send(frame)
            await outgoing.send(frame)
        case .delayed(let milliseconds):
            await RealTime.pass(.milliseconds(milliseconds))
            await outgoing.send(frame)
        case .malformed:
            guard let frame = try? framing.frame(AnswerDelivery.malformedBytes) else { return }
            await outgoing.send(frame)
        case .never: break
        case .closedConnection: stream.close()
        }
    }

    private func closeWhenIdle(_ received: LockedValue<Int>) async {
        var seen = -1
        while !Task.isCancelled {
            let count = received.withLock { $0 }
            guard count != seen else {
                stream.close()
                return
            }
            seen = count
            await RealTime.pass(.seconds(limits.idleSeconds))
        }
    }
}
