internal import CLibEvent
internal import HTTPMessages
internal import Sockets

/// One connection of a client, used on its loop's thread only.
///
/// Requests are answered one after the other. While one is being answered, no more is read than the
/// socket's buffer of 64 KiB, so a client that sends requests ahead waits.
@safe
final class Connection {
    private enum Phase: Equatable {
        case handshake
        case idle
        case head
        case body
        /// A handler runs.
        case handling
        /// A handler's closure writes a body.
        case streaming
        /// The client has to take what was written before its next request is read.
        case draining
        /// The last response is being sent.
        case finishing
        /// All is sent; the client's remaining bytes are read and dropped, because closing before
        /// would make the system reset the connection and the response could be lost.
        case lingering
        case closed
    }

    private struct Request {
        let head: HTTPRequestHead
        var body: [UInt8] = []
    }

    private static let bufferSize = 65_536

    let number: UInt64
    private let pointer: OpaquePointer
    private let address: SocketAddress
    private let usesTLS: Bool
    private let loop: ServerLoop
    private var client: HTTPClientConnection?
    private var parser: HTTPRequestParser
    private var phase: Phase
    private var pending: Request?
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
        self.number = number
        self.address = address
        self.usesTLS = usesTLS
        self.loop = loop
        parser = HTTPRequestParser(limits: loop.limits)
        phase = usesTLS ? .handshake : .idle
    }

    func start() {
        unsafe bufferevent_setcb(
            pointer,
            { _, context in unsafe Connection.of(context)?.readable() },
            { _, context in unsafe Connection.of(context)?.written() },
            { _, events, context in unsafe Connection.of(context)?.happened(Int32(events)) },
            Unmanaged.passUnretained(self).toOpaque()
        )
        unsafe bufferevent_setwatermark(pointer, Int16(EV_READ), 0, Self.bufferSize)
        unsafe bufferevent_enable(pointer, Int16(EV_READ | EV_WRITE))
        deadline = loop.now + (usesTLS ? loop.ticks.header : loop.ticks.idle)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Connection? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
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
    }

    /// Ends the connection where it has no request.
    func closeIfIdle() {
        if phase == .idle || phase == .handshake || phase == .draining { finish() }
    }

    func isOverdue(at now: UInt64) -> Bool {
        deadline.map { $0 <= now } == true || writeDeadline.map { $0 <= now } == true
    }

    /// The first deadline has passed.
    func expire() {
        guard phase == .head || phase == .body, writeDeadline.map({ $0 <= loop.now }) != true else {
            return close()
        }
        refuse(HTTPProblem(.requestTimeout))
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
            case .handling, .streaming, .finishing, .draining: break
            default: close()
            }
        } else {
            ERR_clear_error()
            close()
        }
    }

    private func readable() {
        switch phase {
        case .idle, .head, .body:
            while let bytes = takeInput() {
                parser.append(bytes)
                parse()
                guard phase == .idle || phase == .head || phase == .body else { return }
            }
        case .lingering: while takeInput() != nil {}
        case .handshake, .handling, .streaming, .draining, .finishing, .closed: break
        }
    }

    private func takeInput() -> [UInt8]? {
        let count = min(unsafe quince_connection_unread(pointer), Self.bufferSize)
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
        do throws(HTTPRequestRefusal) {
            while let part = try parser.next() {
                switch part {
                case .head(let head): begin(head)
                case .body(let bytes): pending?.body += bytes
                case .end(let trailer): return handle(trailer)
                }
            }
            if phase == .idle, !parser.isBetweenRequests {
                phase = .head
                deadline = loop.now + loop.ticks.header
            }
        } catch { refuse(error.problem) }
    }

    private func begin(_ head: HTTPRequestHead) {
        pending = Request(head: head)
        guard head.framing != .length(0) else { return }
        phase = .body
        deadline = loop.now + loop.ticks.body
        if head.expectsContinue { send(HTTPResponseEncoder.continueHead) }
    }

    private func handle(_ trailer: HTTPFields) {
        guard let pending else { return }
        self.pending = nil
        phase = .handling
        deadline = nil
        requestNumber += 1
        encoder = HTTPResponseEncoder(to: pending.head, keepsConnection: !loop.isStopping)
        let request = HTTPServerRequest(
            pending.head,
            body: pending.body,
            trailer: trailer,
            client: identifiedClient()
        )
        loop.handle(
            HandlerBatch.Request(connection: number, number: requestNumber, request: request)
        )
    }

    /// Keeps a handler that waits, so that it is cancelled when the connection is closed.
    func handlerWaits(_ task: Task<Void, Never>, for requestNumber: UInt64) {
        if phase == .handling, requestNumber == self.requestNumber { self.task = task }
    }

    private func identifiedClient() -> HTTPClientConnection {
        if let client { return client }
        var certificates: [[UInt8]] = []
        while usesTLS, certificates.count < 10, let der = certificate(at: certificates.count) {
            certificates.append(der)
        }
        let client = HTTPClientConnection(address: address, certificates: certificates)
        self.client = client
        return client
    }

    private func certificate(at place: Int) -> [UInt8]? {
        var der: UnsafeMutablePointer<UInt8>?
        let count = unsafe quince_client_certificate(pointer, Int32(place), &der)
        guard count > 0, let der = unsafe der else { return nil }
        defer { unsafe quince_free(der) }
        return unsafe Array(UnsafeBufferPointer(start: der, count: Int(count)))
    }

    // MARK: Responses

    func answer(_ response: HTTPServerResponse, to requestNumber: UInt64) {
        guard phase == .handling, requestNumber == self.requestNumber else { return }
        task = nil
        if loop.isStopping, encoder.keepsConnection { encoder = encoder.closing }
        switch response {
        case .complete(let response):
            send(encoder.encode(response, date: loop.currentDate()))
            endResponse()
        case .stream(let status, let fields, let body):
            framing = encoder.framing(status, .unknown)
            isEventStream = fields[.contentType] == ServerSentEvent.contentType
            send(encoder.head(status, fields, .unknown, date: loop.currentDate()))
            if framing == .none { endResponse() } else { stream(body) }
        }
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
        if unsafe quince_connection_unsent(pointer) < Self.bufferSize {
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
        encoder = HTTPResponseEncoder()
        send(encoder.encode(problem.response, date: loop.currentDate()))
        endResponse()
    }

    private func endResponse() {
        guard phase != .closed else { return }
        if !encoder.keepsConnection || framing == .untilClose || loop.isStopping {
            return finish()
        }
        guard unsafe quince_connection_unsent(pointer) < Self.bufferSize else {
            phase = .draining
            return
        }
        nextRequest()
    }

    private func nextRequest() {
        framing = .none
        phase = .idle
        deadline = loop.now + loop.ticks.idle
        parse()
        if phase == .idle || phase == .head || phase == .body { readable() }
        guard hasClientFinished, phase == .idle || phase == .head || phase == .body else { return }
        close()
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
