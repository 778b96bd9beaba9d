public import Money
internal import Storage

extension DeskRecords {
    /// What a capture, a void or a refund came to.
    public struct OperationResult: Hashable, Sendable {
        /// The operation. It is done where its state is `completed`; where it is `unknown`, recovery
        /// settles it.
        public let operation: ChargeOperation
        /// The order, with its payment status.
        public let order: Order
    }

    /// Captures, voids or refunds an order's payment, after what is left of it is settled.
    ///
    /// - Parameters:
    ///   - kind: A capture, a void or a refund.
    ///   - order: The order.
    ///   - amount: The part; nil for all that is left.
    ///   - number: The number of the capture or refund, from 1; nil for the next one. The same number
    ///     again sends nothing and returns the earlier operation.
    ///   - processor: The processor that authorized the payment.
    /// - Returns: The operation and the order.
    /// - Throws: ``DeskFailure``.
    public func perform(
        _ kind: OperationKind,
        on order: OrderID,
        amount: Money? = nil,
        number: Int64? = nil,
        with processor: any PaymentProcessor
    ) async throws(DeskFailure) -> OperationResult {
        let executor = ChargeExecutor(database: database, store: charges, processor: processor)
        return try await perform(
            kind,
            on: order,
            amount: amount,
            number: number,
            by: executor,
            after: recovery(with: processor),
            recording: .none
        )
    }

    /// The order with a number.
    ///
    /// - Throws: ``DeskFailure``.
    public func order(number: Int64) async throws(DeskFailure) -> Order? {
        try await database.read { snapshot throws(DeskFailure) in
            do throws(OrderFailure) {
                return try orders.order(number: number, in: snapshot)
            } catch { throw DeskFailure.order(error) }
        }
    }

    func attempt(of order: OrderID) async throws(DeskFailure) -> AttemptID {
        try await database.read { snapshot throws(DeskFailure) in
            do throws(OrderFailure) {
                guard let found = try orders.order(order, in: snapshot) else {
                    throw .orderMissing(order)
                }
                return found.attempt
            } catch { throw DeskFailure.order(error) }
        }
    }

    func perform(
        _ kind: OperationKind,
        on order: OrderID,
        amount: Money?,
        number: Int64?,
        by executor: ChargeExecutor,
        after recovery: Recovery,
        recording: OperationRecording
    ) async throws(DeskFailure) -> OperationResult {
        let attempt = try await attempt(of: order)
        do throws(ChargeFailure) {
            _ = try await recovery.settle(attempt)
        } catch { throw DeskFailure(charging: error) }
        let wanted = ChargeStore.FollowUp(
            kind: kind,
            attempt: attempt,
            amount: amount,
            number: number
        )
        return try await executor.perform(wanted, preparing: recording.preparing) {
            transaction,
            operation throws(DeskFailure) in
            let followed: Order
            do throws(OrderFailure) {
                guard let found = try follow(attempt, in: transaction) else {
                    throw .orderMissing(order)
                }
                followed = found
            } catch { throw DeskFailure.order(error) }
            try recording.settling(transaction, operation)
            return OperationResult(operation: operation, order: followed)
        }
    }
}
