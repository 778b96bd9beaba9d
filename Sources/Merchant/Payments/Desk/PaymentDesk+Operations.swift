public import Money
internal import Storage

extension PaymentDesk {
    /// What a capture, a void or a refund came to.
    public typealias OperationResult = DeskRecords.OperationResult

    /// Collects an order's amount, or a part of it.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - amount: The part; nil for all that is left of the authorized amount.
    ///   - number: The number of the capture, from 1; nil for the next one. The same number again
    ///     sends nothing and returns the earlier capture, so a program that passes numbers cannot
    ///     capture twice by repeating a call.
    ///   - recording: See ``OperationRecording``.
    /// - Returns: The capture and the order.
    /// - Throws: ``DeskFailure``.
    @discardableResult
    public func capture(
        _ order: OrderID,
        amount: Money? = nil,
        number: Int64? = nil,
        recording: OperationRecording = .none
    ) async throws(DeskFailure) -> OperationResult {
        try await perform(.capture, on: order, amount, number, recording)
    }

    /// Releases the hold of an order of which nothing was captured.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - number: The number of the void, as for ``capture(_:amount:number:recording:)``; it is more
    ///     than 1 only where an earlier one was refused.
    ///   - recording: See ``OperationRecording``.
    /// - Returns: The void and the order.
    /// - Throws: ``DeskFailure``.
    @discardableResult
    public func void(
        _ order: OrderID,
        number: Int64? = nil,
        recording: OperationRecording = .none
    ) async throws(DeskFailure) -> OperationResult {
        try await perform(.void, on: order, nil, number, recording)
    }

    /// Pays an order's captured amount back, or a part of it.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - amount: The part; nil for all that is left of the captured amount.
    ///   - number: The number of the refund, as for ``capture(_:amount:number:recording:)``.
    ///   - recording: See ``OperationRecording``.
    /// - Returns: The refund and the order.
    /// - Throws: ``DeskFailure``.
    @discardableResult
    public func refund(
        _ order: OrderID,
        amount: Money? = nil,
        number: Int64? = nil,
        recording: OperationRecording = .none
    ) async throws(DeskFailure) -> OperationResult {
        try await perform(.refund, on: order, amount, number, recording)
    }

    /// Takes one step for each operation that is due. Call it when the server starts, and then on a
    /// schedule, such as every half minute; several servers may.
    ///
    /// - Throws: ``DeskFailure``, where the database fails.
    @discardableResult
    public func settleDue(limit: Int = 100) async throws(DeskFailure) -> Recovery.Report {
        do throws(ChargeFailure) {
            return try await recovery.settleDue(limit: limit)
        } catch { throw DeskFailure(charging: error) }
    }

    /// Removes claims on tokens that are too old to be sent again, the oldest first. The charge of a token
    /// stays, by which it is recognized for ever.
    ///
    /// - Parameter most: The maximum number to remove, so that other writers do not wait long.
    /// - Returns: How many were removed; fewer than `most` once there are no more.
    /// - Throws: ``DeskFailure``.
    public func pruneClaims(atMost most: Int) async throws(DeskFailure) -> Int {
        try await database.write { transaction throws(DeskFailure) in
            do throws(StorageFailure) {
                return try tokens.prune(atMost: most, in: transaction)
            } catch { throw DeskFailure(storage: error) }
        }
    }

    /// The amounts of an order's payment.
    ///
    /// - Throws: ``DeskFailure``.
    public func amounts(of order: OrderID) async throws(DeskFailure) -> AttemptAmounts {
        let attempt = try await records.attempt(of: order)
        return try await database.read { snapshot throws(DeskFailure) in
            do throws(ChargeFailure) {
                return try charges.amounts(of: attempt, in: snapshot)
            } catch { throw DeskFailure(charging: error) }
        }
    }

    private func perform(
        _ kind: OperationKind,
        on order: OrderID,
        _ amount: Money?,
        _ number: Int64?,
        _ recording: OperationRecording
    ) async throws(DeskFailure) -> OperationResult {
        try await records.perform(
            kind,
            on: order,
            amount: amount,
            number: number,
            by: executor,
            after: recovery,
            recording: recording
        )
    }
}
