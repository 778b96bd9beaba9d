internal import Bytes
internal import CardMessages
internal import ISO8583
internal import Payments
internal import Sockets
internal import World

/// Runs an ``AcquirerConnection`` with a clock and connections.
actor AcquirerDriver: MessageExchange {
    /// The parts that differ between networks.
    struct Network: Sendable {
        let address: SocketAddress
        let dialer: any Dialer
        let layout: MessageLayout
        let framing: MessageFraming
        let acquirer: String?
    }

    private struct Link {
        let stream: any ByteStream
        let outgoing: SendQueue
    }

    private var machine: AcquirerConnection
    private let network: Network
    private let clock: any WallClock
    private let observe: @Sendable (AcquirerObservation) -> Void
    private let tracesMessages: Bool
    private var dials: [AcquirerConnection.ConnectionNumber: Task<Void, Never>] = [:]
    private var links: [AcquirerConnection.ConnectionNumber: Link] = [:]
    private var callers:
        [AcquirerConnection.RequestNumber: CheckedContinuation<AcquirerConnection.Outcome, Never>] =
            [:]
    private var lastNumber: AcquirerConnection.RequestNumber = 0
    private let madeAt: Duration
    private var ticking: Task<Void, Never>?
    private var hasEnded = false
    private var awaitingEnd: [CheckedContinuation<Void, Never>] = []

    init(
        _ network: Network,
        settings: AcquirerSettings,
        world: World,
        tracesMessages: Bool,
        observe: @escaping @Sendable (AcquirerObservation) -> Void
    ) {
        self.network = network
        self.tracesMessages = tracesMessages
        self.observe = observe
        clock = world.clock
        madeAt = world.clock.uptime
        let seed = world.randomness.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        machine = AcquirerConnection(settings, seed: seed)
    }

    deinit {
        ticking?.cancel()
        for link in links.values { link.stream.close() }
    }

    func start() {
        guard ticking == nil, !hasEnded else { return }
        let tick = machine.settings.tick
        ticking = Task { [weak self] in
            while !Task.isCancelled {
                await RealTime.pass(tick)
                guard let self else { return }
                await handle(.timePassed)
            }
        }
        handle(.started)
    }

    /// Returns once the connection is signed off and closed.
    func stop() async {
        handle(.stopped)
        guard !hasEnded else { return }
        await withCheckedContinuation { awaitingEnd.append($0) }
    }

    /// Sends a request and waits for its answer.
    func submit(_ message: ISO8583Message) async -> AcquirerConnection.Outcome {
        lastNumber += 1
        let number = lastNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                callers[number] = continuation
                handle(.submitted(number, message))
                if Task.isCancelled { handle(.cancelled(number)) }
            }
        } onCancel: {
            Task { await handle(.cancelled(number)) }
        }
    }

    private func handle(_ event: AcquirerConnection.Event) {
        for action in machine.handle(event, at: clock.uptime - madeAt) { perform(action) }
    }

    private func perform(_ action: AcquirerConnection.Action) {
        switch action {
        case .open(let number): open(number)
        case .close(let number): close(number)
        case .send(let number, let message): send(message, on: number)
        case .sendManagement(let number, let code, let traceNumber):
            let request = Self.request(
                code,
                traceNumber: traceNumber,
                at: clock.now,
                from: network.acquirer
            )
            if let request { send(request, on: number) }
        case .answerManagement(let number, let message):
            guard let request = try? NetworkManagement(message, isAnswer: false) else { return }
            let answer = CardResponse.management(NetworkManagement(to: request, .approved))
            if let message = try? answer.message() { send(message, on: number) }
        case .finish(let number, let outcome):
            callers.removeValue(forKey: number)?.resume(returning: outcome)
        case .report(let observation): observe(observation)
        case .end: end()
        }
    }

    private func end() {
        hasEnded = true
        ticking?.cancel()
        for continuation in awaitingEnd { continuation.resume() }
        awaitingEnd = []
    }

    private func open(_ number: AcquirerConnection.ConnectionNumber) {
        let (network, limit) = (network, machine.settings.connectLimit)
        dials[number] = Task { [weak self] in
            do throws(StreamFailure) {
                let stream = try await network.dialer.connect(to: network.address, within: limit)
                guard let self, await take(stream, as: number) else { return stream.close() }
            } catch { await self?.handle(.ended(number)) }
        }
    }

    /// Takes over a connection; false where it was given up in the meantime.
    private func take(
        _ stream: any ByteStream,
        as number: AcquirerConnection.ConnectionNumber
    ) -> Bool {
        guard dials.removeValue(forKey: number) != nil else { return false }
        let outgoing = SendQueue(stream)
        links[number] = Link(stream: stream, outgoing: outgoing)
        Task { [weak self] in
            do throws(StreamFailure) { try await outgoing.run() } catch {
                await self?.handle(.ended(number))
            }
        }
        Task { [weak self, network] in
            await Self.receive(from: stream, as: number, in: network) { [weak self] events in
                await self?.take(events)
            }
        }
        handle(.opened(number))
        return true
    }

    private func close(_ number: AcquirerConnection.ConnectionNumber) {
        dials.removeValue(forKey: number)?.cancel()
        guard let link = links.removeValue(forKey: number) else { return }
        link.outgoing.finish()
        link.stream.close()
    }

    private func send(
        _ message: ISO8583Message,
        on number: AcquirerConnection.ConnectionNumber
    ) {
        guard let link = links[number], var bytes = try? message.encoded(in: network.layout) else {
            return
        }
        // Of an authorization no copy of the card number stays in memory; the queue clears its own.
        defer { bytes.clear() }
        guard var frame = try? network.framing.frame(bytes) else { return }
        if tracesMessages { observe(.sent(MessageTrace(message))) }
        link.outgoing.add(frame)
        frame.clear()
    }

    private func take(_ events: [AcquirerConnection.Event]) {
        for event in events {
            if tracesMessages, case .received(_, let message) = event {
                observe(.received(MessageTrace(message)))
            }
            handle(event)
        }
    }

    /// Reads messages until the connection ends, or its frames cannot be told. What came together is
    /// handled together.
    private static func receive(
        from stream: any ByteStream,
        as number: AcquirerConnection.ConnectionNumber,
        in network: Network,
        _ handle: @Sendable ([AcquirerConnection.Event]) async -> Void
    ) async {
        var frames = MessageFrames(network.framing, layout: network.layout)
        var canBeTold = true
        while canBeTold, var bytes = try? await stream.receive(upTo: 65_536), !bytes.isEmpty {
            frames.append(bytes)
            bytes.clear()
            var events: [AcquirerConnection.Event] = []
            do throws(ISO8583Failure) {
                while var frame = try frames.next() {
                    let message = try? ISO8583Message(frame, in: network.layout)
                    // A network may repeat the card number in its answer.
                    frame.clear()
                    events.append(
                        message.map { .received(number, $0) } ?? .receivedUnreadable(number)
                    )
                }
            } catch {
                events.append(.receivedUnreadable(number))
                canBeTold = false
            }
            await handle(events)
        }
        await handle([.ended(number)])
    }

    /// A message that manages the connection.
    static func request(
        _ code: NetworkManagement.Code,
        traceNumber: Int,
        at time: UnixTime,
        from acquirer: String?
    ) -> ISO8583Message? {
        let digits = "\(traceNumber)"
        let request = NetworkManagement(
            code,
            traceNumber: String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits,
            transmissionTime: TransmissionTime(time),
            acquirer: acquirer
        )
        return request.flatMap { try? CardRequest.management($0).message() }
    }
}
