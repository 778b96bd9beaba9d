internal import HTTPServer
internal import JSON
internal import Money
internal import Payments
internal import World

/// Events as callers and webhooks get them.
enum EventJSON {
    static let schema = APISchema.object([
        .required("id", .text(example: "event-1042-1795824000")),
        .required(
            "position",
            .integer(1...Int64.max),
            "Its place among all events; it only grows."
        ),
        .required("type", .choice(EventType.allCases.map(\.rawValue))),
        .required("timestamp", .time), .required("data", data),
    ])

    private static let data = APISchema.object([
        .optional("payment", .text(example: "payment-0123456789abcdef0123456789abcdef")),
        .optional("reference", .text(example: "cart-1001"), "The shop's reference of the payment."),
        .optional(
            "operation",
            .object([
                .required("kind", .choice(OperationKind.allCases.map(\.rawValue))),
                .required("number", .integer(1...Int64.max)),
                .required("amount", .text(example: "10.75")),
                .required("currency", .text(example: "USD")),
                .required("processor", .text(example: "card-network")),
                .optional("declineReason", .choice(DeclineReason.allCases.map(\.rawValue))),
            ]),
            "The operation that changed, with the amount that was asked for."
        ),
        .optional("order", .text(example: "order-0123456789abcdef0123456789abcdef")),
        .optional(
            "dispute",
            .text(example: "dp_1PgafTB7WZ01zgkW6dKueIc5"),
            "The processor's name."
        ),
        .optional("credential", .text(example: "credential-0123456789abcdef0123456789abcdef")),
        .optional("key", .text(example: "0123456789abcdef"), "The identifier of the API key."),
    ])

    static func json(_ event: Event) -> JSONOutput {
        .object([
            "id": .string(event.identifier), "position": .integer(event.position),
            "type": .string(event.type.rawValue), "timestamp": .string(event.time.iso8601),
            "data": data(event),
        ])
    }

    private static func data(_ event: Event) -> JSONOutput {
        var members: [JSONMember] = []
        if let attempt = event.attempt {
            members.append(JSONMember(name: "payment", value: .string(PaymentID(attempt).text)))
        }
        if let reference = event.merchantReference {
            members.append(JSONMember(name: "reference", value: .string(reference)))
        }
        if let operation = event.operation {
            members.append(JSONMember(name: "operation", value: json(operation)))
        }
        if let subject = event.subject, let name = event.type.subjectName {
            members.append(JSONMember(name: name, value: .string(subject)))
        }
        return .object(members)
    }

    private static func json(_ operation: Event.Operation) -> JSONOutput {
        .object([
            "kind": .string(operation.kind.rawValue), "number": .integer(operation.number),
            "amount": .string(operation.amount.decimalText),
            "currency": .string(operation.amount.currency.code),
            "processor": .string(operation.processor.text),
            "declineReason": operation.declineReason.map { .string($0.rawValue) },
        ])
    }
}

extension EventType {
    /// The name of the event's subject; nil where it is about the payment itself.
    fileprivate var subjectName: String? {
        switch self {
        case .paymentAuthorized, .paymentPartiallyAuthorized, .paymentDeclined, .paymentFailed,
            .paymentCancelled, .paymentCancellationRefused, .paymentVoided, .paymentHoldReleased,
            .paymentHoldEnded,
            .paymentCaptured, .paymentRefunded, .operationFailed, .operationMismatched:
            nil
        case .orderPlaced, .orderChanged, .orderCompleted, .orderCancelled: "order"
        case .disputeOpened, .disputeWon, .disputeLost: "dispute"
        case .credentialStored, .credentialEnded: "credential"
        case .keyAdded, .keyRevoked: "key"
        }
    }
}
