internal import CLibEvent
internal import HTTPMessages
internal import Sockets

/// One connection of a client, used on its loop's thread only.
///
/// Requests are answered one after the other. While one is being answered, no more is read than the
/// socket's buffer of 16 KiB, so a client that sends requests ahead waits.
@safe
final class HTTPConnection {
    /// As much as libevent reads at once.
    private static let (inputSize, outputSize) = (16_384, 65_536)
    let number: UInt64
    private let pointer: OpaquePointer
    private let address: SocketAddress
    private let usesTLS: Bool
    private let loop: ServerLoop
    private var client: HTTPClientConnection?
    private var parser: HTTPRequestParser
    private var phase: ConnectionPhase
    private var pending: IncomingRequest?
    /// Of the body of the request that is being answered.
    private var reservation: BodyReservation?
    /// Its place among those that no request is served on.
    var place: Place?
    /// Counts requests, so that an answer to an earlier one is not taken for this one's.
    private var requestNumber: UInt64 = 0
    private var encoder = HTTPResponseEncoder()
    private var framing = HTTPResponseEncoder.Framing.none
    /// Whether the body has no end of its own, so that it ends with the client.
    private var isEventStream = false
    private var task: Task<Void, Never>?
    private var writer: CheckedContinuation<Bool, Never>?
    private var deadline: UInt64?
    private var writeDeadline: UInt64?
    private var hasClientFinished = false

    /// Takes over a bufferevent.
    init(
        _ pointer: OpaquePointer,
        number: UInt64,
        client address: SocketAddress,
        usesTLS: Bool,
        loop: ServerLoop
    ) {
        unsafe self.pointer = pointer
        (self.number, self.address, self.usesTLS, self.loop) = (number, address, usesTLS, loop)
        parser = HTTPRequestParser(limits: loop.limits)
        phase = usesTLS ? .handshake : .idle
    }

    func start() {
        unsafe bufferevent_setcb(
            pointer,
            { _, context in unsafe HTTPConnection.of(context)?.readable() },
            { _, context in unsafe HTTPConnection.of(context)?.written() },
            { _, events, context in unsafe HTTPConnection.of(context)?.happened(Int32(events)) },
            Unmanaged.passUnretained(self).toOpaque()
        )
        unsafe bufferevent_setwatermark(pointer, Int16(EV_READ), 0, Self.inputSize)
        unsafe bufferevent_enable(pointer, Int16(EV_READ | EV_WRITE))
        deadline = loop.now + (usesTLS ? loop.ticks.header : loop.ticks.idle)
        loop.waits(self)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPConnection? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
    }

    /// Ends the connection, and the handler if one runs.
    func close() {
        guard phase != .closed else { return }
        phase = .closed
        unsafe bufferevent_setcb(pointer, nil, nil, nil, nil)
        unsafe bufferevent_free(pointer)
        loop.remove(number)
        task?.cancel()
        task = nil
        writer?.resume(returning: false)
        writer = nil
        pending = nil
        reservation = nil
    }

    /// Whether bytes have come that were not looked at. The bytes of one whose answer is sent do not matter.
    var hasUnreadBytes: Bool {
        guard phase != .lingering else { return false }
        return unsafe quince_connection_has_bytes(pointer) != 0
    }

    /// Ends the connection where it has no request, without waiting for a client that keeps it for later.
    func closeIfIdle() {
        let isIdle = phase == .idle || phase == .handshake
        if isIdle || phase == .draining { finish() }
        if isIdle, phase == .lingering { close() }
    }

    func isOverdue(at now: UInt64) -> Bool {
        deadline.map { $0 <= now } == true || writeDeadline.map { $0 <= now } == true
    }

    /// The first deadline has passed.
    func expire() {
        guard phase == .head || phase == .body, writeDeadline.map({ $0 <= loop.now }) != true else {
            return close()
        }
        refuse(.requestTimedOut)
    }

    // MARK: Events

    private func happened(_ events: Int32) {
        if events & BEV_EVENT_CONNECTED != 0 {
            phase = .idle
            deadline = loop.now + loop.ticks.idle
            // A request may have come with the end of the handshake.
            readable()
        } else if events & BEV_EVENT_EOF != 0 {
            hasClientFinished = true
            switch phase {
            case .streaming where isEventStream: close()
            // A client may end its half before it reads the response.
            case .deciding, .handling, .streaming, .finishing, .draining: break
            default: close()
            }
        } else {
            ERR_clear_error()
            close()
        }
    }

