internal import Glibc
internal import World

/// Looks up the addresses of a name on a thread, because the system's call waits for a name server.
enum NameLookup {
    typealias Answer = Result<[SystemAddress], StreamFailure>

    static func addresses(
        of address: SocketAddress
    ) async throws(StreamFailure) -> [SystemAddress] {
        if let found = try? SystemAddress.all(of: address, isNumeric: true) { return found }
        let answer: Answer = await withCheckedContinuation { continuation in
            let result = DetachedThread.start {
                do throws(StreamFailure) {
                    let found = try SystemAddress.all(of: address, isNumeric: false)
                    continuation.resume(returning: .success(found))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            guard result != 0 else { return }
            continuation.resume(returning: .failure(StreamFailure(errorNumber: result)))
        }
        return try answer.get()
    }
}
