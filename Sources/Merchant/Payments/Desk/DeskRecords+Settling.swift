internal import Storage

extension DeskRecords {
    /// Settles what is due, as far as that is possible now, and returns what is still open.
    ///
    /// - Parameters:
    ///   - processors: The processors that can be asked. What needs another one waits.
    ///   - caller: Who asks for it, for the audit log.
    ///   - rounds: The maximum number of steps for each operation.
    /// - Returns: How many operations were settled, and what is still open.
    /// - Throws: ``RecordFailure``, where the database fails.
    public func settle(
        with processors: ProcessorRoutes,
        by caller: AuditLog.Caller,
        rounds: Int = 10
    ) async throws(RecordFailure) -> (settled: Int, open: [OpenItem]) {
        let before = try await open()
        if !before.isEmpty { try await record(.settling(by: caller)) }
        var names: [ProcessorName] = []
        for item in before where !names.contains(item.operation.processor) {
            names.append(item.operation.processor)
        }
        for name in names {
            let known = processors[name] ?? UnreachableProcessor(name: name)
            let recovery = recovery(with: ProcessorRoutes(known))
            for _ in 0..<rounds {
                let report = try await recovery.settleDue(limit: 1_000)
                if report.operations.isEmpty { break }
            }
        }
        let after = try await open()
        let left = Set(after.map(\.operation.attempt))
        let settled = Set(before.map(\.operation.attempt)).subtracting(left).count
        return (settled, after)
    }

    /// Records which holds have ended, with their events: `limit` at most.
    ///
    /// - Parameter limit: The maximum number, so that other writers do not wait long.
    /// - Throws: ``RecordFailure``, where the database fails.
    public func endHolds(limit: Int) async throws(RecordFailure) {
        let isNone = try await database.read { snapshot throws(RecordFailure) in
            try charges.endedHolds(limit: 1, in: snapshot).isEmpty
        }
        guard !isNone else { return }
        try await database.write { transaction throws(RecordFailure) in
            for hold in try charges.endedHolds(limit: limit, in: transaction) {
                try charges.endHold(hold, in: transaction)
            }
        }
    }
}
