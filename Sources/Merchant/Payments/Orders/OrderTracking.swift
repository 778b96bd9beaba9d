internal import Money
internal import PaymentToken
public import Storage
public import World

/// Records orders and their history.
///
/// Each write takes a transaction, so that an order and the result of its payment are kept
/// together or not at all.
public struct OrderTracking: Sendable {
    private let world: World
    private let keys: RowKeys

    /// A tracker that takes its times and identifiers from a world.
    ///
    /// - Parameters:
    ///   - world: The clock and the random numbers.
    ///   - keyOrder: The order of new identifiers: the database's ``Database/keyOrder``.
    public init(world: World, keyOrder: KeyOrder = .random) {
        self.world = world
        keys = RowKeys(world, keyOrder)
    }

    /// Places the order of an authorized attempt. The total is what was authorized.
    ///
    /// - Throws: ``RecordFailure/attemptNotAuthorized(_:)`` unless the attempt is recorded as
    ///   authorized, as this transaction sees it; ``RecordFailure/alreadyPlaced(_:)``
    ///   where it already has an order.
    public func place(
        _ order: NewOrder,
        for attempt: AuthorizedAttempt,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Order {
        let id = OrderID(key: keys.next())
        if let placed = try insert(order, as: id, for: attempt, in: transaction) {
            for (position, line) in order.lineItems.enumerated() {
                try transaction.execute(
                    """
                    INSERT INTO order_line
                        (shop_order, position, title, quantity, amount_minor_units)
                    VALUES ($1, $2, $3, $4, $5)
                    """,
                    [
                        .text(id.text), .integer(Int64(position)), .text(line.title),
                        .integer(line.quantity), .integer(line.amountMinorUnits),
                    ]
                )
            }
            return placed
        }
        if let existing = try self.order(of: attempt.id, in: transaction) {
            throw .alreadyPlaced(existing.id)
        }
        throw .attemptNotAuthorized(attempt.id)
    }

    /// Changes an order, as the merchant wants it.
    ///
    /// - Parameters:
    ///   - id: The order.
    ///   - version: The version that is changed.
    ///   - status: The status then.
    ///   - details: The members that the merchant changes, as a JSON object.
    ///   - transaction: The transaction.
    /// - Returns: The order then.
    /// - Throws: ``RecordFailure/versionOutdated(now:)`` where the order has another version;
    ///   ``RecordFailure/statusRefused(from:to:)`` where it cannot have the status.
    public func change(
        _ id: OrderID,
        from version: Int64,
        status: OrderStatus,
        details: String,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Order {
        let before = try recorded(id, in: transaction)
        guard before.version == version else { throw .versionOutdated(now: before.version) }
        guard before.status == status || before.status.mayBecome(status) else {
            throw .statusRefused(from: before.status, to: status)
        }
        let changed = try transaction.one(
            """
            UPDATE shop_order SET status = $3, details = $4, version = version + 1,
                updated_at = CASE WHEN updated_at < $5 THEN $5 ELSE updated_at + 1 END
            WHERE id = $1 AND version = $2 RETURNING *
            """,
            [
                .text(id.text), .integer(version), .text(status.rawValue), .text(details),
                .integer(world.clock.now.seconds),
            ]
        ) { row throws(StorageFailure) in try Order(row, lineItems: before.lineItems) }
        if let changed { return changed }
        throw .versionOutdated(now: try recorded(id, in: transaction).version)
    }

    /// Changes the status of an order's payment.
    ///
    /// - Throws: ``RecordFailure/paymentRefused(from:to:)`` where the change is not allowed.
    @discardableResult
    public func record(
        _ payment: PaymentStatus,
        of id: OrderID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Order {
        let before = try recorded(id, in: transaction)
        guard before.paymentStatus.mayBecome(payment) else {
            throw .paymentRefused(from: before.paymentStatus, to: payment)
        }
        let changed = try transaction.one(
            """
            UPDATE shop_order SET payment_status = $2, version = version + 1,
                updated_at = CASE WHEN updated_at < $3 THEN $3 ELSE updated_at + 1 END
            WHERE id = $1 RETURNING *
            """,
            [.text(id.text), .text(payment.rawValue), .integer(world.clock.now.seconds)]
        ) { row throws(StorageFailure) in try Order(row, lineItems: before.lineItems) }
        guard let changed else { throw .orderMissing(id) }
        return changed
    }

    private func recorded(
        _ id: OrderID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Order {
        guard let order = try order(id, in: transaction) else { throw .orderMissing(id) }
        return order
    }

    /// Inserts the order without its lines; nil if the attempt has one, or is not recorded as authorized. The
    /// approval is read again: it may have been recorded in a transaction that was undone.
    private func insert(
        _ order: NewOrder,
        as id: OrderID,
        for attempt: AuthorizedAttempt,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Order? {
        let now = world.clock.now.seconds
        let contact = order.contact
        return try transaction.one(
            """
            INSERT INTO shop_order (
                id, status, payment_status, attempt, total_minor_units, currency_code,
                transaction_identifier, label, shipping_identifier, shipping_label,
                contact_name, contact_street, contact_city, contact_state,
                contact_postal_code, contact_country, contact_email_address,
                contact_phone_number, details, version, created_at, updated_at
            )
            SELECT $1, 'open', 'authorized', operation.attempt, $3, $4, $5, $6, $7, $8,
                $9, $10, $11, $12, $13, $14, $15, $16, $18, 1, $17, $17
            FROM operation
            WHERE operation.attempt = $2 AND operation.kind = 'authorization'
                AND ((operation.state = 'approved' AND operation.amount_minor_units = $3)
                    OR (operation.state = 'partiallyApproved'
                        AND operation.approved_minor_units = $3))
            ON CONFLICT DO NOTHING RETURNING *
            """,
            [
                .text(id.text), .text(attempt.id.text), .integer(attempt.amount.minorUnits),
                .text(attempt.amount.currency.code), .bytes(attempt.transactionID.bytes),
                .text(order.label), .init(order.shippingMethod?.identifier),
                .init(order.shippingMethod?.label), .init(contact.name), .init(contact.street),
                .init(contact.city), .init(contact.state), .init(contact.postalCode),
                .init(contact.country), .init(contact.emailAddress), .init(contact.phoneNumber),
                .integer(now), .text(order.details),
            ]
        ) { row throws(StorageFailure) in try Order(row, lineItems: order.lineItems) }
    }
}
