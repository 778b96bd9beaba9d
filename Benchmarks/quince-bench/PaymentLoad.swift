internal import CPaymentLoad

/// Shops that pay at merchants' servers of this machine, on connections that stay open.
@safe
final class PaymentLoad {
    private let load: OpaquePointer

    /// Connects to each of some servers a number of times.
    init(at servers: [ServerBench], connectionsEach: Int) throws {
        let ports = servers.map(\.port)
        let load = unsafe payment_load_new(ports, ports.count, connectionsEach)
        guard let load = unsafe load else { throw BenchmarkFailure.sliceFailed }
        unsafe self.load = load
    }

    deinit { unsafe payment_load_free(load) }

    /// Makes payments, as many at a time as there are connections, and returns whether all were accepted.
    /// Their idempotency keys are numbers from one on. The thread waits.
    func pay(_ bodies: ArraySlice<[UInt8]>, numbered first: Int = 0) -> Bool {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(bodies.reduce(0) { $0 + $1.count + 200 })
        var ends: [Int] = []
        for (index, body) in zip(bodies.indices, bodies) {
            let head = """
                POST /payments HTTP/1.1\r
                Host: localhost\r
                Content-Type: application/json\r
                Content-Length: \(body.count)\r
                Idempotency-Key: \(first + index)\r
                \r

                """
            bytes += head.utf8
            bytes += body
            ends.append(bytes.count)
        }
        return unsafe payment_load_send(load, bytes, ends, ends.count) == 1
    }
}
