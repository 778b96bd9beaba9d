internal import CEPoll
internal import Glibc

/// The system's calls on sockets that do not wait.
enum SocketCalls {
    /// How a call ended that may have had to wait.
    enum Outcome<Value> {
        case done(Value)
        case wouldWait
        case failed(StreamFailure)

        fileprivate static func current() -> Outcome {
            let number = errno
            return number == EAGAIN || number == EWOULDBLOCK
                ? .wouldWait : .failed(StreamFailure(errorNumber: number))
        }
    }

    static func open(family: Int32) throws(StreamFailure) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(family, Int32(kind), 0)
        guard descriptor >= 0 else { throw StreamFailure(errorNumber: errno) }
        return descriptor
    }

    /// Begins to connect.
    static func connect(
        _ descriptor: Int32,
        to address: SystemAddress
    ) -> Outcome<Void> {
        let result = unsafe address.withSocketAddress { unsafe Glibc.connect(descriptor, $0, $1) }
        if result == 0 { return .done(()) }
        return errno == EINPROGRESS || errno == EINTR
            ? .wouldWait : .failed(StreamFailure(errorNumber: errno))
    }

    /// How connecting ended.
    static func connectionFailure(_ descriptor: Int32) -> StreamFailure? {
        var number: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else {
            return StreamFailure(errorNumber: errno)
        }
        return number == 0 ? nil : StreamFailure(errorNumber: number)
    }

    /// Binds a socket and listens.
    ///
    /// - Parameters:
    ///   - descriptor: The socket.
    ///   - address: The address.
    ///   - queue: How many clients may wait to be accepted.
    /// - Throws: ``StreamFailure``.
    static func listen(
        _ descriptor: Int32,
        at address: SystemAddress,
        queue: Int
    ) throws(StreamFailure) {
        set(SO_REUSEADDR, at: SOL_SOCKET, of: descriptor)
        let result = unsafe address.withSocketAddress { unsafe bind(descriptor, $0, $1) }
        guard result == 0, Glibc.listen(descriptor, Int32(clamping: queue)) == 0 else {
            throw StreamFailure(errorNumber: errno)
        }
    }

    static func accept(_ descriptor: Int32) -> Outcome<Int32> {
        while true {
            let accepted = quince_accept(
                descriptor,
                Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            )
            if accepted >= 0 { return .done(accepted) }
            // A client that is gone before it was accepted is not an error of the listener.
            if errno != EINTR, errno != ECONNABORTED { return .current() }
        }
    }

    /// Sends bytes at once: a small message does not wait to be sent with a later one.
    static func sendWithoutDelay(_ descriptor: Int32) {
        set(TCP_NODELAY, at: Int32(IPPROTO_TCP), of: descriptor)
    }

    private static func set(_ option: Int32, at level: Int32, of descriptor: Int32) {
        var isOn: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        _ = unsafe setsockopt(descriptor, level, option, &isOn, length)
    }

    /// Sends some of the bytes.
    ///
    /// - Returns: How many.
    static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Outcome<Int> {
        while true {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor,
                    $0.baseAddress,
                    $0.count,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count >= 0 { return .done(count) }
            if errno != EINTR { return .current() }
        }
    }

    static func receive(upTo limit: Int, from descriptor: Int32) -> Outcome<[UInt8]> {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
                count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
                filled = max(0, count)
            }
            if count >= 0 { return .done(bytes) }
            if errno != EINTR { return .current() }
        }
    }

    static func finishSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
