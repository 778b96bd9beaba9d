internal import CLibEvent
internal import HTTPMessages
internal import Sockets
internal import World

/// One loop of a server: its listener and its connections. They are used on the loop's thread only.
@safe
final class ServerLoop: @unchecked Sendable {
    /// How many connections the loops of a server have.
    typealias Count = AwaitableValue<Int>

    let handler: HTTPHandler
    let limits: HTTPLimits
    /// The deadlines in ticks.
    let ticks: DeadlineTicks
    private let tls: CurrentTLS?
    private let world: World
    private let loop: EventLoop
    private let openConnections: Count
    private let connectionLimit: Int
    private var listener: OpaquePointer?
    private var isListening = true
    private(set) var isStopping = false
    private var connections: [UInt64: Connection] = [:]
    private var ready: [HandlerBatch.Request] = []
    private var lastNumber: UInt64 = 0
    /// Ticks since the start.
    private(set) var now: UInt64 = 0
    private var date: (second: Int64, text: HTTPFieldValue?) = (.min, nil)

    init(
        _ configuration: HTTPServerConfiguration,
        tls: CurrentTLS?,
        world: World,
        openConnections: Count,
        handler: @escaping HTTPHandler
    ) throws(HTTPServerFailure) {
        self.handler = handler
        limits = configuration.limits
        ticks = DeadlineTicks(configuration.deadlines)
        self.tls = tls
        self.world = world
        self.openConnections = openConnections
        connectionLimit = max(1, configuration.connections / max(1, configuration.loops))
        loop = try EventLoop()
    }

    /// Starts to accept connections of a listening socket, which the loop then owns.
    func start(listeningAt descriptor: Int32) throws(HTTPServerFailure) {
        try loop.start(
            tick: ticks.tick,
            prepare: { self.listen(at: descriptor) },
            onTick: { self.advanceClock() },
            onEndOfTurn: { self.startHandlers() },
            onEnd: { self.openConnections.change { $0 -= 1 } }
        )
    }

    /// Runs a closure for a connection on the loop's thread, or another one where it is closed.
    func post(
        to number: UInt64,
        orElse isClosed: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (Connection) -> Void
    ) {
        let isPosted = loop.post {
            if let connection = self.connections[number] { body(connection) } else { isClosed() }
        }
        if !isPosted { isClosed() }
    }

    /// Passes answers to their connections, and tells them which handlers wait.
    func post(_ answers: [HandlerBatch.Answer], _ waiting: [HandlerBatch.Waiting]) {
        loop.post {
            for answer in answers {
                self.connections[answer.connection]?.answer(answer.response, to: answer.number)
            }
            for handler in waiting {
                guard let connection = self.connections[handler.connection] else {
                    handler.task.cancel()
                    continue
                }
                connection.handlerWaits(handler.task, for: handler.number)
            }
        }
    }

    /// Accepts no more, and ends connections once they have no request.
    func stopGracefully() {
        loop.post {
            self.isStopping = true
            self.closeListener()
            for connection in Array(self.connections.values) { connection.closeIfIdle() }
            self.endIfDone()
        }
    }

    /// Accepts no more, and ends every connection.
    func stopNow() {
        loop.post {
            self.isStopping = true
            self.closeListener()
            for connection in Array(self.connections.values) { connection.close() }
            self.endIfDone()
        }
    }

    /// The value of the field `Date`.
    func currentDate() -> HTTPFieldValue? {
        let time = world.clock.now
        if time.seconds != date.second { date = (time.seconds, HTTPDate.text(of: time)) }
        return date.text
    }

    /// Starts the handler of a request, with those of the others that come in this turn of the loop.
    func handle(_ request: HandlerBatch.Request) {
        ready.append(request)
        if ready.count == 1 { loop.callAtEndOfTurn() }
    }

    private func startHandlers() {
        let requests = ready
        ready = []
        HandlerBatch.start(requests, on: self)
    }

    /// Forgets a connection that is closed.
    func remove(_ number: UInt64) {
        guard connections.removeValue(forKey: number) != nil else { return }
        openConnections.change { $0 -= 1 }
        updateListening()
        endIfDone()
    }

    // MARK: On the loop's thread

    private func listen(at descriptor: Int32) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe listener = quince_listener_new(
            loop.base,
            descriptor,
            { _, descriptor, address, _, context in
                guard let context = unsafe context, let address = unsafe address else { return }
                unsafe Unmanaged<ServerLoop>.fromOpaque(context).takeUnretainedValue()
                    .accept(descriptor, from: address)
            },
            context
        )
        unsafe evconnlistener_set_error_cb(listener) { _, context in
            guard let context = unsafe context else { return }
            unsafe Unmanaged<ServerLoop>.fromOpaque(context).takeUnretainedValue().pauseListening()
        }
    }

    private func accept(_ descriptor: Int32, from address: UnsafePointer<sockaddr>) {
        let ssl = unsafe tls?.connection()
        if tls != nil, unsafe ssl == nil {
            _ = close(descriptor)
            return
        }
        guard let pointer = unsafe quince_connection_new(loop.base, descriptor, ssl) else {
            unsafe SSL_free(ssl)
            _ = close(descriptor)
            return
        }
        lastNumber += 1
        let connection = unsafe Connection(
            pointer,
            number: lastNumber,
            client: Self.client(address),
            usesTLS: tls != nil,
            loop: self
        )
        connections[lastNumber] = connection
        openConnections.change { $0 += 1 }
        updateListening()
        connection.start()
    }

    private static func client(_ address: UnsafePointer<sockaddr>) -> SocketAddress {
        var text = [CChar](repeating: 0, count: 64)
        _ = unsafe quince_host_of(address, &text, text.count)
        let host = String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return SocketAddress(host: host, port: unsafe quince_port_of(address))
    }

    /// The system has no descriptor left. The next tick tries again.
    private func pauseListening() {
        guard isListening, let listener = unsafe listener else { return }
        isListening = false
        unsafe evconnlistener_disable(listener)
    }

    private func updateListening() {
        guard let listener = unsafe listener else { return }
        let mayListen = connections.count < connectionLimit
        guard mayListen != isListening else { return }
        isListening = mayListen
        if mayListen {
            unsafe evconnlistener_enable(listener)
        } else {
            unsafe evconnlistener_disable(listener)
        }
    }

    private func closeListener() {
        guard let listener = unsafe listener else { return }
        unsafe self.listener = nil
        unsafe evconnlistener_free(listener)
    }

    private func endIfDone() { if isStopping, connections.isEmpty { loop.stop() } }

    private func advanceClock() {
        now += 1
        for connection in connections.values.filter({ $0.isOverdue(at: now) }) {
            connection.expire()
        }
        updateListening()
        endIfDone()
    }
}

/// The deadlines of a server in ticks of its clock.
struct DeadlineTicks {
    let tick: Duration
    let header, body, idle, write, linger: UInt64

    init(_ deadlines: HTTPServerConfiguration.Deadlines) {
        let tick = max(.milliseconds(10), min(.seconds(1), deadlines.shortest / 4))
        // The first tick may come at once, so it is not counted.
        func count(_ duration: Duration) -> UInt64 {
            let ticks = (duration / tick).rounded(.up)
            return ticks.isFinite && ticks < 1e15 ? UInt64(max(1, ticks)) + 1 : .max / 2
        }
        self.tick = tick
        header = count(deadlines.header)
        body = count(deadlines.body)
        idle = count(deadlines.idle)
        write = count(deadlines.write)
        linger = count(.seconds(2))
    }
}
