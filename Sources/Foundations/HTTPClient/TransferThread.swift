internal import CLibCurl
internal import World

/// The thread on which a client's transfers run.
@safe
final class TransferThread: @unchecked Sendable {
    private enum Order {
        case start(
            UInt64,
            HTTPClientRequest,
            HTTPClientConfiguration,
            CheckedContinuation<Transfer.Result, Never>
        )
        case cancel(UInt64)
        case stop
    }

    private struct State {
        var orders: [Order] = []
        var lastNumber: UInt64 = 0
    }

    private static let isLibraryReady =
        curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let multi: OpaquePointer
    private let state = LockedValue(State())
    /// Used on the thread only.
    private var transfers: [UInt64: Transfer] = [:]

    init() throws(HTTPClientFailure) {
        guard quince_curl_load() == 1 else {
            throw .notSent(.libraryMissing(file: QUINCE_CURL_FILE))
        }
        guard Self.isLibraryReady, let multi = unsafe curl_multi_init() else {
            throw .notSent(.library(Int(CURLE_FAILED_INIT.rawValue)))
        }
        unsafe self.multi = OpaquePointer(multi)
        let result = DetachedThread.start { [self] in serve() }
        guard result == 0 else { throw .notSent(.library(Int(result))) }
    }

    deinit { unsafe curl_multi_cleanup(curl) }

    private var curl: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(multi) }

    func nextNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    func start(
        _ number: UInt64,
        _ request: HTTPClientRequest,
        _ configuration: HTTPClientConfiguration,
        _ continuation: CheckedContinuation<Transfer.Result, Never>
    ) {
        give(.start(number, request, configuration, continuation))
    }

    func cancel(_ number: UInt64) { give(.cancel(number)) }

    /// Ends the thread; no request is waiting then, because each keeps its client.
    func stop() { give(.stop) }

    private func give(_ order: Order) {
        state.withLock { $0.orders.append(order) }
        unsafe curl_multi_wakeup(curl)
    }

    private func serve() {
        quince_curl_block_sigpipe()
        while true {
            let orders = state.withLock { state in
                defer { state.orders = [] }
                return state.orders
            }
            for order in orders {
                switch order {
                case .start(let number, let request, let configuration, let continuation):
                    begin(number, request, configuration, continuation)
                case .cancel(let number): end(number, 0, cancelled: true)
                case .stop: return
                }
            }
            var running: Int32 = 0
            unsafe curl_multi_perform(curl, &running)
            endWhatIsDone()
            unsafe curl_multi_poll(curl, nil, 0, 60_000, nil)
        }
    }

    private func begin(
        _ number: UInt64,
        _ request: HTTPClientRequest,
        _ configuration: HTTPClientConfiguration,
        _ continuation: CheckedContinuation<Transfer.Result, Never>
    ) {
        guard let transfer = Transfer(request, configuration, continuation) else {
            continuation.resume(returning: .failure(.notSent(.requestMalformed)))
            return
        }
        transfers[number] = transfer
        unsafe curl_multi_add_handle(curl, transfer.curl)
    }

    private func endWhatIsDone() {
        var code: Int32 = 0
        while let done = unsafe quince_curl_next_done(curl, &code) {
            let number = transfers.first { unsafe $0.value.curl == done }?.key
            guard let number else { return }
            end(number, Int(code))
        }
    }

    private func end(_ number: UInt64, _ code: Int, cancelled: Bool = false) {
        guard let transfer = transfers.removeValue(forKey: number) else { return }
        transfer.end(code, cancelled: cancelled)
        unsafe curl_multi_remove_handle(curl, transfer.curl)
    }
}
