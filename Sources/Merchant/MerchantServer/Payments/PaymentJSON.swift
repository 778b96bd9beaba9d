internal import HTTPServer
public import JSON
internal import Money
internal import PaymentToken
public import Payments

/// Payments and orders as callers get them.
enum PaymentJSON {
    static let schema = APISchema.object(members)

    /// A payment with what the sheet is completed with.
    static let answerSchema = APISchema.object(
        members + [.optional("applePay", SheetResult.schema)]
    )

    /// The members of a problem beside those that all have.
    static let problemMembers: [APIMember] = [
        .optional("applePay", SheetResult.schema, "Of POST /payments."),
        .optional("payment", .anyText, "The payment that the refusal is about, or another one."),
        .optional("declineReason", .choice(DeclineReason.allCases.map(\.rawValue))),
        .optional("processorCode", processorCode),
    ]

    private static let processorCode = APISchema.text(example: "insufficient_funds")

    private static let members: [APIMember] = [
        .required("id", .text(example: "payment-0123456789abcdef0123456789abcdef")),
        .required("status", .choice(PaymentRecord.Status.allCases.map(\.rawValue))),
        .required("reference", .text(example: "cart-1001")),
        .required("amount", .text(example: "10.75"), "The amount that was asked for."),
        .required("currency", .text(example: "USD")),
        .required("authorized", .text(example: "10.75"), "The amount that the issuer held."),
        .required("captured", .text(example: "10.75")),
        .required("refunded", .text(example: "0.00")),
        .required("capturable", .text(example: "0.00"), "What can still be captured."),
        .required("refundable", .text(example: "10.75"), "What can still be refunded."),
        .optional(
            "holdEndsAt",
            .time,
            "Until when the capturable amount is held; not there where that is not known. A later capture is tried."
        ),
        .optional(
            "transactionId",
            .text(example: String(repeating: "5f", count: 32)),
            "The token’s, in lower-case hexadecimal digits, as Apple and the page name it; not there without a token."
        ),
        .optional(
            "credential",
            .text(example: "credential-0123456789abcdef0123456789abcdef"),
            "The stored credential that was charged, or that the payment has stored."
        ),
        .optional(
            "cardSuffix",
            .text(example: "0492"),
            "Of the device account number; not there where the processor opened the token."
        ), .required("processor", .text(example: "card-network"), "The processor that was asked."),
        .optional(
            "processorReference",
            .text(example: "pi_3MtwBwLkdIwHu7ix28a3tqPa"),
            "The processor's name for the authorization, where it was approved."
        ),
        .optional(
            "retrievalReference",
            .text(example: "4L7Q0ZK2M9XA"),
            "Field 37 of the payment's messages to the card network; not there for a platform."
        ), .optional("authorizationCode", .text(example: "A1B2C3")),
        .optional(
            "addressCheck",
            .choice(AddressCheck.allCases.map(\.rawValue)),
            "What the issuer says of the billing address."
        ), .optional("declineReason", .choice(DeclineReason.allCases.map(\.rawValue))),
        .optional(
            "processorCode",
            processorCode,
            "The processor’s own code of the decline; of a card network field 39."
        ),
        .optional("metadata", OrderChangeMembers.metadata, "What the shop keeps with it."),
        .required("createdAt", .time), .required("changedAt", .time),
        .required("operations", .list(operationSchema)),
        .optional(
            "disputes",
            .list(disputeSchema),
            "What the cardholder disputed with the issuer; not there for nothing."
        ), .optional("order", orderSummarySchema, "Not there where none was placed."),
    ]

    private static let operationSchema = APISchema.object(
        [
            .required("id", .text(example: "operation-0123456789abcdef0123456789abcdef")),
            .required("kind", .choice(["capture", "void", "refund", "release"])),
            .optional("final", .bool, "True for a capture that releases what is left of the hold."),
        ] + operationMembers
    )

    /// A refund in a list of those of all payments.
    static let refundSchema = APISchema.object(
        [
            .required("id", .text(example: "operation-0123456789abcdef0123456789abcdef")),
            .required("payment", .text(example: "payment-0123456789abcdef0123456789abcdef")),
            .required("currency", .text(example: "USD")),
        ] + operationMembers
    )

    private static let operationMembers: [APIMember] = [
        .required("number", .integer(1...Int64.max), "Counts the operations of one kind."),
        .required("amount", .text(example: "5.00")),
        .required("status", .choice(["pending", "completed", "declined", "failed", "disputed"])),
        .optional("declineReason", .choice(DeclineReason.allCases.map(\.rawValue))),
        .optional("processorCode", processorCode),
        .required("createdAt", .time), .required("changedAt", .time),
    ]

    private static let disputeSchema = APISchema.object([
        .required("reference", .text(example: "dp_1PgafTB7WZ01zgkW6dKueIc5")),
        .required("amount", .text(example: "10.75")),
        .required("status", .choice(DisputeState.allCases.map(\.rawValue))),
    ])

    private static let orderSummarySchema = APISchema.object([
        .required("id", .text(example: "order-0123456789abcdef0123456789abcdef")),
        .required("number", .integer(1...Int64.max)),
        .required("status", .choice(OrderStatus.allCases.map(\.rawValue))),
    ])

