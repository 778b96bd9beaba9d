/// A closure that runs in a transaction, and what came of its last run.
///
/// Once a statement has failed, further ones are refused. PostgreSQL does that by itself; SQLite would
/// go on. So a transaction behaves the same on both.
final class TransactionRun<Answer: Sendable, Failure: CarriesStorageFailure>: StatementRunner,
    @unchecked Sendable
{
    typealias Body = @Sendable (any StatementRunner) throws(Failure) -> Answer

    private let body: Body
    private var runner: (any StatementRunner)?
    private var hasFailed = false
    /// Whether a statement found the database damaged.
    private(set) var foundDamage = false
    /// The outcome of the closure. Before its first run: that the transaction was lost.
    private(set) var outcome: Result<Answer, Failure>

    init(_ body: @escaping Body) {
        self.body = body
        outcome = .failure(Failure(storage: .transactionLost))
    }

    /// Runs the closure, on the thread of a database while the caller waits for it.
    func run(on runner: any StatementRunner) -> TransactionEnd {
        self.runner = runner
        hasFailed = false
        defer { self.runner = nil }
        do throws(Failure) {
            outcome = .success(try body(self))
        } catch {
            outcome = .failure(error)
            return .undo
        }
        // The closure may have caught a statement's failure, and gone on.
        guard hasFailed else { return .keep }
        outcome = .failure(Failure(storage: .transactionLost))
        return .undo
    }

    func run(
        _ statement: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> StatementResult {
        guard let runner, !hasFailed else { throw .transactionLost }
        do throws(StorageFailure) {
            for case .text(let text) in values where !StoredValue.takes(text) {
                throw .zeroCharacter
            }
            return try runner.run(statement, values)
        } catch {
            hasFailed = true
            if error == .corrupt { foundDamage = true }
            throw error
        }
    }
}
