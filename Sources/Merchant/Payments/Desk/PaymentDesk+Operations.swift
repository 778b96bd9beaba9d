public import Money
internal import Storage

extension PaymentDesk {
    /// The result of a capture, a void or a refund.
    public typealias OperationResult = DeskRecords.OperationResult

    /// Collects an order's amount, or a part of it.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - amount: The part; nil for all that is left of the authorized amount.
    ///   - number: The number of the capture, from 1; nil for the next one. The same number again
    ///     sends nothing and returns the earlier capture, so a program that passes numbers cannot
    ///     capture twice by repeating a call.
    ///   - isFinal: Whether what is left of the hold is released. Nothing can be captured after it.
    /// - Returns: The capture and the order.
    /// - Throws: ``RecordFailure``.
    @discardableResult
    public func capture(
        _ order: OrderID,
        amount: Money? = nil,
        number: Int64? = nil,
        isFinal: Bool = false
    ) async throws(RecordFailure) -> OperationResult {
        try await records.perform(
            .capture,
            on: order,
            amount,
            number,
            isFinal,
            with: recovery,
            by: nil
        )
    }

    /// Releases what was not captured of an order's authorized amount. Nothing can be captured after it.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - number: The number of the void, as for ``capture(_:amount:number:isFinal:)``; it is more
    ///     than 1 only where an earlier one was refused.
    /// - Returns: The void and the order.
    /// - Throws: ``RecordFailure``.
    @discardableResult
    public func void(
        _ order: OrderID,
        number: Int64? = nil
    ) async throws(RecordFailure) -> OperationResult {
        try await records.perform(.void, on: order, nil, number, with: recovery, by: nil)
    }

    /// Pays an order's captured amount back, or a part of it.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - amount: The part; nil for all that is left of the captured amount.
    ///   - number: The number of the refund, as for ``capture(_:amount:number:isFinal:)``.
    /// - Returns: The refund and the order.
    /// - Throws: ``RecordFailure``.
    @discardableResult
    public func refund(
        _ order: OrderID,
        amount: Money? = nil,
        number: Int64? = nil
    ) async throws(RecordFailure) -> OperationResult {
        try await records.perform(.refund, on: order, amount, number, with: recovery, by: nil)
    }

    /// Takes one step for each operation that is due, and without `processor` records which holds have ended. Call it
    /// when the server starts, and then on a schedule, such as every half minute; several servers may.
    ///
    /// - Parameters:
    ///   - processor: The processor whose operations are settled; nil for all, one after another. One that does not
    ///     answer keeps no others waiting where each has calls of its own.
    ///   - limit: The maximum number of operations of each processor, and of holds.
    /// - Returns: The operations.
    /// - Throws: ``RecordFailure``, where the database fails.
    @discardableResult
    public func settleDue(
        of processor: ProcessorName? = nil,
        limit: Int = 100
    ) async throws(RecordFailure) -> Recovery.Report {
        if processor == nil { try await records.endHolds(limit: limit) }
        return try await recovery.settleDue(of: processor, limit: limit)
    }

    /// Removes claims on tokens that are too old to be sent again, the oldest first. The charge of a token
    /// stays, by which it is recognized for ever.
    ///
    /// - Parameter most: The maximum number to remove, so that other writers do not wait long.
    /// - Returns: How many were removed; fewer than `most` once there are no more.
    /// - Throws: ``RecordFailure``.
    public func pruneClaims(atMost most: Int) async throws(RecordFailure) -> Int {
        try await database.write { transaction throws(RecordFailure) in
            try tokens.prune(atMost: most, in: transaction)
        }
    }

    /// Removes requests that were kept long enough, the oldest first.
    ///
    /// - Parameter most: The maximum number to remove, so that other writers do not wait long.
    /// - Returns: How many were removed; fewer than `most` once there are no more.
    /// - Throws: ``RecordFailure``.
    public func pruneRequests(atMost most: Int) async throws(RecordFailure) -> Int {
        try await database.write { transaction throws(RecordFailure) in
            try records.requests.prune(atMost: most, in: transaction)
        }
    }

    /// The amounts of an order's payment.
    ///
    /// - Throws: ``RecordFailure``.
    public func amounts(of order: OrderID) async throws(RecordFailure) -> AttemptAmounts {
        let attempt = try await records.attempt(of: order)
        return try await database.read { snapshot throws(RecordFailure) in
            try charges.amounts(of: attempt, in: snapshot)
        }
    }

    /// Captures, voids or refunds, and records the answer to the request for it. A request that was made
    /// before and has no answer goes on with the operation that was recorded for it.
    ///
    /// - Parameters:
    ///   - kind: A capture, a void or a refund.
    ///   - attempt: The payment, which has an order.
    ///   - amount: The part; nil for all that is left.
    ///   - isFinal: Whether what a capture leaves of the hold is released.
    ///   - caller: Who asks for it, for the audit log; nil where that is not recorded.
    ///   - request: The request.
    /// - Returns: The operation or why it was not made, and the answer.
    public func perform(
        _ kind: OperationKind,
        on attempt: AttemptID,
        amount: Money?,
        isFinal: Bool = false,
        by caller: AuditLog.Caller?,
        for request: KeyedRequest<OperationResult, RecordFailure>
    ) async -> KeyedResult<OperationResult, RecordFailure> {
        let wanted = ChargeStore.FollowUp(
            kind: kind,
            attempt: attempt,
            amount: amount,
            number: nil,
            isFinal: isFinal
        )
        do throws(RecordFailure) {
            let done = try await records.perform(wanted, with: recovery, by: caller, for: request)
            if let withheld = done.withheld { return .before(withheld) }
            return .now(.success(done.result), done.answer)
        } catch .withheld(let earlier) {
            return .before(earlier)
        } catch {
            let answer = request.answer(.failure(error), attempt)
            return await records.end(request.key, .failure(error), answer)
        }
    }
}
