internal import Glibc
internal import World

/// Looks up the addresses of a name on a thread, because the system's call waits for a name server.
enum NameLookup {
    typealias Answer = Result<[SystemAddress], StreamFailure>

    private final class Request: Sendable {
        let address: SocketAddress
        let continuation: CheckedContinuation<Answer, Never>

        init(_ address: SocketAddress, _ continuation: CheckedContinuation<Answer, Never>) {
            self.address = address
            self.continuation = continuation
        }

        func answer() {
            do throws(StreamFailure) {
                let found = try SystemAddress.all(of: address, isNumeric: false)
                continuation.resume(returning: .success(found))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }

    static func addresses(
        of address: SocketAddress
    ) async throws(StreamFailure) -> [SystemAddress] {
        if let found = try? SystemAddress.all(of: address, isNumeric: true) { return found }
        let answer = await withCheckedContinuation { continuation in
            start(Request(address, continuation))
        }
        return try answer.get()
    }

    private static func start(_ request: Request) {
        let context = unsafe Unmanaged.passRetained(request)
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Request>.fromOpaque(context).takeRetainedValue().answer()
                return nil
            },
            context.toOpaque()
        )
        guard result == 0 else {
            unsafe context.release()
            request.continuation.resume(returning: .failure(StreamFailure(errorNumber: result)))
            return
        }
        pthread_detach(thread)
    }
}
