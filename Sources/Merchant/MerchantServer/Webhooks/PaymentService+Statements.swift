internal import Payments
internal import World

extension PaymentService {
    /// Reads what became of the payments that a platform sent messages about: once more where messages come meanwhile.
    /// Where it is being done, nothing more is.
    func readStatements(from processor: any PaymentProcessor) async {
        guard readers.begin(processor.name) else { return }
        repeat { await readDueStatements(from: processor) } while readers.goesOn(processor.name)
    }

    private func readDueStatements(from processor: any PaymentProcessor) async {
        do throws(RecordFailure) {
            let report = try await records.readStatements(from: ProcessorRoutes(processor))
            for (attempt, contradictions) in report.contradictions {
                for contradiction in contradictions {
                    log(
                        LogLine(
                            "payments.contradicted",
                            at: world.clock.now,
                            [
                                "payment": .payment(attempt),
                                "cause": .code(contradiction.rawValue),
                            ]
                        ).text
                    )
                }
            }
        } catch {
            log(
                LogLine(
                    "payments.statementsUnread",
                    at: world.clock.now,
                    ["cause": .failure(error)]
                ).text
            )
        }
    }
}

/// The processors whose statements a server reads now, so that it does not ask for many at once.
final class StatementReaders: Sendable {
    /// Whether it was asked to read them while it did.
    private let isAsked = LockedValue<[ProcessorName: Bool]>([:])

    /// Begins to read; false where that is being done, and is then done once more.
    func begin(_ processor: ProcessorName) -> Bool {
        isAsked.withLock { $0.updateValue($0[processor] != nil, forKey: processor) == nil }
    }

    /// Whether it must be done once more. Otherwise it has ended.
    func goesOn(_ processor: ProcessorName) -> Bool {
        isAsked.withLock { isAsked in
            let goesOn = isAsked[processor] == true
            isAsked[processor] = goesOn ? false : nil
            return goesOn
        }
    }
}