    /// A payment.
    static func json(_ payment: PaymentRecord, sheet: SheetResult? = nil) -> JSONOutput {
        let authorization = payment.attempt.authorization
        let amounts = payment.attempt.amounts
        let approval = payment.attempt.approval
        var reason: DeclineReason?
        if case .declined(let why, _) = authorization.state { reason = why }
        let changes = payment.operations.map(\.changedAt) + [authorization.changedAt]
        return .object([
            "id": .string(PaymentID(payment.attempt.attempt).text),
            "status": .string(payment.status.rawValue),
            "reference": .string(payment.attempt.merchantReference),
            "amount": .string(authorization.amount.decimalText),
            "currency": .string(authorization.amount.currency.code),
            "authorized": .string(amounts.authorized.decimalText),
            "captured": .string(amounts.captured.decimalText),
            "refunded": .string(amounts.refunded.decimalText),
            "capturable": .string(amounts.capturable.decimalText),
            "refundable": .string(amounts.refundable.decimalText),
            "holdEndsAt": amounts.capturable.minorUnits > 0
                ? approval?.holdEndsAt.map { .string("\($0)") } : nil,
            "transactionId": payment.attempt.isLater
                ? nil : .string(payment.attempt.transactionID.lowercaseHexadecimal),
            "credential": payment.attempt.credential.map { .string($0.text) },
            "cardSuffix": payment.attempt.accountSuffix.map { .string($0) },
            "processor": .string(authorization.processor.text),
            "processorReference": approval.map { .string($0.networkReference) },
            "retrievalReference": authorization.settlementReference.map { .string($0) },
            "authorizationCode": approval?.authorizationCode.map { .string($0) },
            "addressCheck": approval?.addressCheck.map { .string($0.rawValue) },
            "declineReason": reason.map { .string($0.rawValue) },
            "processorCode": authorization.state.processorCode.map { .string($0.text) },
            "metadata": payment.attempt.metadata.flatMap { text in
                (try? JSONDocument(Array(text.utf8)))?.root.output
            },
            "createdAt": .string("\(authorization.preparedAt)"),
            "changedAt": .string("\(changes.max() ?? authorization.changedAt)"),
            "operations": .array(payment.operations.map(json)),
            "disputes": payment.disputes.isEmpty ? nil : .array(payment.disputes.map(json)),
            "order": payment.order.map(summary),
            "applePay": sheet?.json,
        ])
    }

    private static func json(_ operation: ChargeOperation) -> JSONOutput {
        .object(
            [
                JSONMember(name: "id", value: .string(operation.id.text)),
                JSONMember(name: "kind", value: .string(operation.kind.rawValue)),
            ] + (operation.isFinal ? [JSONMember(name: "final", value: .bool(true))] : [])
                + members(operation)
        )
    }

    /// A refund in a list of those of all payments.
    static func refund(_ operation: ChargeOperation) -> JSONOutput {
        .object(
            [
                JSONMember(name: "id", value: .string(operation.id.text)),
                JSONMember(
                    name: "payment",
                    value: .string(PaymentID(operation.attempt).text)
                ),
                JSONMember(name: "currency", value: .string(operation.amount.currency.code)),
            ] + members(operation)
        )
    }

    private static func members(_ operation: ChargeOperation) -> [JSONMember] {
        var reason: DeclineReason?
        let status: String
        switch operation.state {
        case .completed: status = "completed"
        case .declined(let why, _): (status, reason) = ("declined", why)
        case .notSent: status = "failed"
        case .mismatched: status = "disputed"
        case .prepared, .sent, .unknown, .approved, .partiallyApproved, .reversing,
            .reversed, .reversalRefused, .voided:
            status = "pending"
        }
        let members: KeyValuePairs<String, JSONOutput?> = [
            "number": .integer(operation.number),
            "amount": .string(operation.amount.decimalText),
            "status": .string(status),
            "declineReason": reason.map { .string($0.rawValue) },
            "processorCode": operation.state.processorCode.map { .string($0.text) },
            "createdAt": .string("\(operation.preparedAt)"),
            "changedAt": .string("\(operation.changedAt)"),
        ]
        return members.compactMap { name, value in
            value.map { JSONMember(name: name, value: $0) }
        }
    }

    private static func json(_ dispute: ProcessorStatement.Dispute) -> JSONOutput {
        .object([
            "reference": .string(dispute.reference),
            "amount": .string(dispute.amount.decimalText),
            "status": .string(dispute.state.rawValue),
        ])
    }

    private static func summary(_ order: Order) -> JSONOutput {
        .object([
            "id": .string(order.id.text), "number": .integer(order.number),
            "status": .string(order.status.rawValue),
        ])
    }
}

extension AttemptRecord {
    /// The approval; nil where there was none.
    fileprivate var approval: Approval? {
        switch authorization.state {
        case .approved(let approval), .partiallyApproved(let approval, _): approval
        default: nil
        }
    }
}

extension PaymentRecord {
    /// The payment as `GET /payments/{id}` answers it.
    ///
    /// - Source: Documentation/ServerAPI.md.
    public var json: JSONOutput { PaymentJSON.json(self) }
}
