internal import Storage
public import World

extension DeskRecords {
    /// Orders as they are recorded now, the newest first.
    ///
    /// - Parameters:
    ///   - number: The number below which the list begins; nil for the newest.
    ///   - status: Only those of this status; nil for all.
    ///   - limit: The maximum number.
    /// - Returns: The orders.
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func orders(
        below number: Int64?,
        status: OrderStatus?,
        limit: Int
    ) async throws(RecordFailure) -> [Order] {
        try await database.read { snapshot throws(RecordFailure) in
            try orders.orders(below: number, status: status, limit: limit, in: snapshot)
        }
    }

    /// The history of an order, the oldest first; empty where there is no such order.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - sequence: The number of the line after which it begins; nil for the first.
    ///   - limit: The maximum number of lines.
    /// - Returns: The lines.
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func history(
        of order: OrderID,
        after sequence: Int64?,
        limit: Int
    ) async throws(RecordFailure) -> [OrderEvent] {
        try await database.read { snapshot throws(RecordFailure) in
            try orders.events(of: order, after: sequence, limit: limit, in: snapshot)
        }
    }

    /// Changes an order; see ``OrderTracking/change(_:from:status:details:in:)``.
    ///
    /// - Parameters:
    ///   - id: The order.
    ///   - version: The version that is changed.
    ///   - status: The status then.
    ///   - details: The members that the merchant changes, as a JSON object.
    ///   - caller: Who asks for it, for the audit log.
    /// - Returns: The order then.
    /// - Throws: ``RecordFailure``.
    public func change(
        _ id: OrderID,
        from version: Int64,
        status: OrderStatus,
        details: String,
        by caller: AuditLog.Caller
    ) async throws(RecordFailure) -> Order {
        try await database.write { transaction throws(RecordFailure) in
            let changed = try orders.change(
                id,
                from: version,
                status: status,
                details: details,
                in: transaction
            )
            try audit.record(.changing(id, by: caller), in: transaction)
            return changed
        }
    }

    /// Refunds of all payments, the newest first.
    ///
    /// - Parameters:
    ///   - place: The time and the identifier of the refund after which they begin; nil for the newest.
    ///   - limit: The maximum number.
    /// - Returns: The refunds.
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func refunds(
        after place: (time: UnixTime, id: OperationID)?,
        limit: Int
    ) async throws(RecordFailure) -> [ChargeOperation] {
        try await database.read { snapshot throws(RecordFailure) in
            try charges.refunds(after: place, limit: limit, in: snapshot)
        }
    }
}
