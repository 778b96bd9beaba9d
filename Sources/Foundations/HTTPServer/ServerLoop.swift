internal import CLibEvent
internal import HTTPMessages
internal import Sockets
internal import World

/// One loop of a server: its listener and its connections. They are used on the loop's thread only.
@safe
final class ServerLoop: @unchecked Sendable {
    /// How many connections the loops of a server have.
    typealias Count = AwaitableValue<Int>

    /// The parts that all loops of a server share.
    struct ServerParts: Sendable {
        let handler: HTTPHandler
        let admission: HTTPAdmission.Rule?
        let bodies: BodyBudget
        let openConnections: Count
        let connectionLimit: Int
    }

    let handler: HTTPHandler
    /// Decides whether bodies are taken; nil where all are.
    let admission: HTTPAdmission.Rule?
    let bodies: BodyBudget
    let refused: @Sendable (HTTPProblem, HTTPRequestHead?) -> HTTPProblem
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
    private var connections: [UInt64: HTTPConnection] = [:]
    private var waiting = WaitingConnections()
    private var ready: [HandlerBatch.Request] = []
    private var lastNumber: UInt64 = 0
    /// Ticks since the start.
    private(set) var now: UInt64 = 0
    private var date: (second: Int64, text: HTTPFieldValue?) = (.min, nil)

    init(
        _ configuration: HTTPServerConfiguration,
        tls: CurrentTLS?,
        world: World,
        shared: ServerParts
    ) throws(HTTPServerFailure) {
        (handler, admission, bodies) = (shared.handler, shared.admission, shared.bodies)
        (limits, refused) = (configuration.limits, configuration.refused)
        ticks = DeadlineTicks(configuration.deadlines)
        self.tls = tls
        self.world = world
        openConnections = shared.openConnections
        connectionLimit = max(1, shared.connectionLimit / max(1, configuration.loops))
        loop = try EventLoop()
    }

    /// Starts to accept connections of a listening socket, which the loop then owns.
    func start(listeningAt descriptor: Int32) throws(HTTPServerFailure) {
        try loop.start(
            tick: ticks.tick,
            prepare: { self.listen(at: descriptor) },
            onTick: { self.advanceClock() },
            onEndOfTurn: { self.endTurn() },
            onEnd: { self.openConnections.change { $0 -= 1 } }
        )
    }

    /// Runs a closure for a connection on the loop's thread, or another one where it is closed.
    func post(
        to number: UInt64,
        orElse isClosed: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (HTTPConnection) -> Void
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
                self.connections[answer.connection]?.answer(answer)
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

    private func endTurn() {
        let requests = ready
        ready = []
        HandlerBatch.start(requests, on: self)
        while connections.count > connectionLimit, makeRoom() {}
        guard connections.count > connectionLimit, waiting.first != nil else { return }
        // Bytes have come since. They are read in the next turn.
        loop.post { self.updateListening() }
    }

    /// Runs the handler of a request, or the rule that decides about its body.
    func outcome(of request: HandlerBatch.Request) async -> HTTPAdmission {
        if let handler = request.handler { return .answer(await handler(request.request)) }
        return await admission?(request.request) ?? .take(handler)
    }

    /// No request is served on a connection any more, so it may be closed for another one. One that has had its last
    /// answer is closed before those that may still have a request.
    func waits(_ connection: HTTPConnection, isAnswered: Bool = false) {
        if isAnswered { waiting.prepend(connection) } else { waiting.append(connection) }
        updateListening()
    }

    /// A request has come on a connection.
    func waitsNoLonger(_ connection: HTTPConnection) {
        waiting.remove(connection)
        updateListening()
    }

    /// Forgets a connection that is closed.
    func remove(_ number: UInt64) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        waiting.remove(connection)
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
            unsafe Unmanaged<ServerLoop>.fromOpaque(context).takeUnretainedValue()
                .hasNoDescriptor()
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
        let connection = unsafe HTTPConnection(
            pointer,
            number: lastNumber,
            client: Self.client(address),
            usesTLS: tls != nil,
            loop: self
        )
        if connections.count >= connectionLimit { _ = makeRoom() }
        connections[lastNumber] = connection
        openConnections.change { $0 += 1 }
        connection.start()
    }

    /// Closes the connection that no request was served on for the longest time, but for those of which bytes
    /// have just come.
    ///
    /// - Returns: Whether there was one.
    private func makeRoom() -> Bool {
        var candidate = waiting.first
        for _ in 0..<4 {
            guard let connection = candidate else { return false }
            guard connection.hasUnreadBytes else {
                connection.close()
                return true
            }
            candidate = connection.place?.after
        }
        return false
    }

    /// The system has no descriptor left. Where no connection can be closed, the next tick tries again.
    private func hasNoDescriptor() { if !makeRoom() { pauseListening() } }

    private static func client(_ address: UnsafePointer<sockaddr>) -> SocketAddress {
        var text = [CChar](repeating: 0, count: 64)
        _ = unsafe quince_host_of(address, &text, text.count)
        let host = String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return SocketAddress(host: host, port: unsafe quince_port_of(address))
    }

    /// Lets new clients wait in the system's queue.
    private func pauseListening() {
        guard isListening, let listener = unsafe listener else { return }
        isListening = false
        unsafe evconnlistener_disable(listener)
    }

    private func updateListening() {
        guard let listener = unsafe listener else { return }
        // The last one was accepted while bytes of the others had just come. Now they are being read.
        let isOver = connections.count > connectionLimit
        if isOver, waiting.first != nil { loop.callAtEndOfTurn() }
        let mayListen =
            connections.count < connectionLimit || !isOver && waiting.first != nil
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
