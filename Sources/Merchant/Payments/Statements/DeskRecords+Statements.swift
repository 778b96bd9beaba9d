internal import Storage

extension DeskRecords {
    /// The results of statements that were read.
    public struct StatementReport: Hashable, Sendable {
        /// How many statements were read.
        public var readCount = 0
        /// How many operations were changed or added.
        public var changedCount = 0
        /// The payments whose statement contradicts the records, and how.
        public var contradictions: [AttemptID: Set<StatementContradiction>] = [:]
    }

    /// Takes a message of a processor: what it says is recorded now, or what became of its payment is read
    /// soon.
    ///
    /// - Returns: What it is to these records.
    /// - Throws: ``RecordFailure``, where the database fails.
    public func take(_ notice: ProcessorNotice) async throws(RecordFailure) -> TakenNotice {
        let found = try await database.read {
            snapshot throws(RecordFailure) -> (attempt: AttemptID, isNews: Bool)? in
            guard let attempt = try charges.attempt(of: notice, in: snapshot) else { return nil }
            let authorization = try charges.authorization(of: attempt, in: snapshot)
            let amounts = try charges.amounts(of: attempt, in: snapshot)
            return (attempt, notice.news.isNews(to: authorization.state, amounts))
        }
        guard let found else { return .elsewhere }
        guard found.isNews else { return .known }
        guard case .says(let statement) = notice.news else {
            try await database.write { transaction throws(RecordFailure) in
                try charges.note(found.attempt, in: transaction)
            }
            return .noted
        }
        let effect = try await database.write { transaction throws(RecordFailure) in
            try apply(statement, to: found.attempt, in: transaction)
        }
        guard effect.contradictions.isEmpty else { return .contradicts }
        let isKnown = effect.changed.isEmpty && effect.added.isEmpty && !effect.hasDispute
        return isKnown ? .known : .recorded
    }

    /// The payment that a message is about; nil where it is about none of these.
    ///
    /// - Throws: ``RecordFailure``, where the database fails.
    public func payment(about notice: ProcessorNotice) async throws(RecordFailure) -> AttemptID? {
        try await database.read { snapshot throws(RecordFailure) in
            try charges.attempt(of: notice, in: snapshot)
        }
    }

    /// Records what a statement says, with the order's payment status and the audit log.
    private func apply(
        _ statement: ProcessorStatement,
        to attempt: AttemptID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeStore.StatementEffect {
        let effect = try charges.apply(statement, to: attempt, in: transaction)
        for operation in effect.added {
            try audit.record(.processor(operation.processor), operation, in: transaction)
        }
        _ = try follow(attempt, in: transaction)
        return effect
    }

    /// The meaning of a processor's message for the records.
    public enum TakenNotice: String, Hashable, Sendable, CaseIterable {
        /// It is about none of these payments.
        case elsewhere
        /// The records have what it says.
        case known
        /// Its payment is read soon.
        case noted
        /// Its content is recorded.
        case recorded
        /// It says what the records do not allow; nothing of that is recorded.
        case contradicts
    }

    /// Reads the statements that are due and that no other server reads now, and records what they say. The database
    /// needs ``AuditLog/migrations`` too.
    ///
    /// - Parameters:
    ///   - processors: The processors. What is due at others waits.
    ///   - limit: The maximum number to read of each.
    /// - Returns: The results.
    /// - Throws: ``RecordFailure``, where the database fails.
    public func readStatements(
        from processors: ProcessorRoutes,
        limit: Int = 100
    ) async throws(RecordFailure) -> StatementReport {
        var report = StatementReport()
        for processor in processors.processors {
            let due = try await database.read { snapshot throws(RecordFailure) in
                try charges.dueNotices(at: processor.name, limit: limit, in: snapshot)
            }
            for notice in due {
                let claimed = try await database.write {
                    transaction throws(RecordFailure) -> OriginalAuthorization? in
                    guard try charges.claim(notice, in: transaction) else { return nil }
                    return try charges.original(of: notice.attempt, in: transaction)
                }
                guard let original = claimed else { continue }
                let answer: Result<ProcessorStatement?, ProcessorFailure>
                do throws(ProcessorFailure) {
                    answer = .success(try await processor.statement(of: original))
                } catch { answer = .failure(error) }
                try await finish(notice, answer, &report)
            }
        }
        return report
    }

    private func finish(
        _ notice: ChargeStore.DueNotice,
        _ answer: Result<ProcessorStatement?, ProcessorFailure>,
        _ report: inout StatementReport
    ) async throws(RecordFailure) {
        let effect = try await database.write {
            transaction throws(RecordFailure) -> ChargeStore.StatementEffect? in
            guard case .success(let answer) = answer else {
                try charges.putOff(notice, in: transaction)
                return nil
            }
            guard let statement = answer else {
                try charges.end(notice, in: transaction)
                return nil
            }
            let effect = try apply(statement, to: notice.attempt, in: transaction)
            try charges.end(notice, in: transaction)
            return effect
        }
        guard let effect else { return }
        report.readCount += 1
        report.changedCount += effect.changed.count + effect.added.count
        if !effect.contradictions.isEmpty {
            report.contradictions[notice.attempt] = effect.contradictions
        }
    }
}

extension ProcessorNotice.News {
    fileprivate func isNews(to authorization: OperationState, _ amounts: AttemptAmounts) -> Bool {
        switch self {
        case .decided: !authorization.isSettled
        case .released: authorization.isHeld || !authorization.isSettled
        case .captured(let captured): captured != amounts.captured
        case .refunded(let refunded): refunded != amounts.refunded
        case .says, .other: true
        }
    }
}

extension AuditLog.Caller {
    /// A processor, which says what was done with it elsewhere, such as by people in its dashboard.
    static func processor(_ name: ProcessorName) -> AuditLog.Caller {
        AuditLog.Caller(identifier: name.text, role: "processor")
    }
}
