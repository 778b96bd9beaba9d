public import Storage

extension OrderTracking {
    /// An order as it is recorded now, or nil if there is none.
    public func order(
        _ id: OrderID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> Order? {
        try orders("SELECT * FROM shop_order WHERE id = $1", [.text(id.text)], in: reader).first
    }

    /// The order of an attempt, or nil if there is none.
    public func order(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> Order? {
        try orders("SELECT * FROM shop_order WHERE attempt = $1", [.text(attempt.text)], in: reader)
            .first
    }

    /// The order with a number, or nil if there is none.
    public func order(
        number: Int64,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> Order? {
        try orders("SELECT * FROM shop_order WHERE number = $1", [.integer(number)], in: reader)
            .first
    }

    /// Orders, the newest first.
    ///
    /// - Parameters:
    ///   - number: The number below which the list begins; nil for the newest.
    ///   - status: Only those of this status; nil for all.
    ///   - limit: The maximum number of orders.
    ///   - reader: The transaction.
    /// - Returns: The orders.
    /// - Throws: ``RecordFailure``.
    public func orders(
        below number: Int64? = nil,
        status: OrderStatus? = nil,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [Order] {
        try orders(
            status == nil
                ? """
                SELECT * FROM shop_order WHERE number < $1 ORDER BY number DESC LIMIT $2
                """
                : """
                SELECT * FROM shop_order WHERE status = $3 AND number < $1
                ORDER BY number DESC LIMIT $2
                """,
            [.integer(number ?? .max), .integer(Int64(max(0, limit)))]
                + (status.map { [.text($0.rawValue)] } ?? []),
            in: reader
        )
    }

    /// The history of one order, oldest first.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - sequence: The number of the line after which it begins; nil for the first.
    ///   - limit: The maximum number of lines.
    ///   - reader: The transaction.
    /// - Returns: The lines.
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func events(
        of order: OrderID,
        after sequence: Int64? = nil,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [OrderEvent] {
        try reader.all(
            """
            SELECT * FROM order_event WHERE shop_order = $1 AND sequence > $2
            ORDER BY sequence LIMIT $3
            """,
            [.text(order.text), .integer(sequence ?? 0), .integer(Int64(max(0, limit)))],
            OrderEvent.init
        )
    }

    private func orders(
        _ query: StaticString,
        _ values: [StoredValue],
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [Order] {
        var orders = try reader.all(query, values) { row throws(StorageFailure) in
            try Order(row, lineItems: [])
        }
        for place in orders.indices {
            orders[place].lineItems = try reader.all(
                "SELECT * FROM order_line WHERE shop_order = $1 ORDER BY position",
                [.text(orders[place].id.text)],
                OrderLineItem.init
            )
        }
        return orders
    }
}
