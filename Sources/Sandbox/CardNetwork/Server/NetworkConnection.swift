internal import Bytes
internal import ISO8583
internal import Sockets
internal import World

/// One client of a ``NetworkServer``.
struct NetworkConnection: Sendable {
    let stream: any ByteStream
    let outgoing: SendQueue
    let network: CardNetwork
    let settings: NetworkServer.Settings

    private var form: MessageForm { settings.form }

    /// How long more of an unreadable beginning is waited for, to tell how it can be read. Units: milliseconds.
    private static let patience: Int64 = 250

    /// Answers messages until the client sends no more, sends what is no message, or is idle for
    /// too long. Answers are sent as they are ready, in any order.
    func run() async {
        let received = LockedValue(0)
        let watch = Task { await closeWhenIdle(received) }
        let sending = Task { [outgoing] in try? await outgoing.run() }
        await withTaskGroup(of: Void.self) { group in
            var beginning = ClearedBuffer()
            do {
                try await answerMessages(received, &beginning, in: &group)
            } catch let unread as UnreadMessage {
                await tell(unread, after: beginning)
                group.cancelAll()
            } catch {
                // The client ended the connection.
            }
            await group.waitForAll()
        }
        outgoing.finish()
        await sending.value
        watch.cancel()
        stream.close()
    }

    /// Answers messages. The beginning is what came until the first message was read.
    private func answerMessages(
        _ received: LockedValue<Int>,
        _ beginning: inout ClearedBuffer,
        in group: inout TaskGroup<Void>
    ) async throws {
        var frames = MessageFrames(form.framing, layout: form.layout, limit: settings.messageBytes)
        var (running, isFirst) = (0, true)
        while true {
            let bytes = try await stream.receive(upTo: 16_384)
            guard !bytes.isEmpty else { return try end(frames) }
            frames.append(bytes)
            if isFirst { beginning.append(bytes) }
            while let (message, answerLayout) = try next(&frames) {
                (isFirst, beginning) = (false, ClearedBuffer())
                received.withLock { $0 += 1 }
                if running == settings.messagesInFlight {
                    await group.next()
                    running -= 1
                }
                running += 1
                group.addTask { await answer(message, in: answerLayout) }
            }
            // The client waits for the answer to what is a whole message in another form only.
            if isFirst, form.other(reading: beginning.bytes) != nil { try end(frames) }
        }
    }

    /// The next message, and the layout of its answer, whose header repeats parts of the request's.
    private func next(
        _ frames: inout MessageFrames
    ) throws(UnreadMessage) -> (ISO8583Message, MessageLayout)? {
        var frame: [UInt8]?
        do throws(ISO8583Failure) {
            frame = try frames.next()
            guard let frame else { return nil }
            return (try ISO8583Message(frame, in: form.layout), form.layout.answering(frame))
        } catch { throw UnreadMessage(error, frame ?? [], in: form) }
    }

    private func end(_ frames: MessageFrames) throws(UnreadMessage) {
        do throws(ISO8583Failure) { try frames.finish() } catch {
            throw UnreadMessage(error, [], in: form)
        }
    }

    /// Tells what was not read, and in which form it can be read if it was the first that came.
    private func tell(_ unread: UnreadMessage, after received: ClearedBuffer) async {
        var (unread, beginning) = (unread, received)
        if !beginning.isEmpty {
            // What came may be the beginning of a message only.
            let ending = Task {
                await RealTime.pass(.milliseconds(Self.patience))
                stream.close()
            }
            unread.findReadings(of: beginning.bytes)
            while unread.reading == nil, beginning.count < settings.messageBytes,
                let bytes = try? await stream.receive(upTo: settings.messageBytes), !bytes.isEmpty
            {
                beginning.append(bytes)
                unread.findReadings(of: beginning.bytes)
            }
            ending.cancel()
        }
        network.tell(.unread(unread))
    }

    private func answer(_ message: ISO8583Message, in layout: MessageLayout) async {
        let reply = await network.reply(to: message, ignoringUnexpected: settings.ignoresUnexpected)
        guard let reply else { return }
        let frame: [UInt8]
        do throws(ISO8583Failure) {
            frame = try form.framing.frame(
                reply.delivery == .malformed
                    ? AnswerDelivery.malformedBytes : reply.message.encoded(in: layout)
            )
        } catch { return network.tell(.unwritten(reply.message.type, error)) }
        switch reply.delivery {
        case .now, .malformed: await outgoing.send(frame)
        case .twice:
            await outgoing.send(frame)
            await outgoing.send(frame)
        case .delayed(let milliseconds):
            await RealTime.pass(.milliseconds(milliseconds))
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
                network.tell(.idle(seconds: settings.idleSeconds))
                stream.close()
                return
            }
            seen = count
            await RealTime.pass(.seconds(settings.idleSeconds))
        }
    }
}
