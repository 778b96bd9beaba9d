internal import CEPoll
internal import Glibc
internal import World

/// One thread that waits until sockets can be read or written, for all sockets of the process.
///
/// - Source: epoll(7), edge-triggered: a socket is reported when its state changes.
final class Poller: Sendable {
    /// A waiter for a socket. It is called on the poller's thread and does not wait.
    protocol Waiter: AnyObject, Sendable {
        func becameReady(canRead: Bool, canWrite: Bool)
    }

    private struct Entry {
        weak var waiter: (any Waiter)?
    }

    private struct Table {
        var entries: [UInt64: Entry] = [:]
        var lastNumber: UInt64 = 0
    }

    /// The process's poller, with its thread.
    static let shared: Result<Poller, StreamFailure> = {
        let descriptor = quince_epoll_create()
        guard descriptor >= 0 else { return .failure(StreamFailure(errorNumber: errno)) }
        let poller = Poller(descriptor)
        let result = DetachedThread.start { poller.serve() }
        return result == 0 ? .success(poller) : .failure(StreamFailure(errorNumber: result))
    }()

    private let descriptor: Int32
    /// Numbers instead of descriptors, which the system uses again.
    private let table = LockedValue(Table())

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Reports a socket's changes until it is closed.
    ///
    /// - Returns: The number for ``remove(_:)``.
    func add(_ socket: Int32, for waiter: any Waiter) throws(StreamFailure) -> UInt64 {
        let number = table.withLock { table in
            table.lastNumber += 1
            table.entries[table.lastNumber] = Entry(waiter: waiter)
            return table.lastNumber
        }
        guard quince_epoll_add(descriptor, socket, number) == 0 else {
            let failure = StreamFailure(errorNumber: errno)
            remove(number)
            throw failure
        }
        return number
    }

    /// Forgets a socket. Closing its descriptor ends the system's reports.
    func remove(_ number: UInt64) { table.withLock { $0.entries[number] = nil } }

    private func serve() {
        var numbers = [UInt64](repeating: 0, count: Int(QUINCE_EPOLL_BATCH))
        var readiness = [UInt8](repeating: 0, count: Int(QUINCE_EPOLL_BATCH))
        while true {
            let count = unsafe quince_epoll_wait(descriptor, &numbers, &readiness)
            for index in 0..<max(0, Int(count)) {
                let waiter = table.withLock { $0.entries[numbers[index]]?.waiter }
                waiter?.becameReady(
                    canRead: readiness[index] & 1 != 0,
                    canWrite: readiness[index] & 2 != 0
                )
            }
        }
    }
}