    private func readable() {
        while phase.isReading, let bytes = takeInput() {
            parser.append(bytes)
            parse()
        }
        while phase == .lingering, takeInput() != nil {}
    }

    private func takeInput() -> [UInt8]? {
        let count = min(unsafe quince_connection_unread(pointer), Self.inputSize)
        guard count > 0 else { return nil }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = unsafe quince_connection_read(pointer, buffer.baseAddress, count)
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// The client has taken everything.
    private func written() {
        guard unsafe quince_connection_unsent(pointer) == 0 else { return }
        writeDeadline = nil
        writer?.resume(returning: true)
        writer = nil
        if phase == .draining { nextRequest() }
        if phase == .finishing { finish() }
    }

    // MARK: Requests

    private func parse() {
        do {
            while let part = try parser.next() {
                switch part {
                case .head(let head): begin(head)
                case .body(let bytes): try pending?.append(bytes)
                case .end(let trailer): handle(trailer)
                }
                guard phase.isReading else { return }
            }
            if phase == .idle, !parser.isBetweenRequests {
                phase = .head
                deadline = loop.now + loop.ticks.header
            }
        } catch { refuse(HTTPProblem(of: error)) }
    }

    private func begin(_ head: HTTPRequestHead) {
        loop.waitsNoLonger(self)
        if head.framing == .length(0) {
            pending = IncomingRequest(head, loop.handler)
        } else if loop.admission == nil {
            takeBody(of: head, (nil, false), loop.handler)
        } else {
            phase = .deciding
            ask(HTTPServerRequest(head, client: identifiedClient()), nil)
        }
    }

    /// Reads the body of a request, which the handler then answers.
    private func takeBody(
        of head: HTTPRequestHead,
        _ terms: (limit: Int?, isStranger: Bool),
        _ handler: @escaping HTTPHandler
    ) {
        do throws(HTTPProblem) {
            pending = try IncomingRequest(head, handler, terms, loop.bodies)
        } catch { return refuse(error) }
        phase = .body
        deadline = loop.now + loop.ticks.body
        if head.expectsContinue { send(HTTPResponseEncoder.continueHead) }
    }

    /// Drops the body of a request that is refused, as far as it has come.
    ///
    /// - Returns: Whether all of it had come, so that another request may follow.
    private func dropBody() -> Bool {
        do throws(HTTPRequestRefusal) {
            while true {
                while let part = try parser.next() { if case .end = part { return true } }
                guard let bytes = takeInput() else { return false }
                parser.append(bytes)
            }
        } catch { return false }
    }

    private func handle(_ trailer: HTTPFields) {
        guard let pending else { return }
        self.pending = nil
        reservation = pending.reservation
        phase = .handling
        let request = HTTPServerRequest(
            pending.head,
            body: pending.body,
            trailer: trailer,
            client: identifiedClient(),
            reservation: pending.reservation
        )
        ask(request, pending.handler)
    }

    /// Asks the handler of a request, or the rule that decides about its body.
    private func ask(_ request: HTTPServerRequest, _ handler: HTTPHandler?) {
        deadline = nil
        requestNumber += 1
        encoder = HTTPResponseEncoder(to: request.head, keepsConnection: !loop.isStopping)
        loop.handle(
            HandlerBatch.Request(
                connection: number,
                number: requestNumber,
                request: request,
                handler: handler
            )
        )
    }

    private func isAsking(_ requestNumber: UInt64) -> Bool {
        (phase == .handling || phase == .deciding) && requestNumber == self.requestNumber
    }

    /// Keeps a handler that waits, so that it is cancelled when the connection is closed.
    func handlerWaits(_ task: Task<Void, Never>, for requestNumber: UInt64) {
        if isAsking(requestNumber) { self.task = task }
    }

    private func identifiedClient() -> HTTPClientConnection {
        if let client { return client }
        let certificates = usesTLS ? unsafe ClientCertificates.chain(of: pointer) : []
        let client = HTTPClientConnection(address: address, certificates: certificates)
        self.client = client
        return client
    }

    // MARK: Responses

    func answer(_ answer: HandlerBatch.Answer) {
        guard isAsking(answer.number) else { return }
        task = nil
        reservation?.giveBack()
        reservation = nil
        switch answer.outcome {
        case .answer(let response):
            if loop.isStopping || phase == .deciding && !dropBody() { encoder = encoder.closing }
            respond(response)
        case .take(let limit, let isStranger, let handler):
            takeBody(of: answer.head, (limit, isStranger), handler)
            readOn()
        }
    }

    private func respond(_ response: HTTPServerResponse) {
        switch response {
        case .complete(let response): respond(whole: response)
        case .problem(let problem): respond(whole: problem.response)
        case .stream(let status, let fields, let body):
            framing = encoder.framing(status, .unknown)
            isEventStream = fields[.contentType] == ServerSentEvent.contentType
            send(encoder.head(status, fields, .unknown, date: loop.currentDate()))
            if framing == .none { endResponse() } else { stream(body) }
        case .disconnect: close()
        }
    }

    private func respond(whole response: HTTPResponse) {
        send(encoder.encode(response, date: loop.currentDate()))
        endResponse()
    }

    private func stream(_ body: @escaping @Sendable (HTTPBodyWriter) async throws -> Void) {
        guard !isEventStream || !hasClientFinished else { return close() }
        phase = .streaming
        let (loop, number, requestNumber) = (loop, number, requestNumber)
        let writer = HTTPBodyWriter { bytes, continuation in
            loop.post(to: number, orElse: { continuation.resume(returning: false) }) {
                $0.write(bytes, for: requestNumber, continuation)
            }
        }
        task = Task {
            let isWhole: Bool
            do {
                try await body(writer)
                isWhole = true
            } catch { isWhole = false }
            loop.post(to: number) { $0.endStream(isWhole: isWhole, of: requestNumber) }
        }
    }

    private func write(
        _ bytes: [UInt8],
        for requestNumber: UInt64,
        _ continuation: CheckedContinuation<Bool, Never>
    ) {
        guard phase == .streaming, requestNumber == self.requestNumber, writer == nil else {
            continuation.resume(returning: false)
            return
        }
        send(framing == .chunked ? HTTPResponseEncoder.chunk(bytes) : bytes)
        if unsafe quince_connection_unsent(pointer) < Self.outputSize {
            continuation.resume(returning: true)
        } else {
            writer = continuation
        }
    }

    private func endStream(isWhole: Bool, of requestNumber: UInt64) {
        guard phase == .streaming, requestNumber == self.requestNumber else { return }
        task = nil
        guard isWhole else { return close() }
        if framing == .chunked { send(HTTPResponseEncoder.lastChunk) }
        endResponse()
    }

    private func refuse(_ problem: HTTPProblem) {
        pending = nil
        encoder = HTTPResponseEncoder()
        respond(whole: loop.refused(problem, parser.head).response)
    }

    private func endResponse() {
        guard phase != .closed else { return }
        if !encoder.keepsConnection || framing == .untilClose || loop.isStopping {
            return finish()
        }
        guard unsafe quince_connection_unsent(pointer) < Self.outputSize else {
            phase = .draining
            return
        }
        nextRequest()
    }

    private func nextRequest() {
        framing = .none
        phase = .idle
        deadline = loop.now + loop.ticks.idle
        loop.waits(self)
        readOn()
    }

    /// Reads what has come meanwhile.
    private func readOn() {
        if phase.isReading { parse() }
        readable()
        if hasClientFinished, phase.isReading { close() }
    }

    /// Sends what is left, then tells the client that no more comes, and waits until it closes too.
    private func finish() {
        deadline = nil
        guard unsafe quince_connection_unsent(pointer) == 0 else {
            phase = .finishing
            return
        }
        guard !hasClientFinished else { return close() }
        phase = .lingering
        deadline = loop.now + loop.ticks.linger
        loop.waits(self, isAnswered: true)
        unsafe quince_connection_finish(pointer)
        readable()
    }

    private func send(_ bytes: [UInt8]) {
        guard phase != .closed, !bytes.isEmpty else { return }
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe quince_connection_write(pointer, buffer.baseAddress, buffer.count)
        }
        guard phase != .closed, unsafe quince_connection_unsent(pointer) > 0 else { return }
        writeDeadline = writeDeadline ?? loop.now + loop.ticks.write
    }
}
