import JSON

extension SimulatedStripe {
    static func json(_ intent: Intent) -> JSONOutput {
        .object([
            "id": .string(intent.id), "object": "payment_intent", "currency": "usd",
            "amount": .integer(intent.amount), "amount_received": .integer(intent.received),
            "status": .string(intent.status),
            "metadata": .object(
                intent.metadata.sorted { $0.key < $1.key }.map {
                    JSONMember(name: $0.key, value: .string($0.value))
                }
            ),
            "customer": intent.customer.map { .string($0) },
            "payment_method": intent.stored.map { .string($0) },
            "setup_future_usage": intent.stored == nil ? .null : "off_session",
            "last_payment_error": intent.isDeclined ? declined : .null,
            "latest_charge": .object([
                "amount_refunded": .integer(intent.refunded), "disputed": .bool(false),
            ]),
        ])
    }

    static func json(_ refund: Refund) -> JSONOutput {
        .object([
            "id": .string(refund.id), "object": "refund", "currency": "usd",
            "amount": .integer(refund.amount), "status": .string(refund.status),
            "metadata": .object([
                "idempotency_key": refund.key.map { .string($0) }
            ]),
        ])
    }

    static let declined = JSONOutput.object([
        "type": "card_error", "code": "card_declined", "decline_code": "insufficient_funds",
    ])
}
