import CardMessages
import ISO8583
import PaymentToken
import Payments
import TestSupport
import TokenIntake
import World

@testable import Processors
@testable import Storage

/// The mailbox that the tasks of a simulation wait for. The simulation answers in virtual time.
final class SimulationMailbox: Sendable {
    enum Letter: Sendable {
        case transaction(process: Int, WaitingTransaction)
        case exchange(
            process: Int,
            ISO8583Message,
            CheckedContinuation<AcquirerConnection.Outcome, Never>
        )
        case told(process: Int, submission: Int, SimulatedCustomer.Told, stored: CredentialID?)
        case swept(process: Int)
    }

    private let letters = LockedValue<[Letter]>([])

    func put(_ letter: Letter) { letters.withLock { $0.append(letter) } }

    func takeAll() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}

/// A transaction that waits for its turn on the disk.
struct WaitingTransaction: Sendable {
    let access: DatabaseAccess
    let work: DatabaseWork
    let continuation: CheckedContinuation<StorageFailure?, Never>
}

/// The database of one process: each transaction is a letter.
struct SimulatedEngine: DatabaseEngine {
    let process: Int
    let mailbox: SimulationMailbox
    var keyOrder: KeyOrder { .byTime }
    var name: String { "the simulated database" }
    var remarks: [DatabaseRemark] { [] }

    func perform(
        _ access: DatabaseAccess,
        _ work: @escaping DatabaseWork
    ) async -> StorageFailure? {
        await withCheckedContinuation { continuation in
            let waiting = WaitingTransaction(
                access: access,
                work: work,
                continuation: continuation
            )
            mailbox.put(.transaction(process: process, waiting))
        }
    }

    func close() async {}
}

/// The connection of one process to the card network: each request is a letter.
struct SimulatedExchange: MessageExchange {
    let process: Int
    let mailbox: SimulationMailbox

    func start() async {}
    func stop() async {}

    func submit(_ message: ISO8583Message) async -> AcquirerConnection.Outcome {
        await withCheckedContinuation { continuation in
            mailbox.put(.exchange(process: process, message, continuation))
        }
    }
}

/// The records that all desks share: the real tables, in memory.
struct SimulatedDisk {
    enum Fault {
        /// The transaction is refused.
        case refused
        /// A statement fails.
        case statement(Int)
        /// The transaction is kept, and the answer is lost.
        case kept
        /// The transaction is not kept, and the answer is lost.
        case undone
        /// The transaction is not kept, and the answer says that it is. No disk may do that.
        case forgotten
    }

    let connection: SQLiteConnection
    private let fault = LockedValue<StatementFault?>(nil)

    init() throws(DatabaseRefusal) {
        let opening = SQLiteOpening(path: nil, series: PaymentDesk.migrations, patience: .zero)
        connection = try opening.open(fault: fault)
    }

    func perform(_ transaction: WaitingTransaction, _ kind: Fault?) -> StorageFailure? {
        if case .refused = kind { return .inputOutput(code: 10) }
        if case .statement(let number) = kind {
            fault.withLock { $0 = StatementFault(atStatement: number, lasts: false) }
        }
        defer { fault.withLock { $0 = nil } }
        let isWriting = transaction.access == .writing
        do throws(StorageFailure) {
            try connection.run(isWriting ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED")
        } catch { return error }
        guard transaction.work(connection) == .keep, isWriting else {
            connection.rollBack()
            return nil
        }
        switch kind {
        case .undone, .forgotten:
            connection.rollBack()
            if case .forgotten = kind { return nil }
            return .commitUnknown
        case nil, .refused, .statement, .kept: break
        }
        do throws(StorageFailure) {
            try connection.run("COMMIT")
        } catch {
            connection.rollBack()
            return .commitUnknown
        }
        if case .kept = kind { return .commitUnknown }
        return nil
    }
}

/// One run of a merchant's server, from its start to its crash.
struct SimulatedProcess {
    let server: Int
    let desk: PaymentDesk
    let clock: SimulatedClock
    var machine: AcquirerConnection
    var isAlive = true
    var elapsed = Duration.zero
    var lastTime: UnixTime
    var callers:
        [AcquirerConnection.RequestNumber: CheckedContinuation<AcquirerConnection.Outcome, Never>] =
            [:]
    var lastNumber: AcquirerConnection.RequestNumber = 0
}
