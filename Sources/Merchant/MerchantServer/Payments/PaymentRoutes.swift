internal import HTTPMessages
public import HTTPServer
internal import JSON
internal import Payments

/// The operations of payments.
public enum PaymentRoutes {
    /// Where payments are made and listed.
    static let path: StaticString = "/payments"
    /// How many payments a page has, unless asked for.
    static let pageSize = 25
    /// How many payments a page has at most.
    static let largestPage: Int64 = 100

    /// The parameters of a list that is read in pages.
    static let paging: [APIParameter] = [
        .query("limit", .integer(1...largestPage), "The size of a page; 25 if not given."),
        .query("cursor", .anyText, "The \"next\" of the page before."),
    ]
    /// The member of a page that begins the next one.
    static let next = APIMember.optional(
        "next",
        .anyText,
        "Where the next page begins, if there is one."
    )

    /// The operations of a service.
    public static func operations(_ service: PaymentService) -> [APIOperation] {
        [
            APIOperation(
                .post,
                path,
                """
                Verifies and opens a payment token, charges its card once and places the order; or \
                charges a stored credential. The answer has what the payment sheet is completed with.
                """,
                parameters: [IdempotencyKeyField.parameter],
                body: PaymentForm.schema,
                answer: PaymentJSON.answerSchema,
                status: .created,
                or: [.accepted],
                fields: IdempotencyKeyField.answerFields,
                problems: [
                    .paymentRequired, .conflict, .unprocessableContent, .internalServerError,
                    .badGateway, .serviceUnavailable,
                ],
                access: .selling
            ) { try await service.pay($0) },
            followUp(
                "/payments/{id}/capture",
                "Collects the authorized amount or a part of it. It can be made several times.",
                service,
                .capture
            ),
            followUp(
                "/payments/{id}/void",
                "Releases what was not captured of the hold of a payment.",
                service,
                .void
            ),
            followUp(
                "/payments/{id}/refund",
                "Pays the captured amount or a part of it back. It can be made several times.",
                service,
                .refund
            ), list(service),
            APIOperation(
                .get,
                "/payments/{id}",
                "A payment. What is due of it is settled first, as far as that is possible now.",
                answer: PaymentJSON.schema,
                problems: [.serviceUnavailable],
                access: .reading
            ) { try await service.payment($0) },
        ] + OrderRoutes.operations(service) + CredentialRoutes.operations(service)
    }

    private static func followUp(
        _ path: StaticString,
        _ summary: String,
        _ service: PaymentService,
        _ kind: OperationKind
    ) -> APIOperation {
        let amount: [APIMember] = [
            .optional("amount", .text(example: "5.00"), "The part; all that is left if not given."),
            .optional("currency", .text(example: "USD"), "Compared with the payment's."),
        ]
        let final = APIMember.optional(
            "final",
            .bool,
            "Whether what is left of the hold is released; false if not given."
        )
        return APIOperation(
            .post,
            path,
            summary,
            parameters: [IdempotencyKeyField.parameter],
            body: .object(kind == .void ? [] : kind == .capture ? amount + [final] : amount),
            answer: PaymentJSON.schema,
            or: [.accepted],
            fields: IdempotencyKeyField.answerFields,
            problems: [
                .paymentRequired, .conflict, .unprocessableContent, .internalServerError,
                .badGateway, .serviceUnavailable,
            ],
            access: .backOffice
        ) { try await service.perform(kind, $0) }
    }

    private static func list(_ service: PaymentService) -> APIOperation {
        APIOperation(
            .get,
            path,
            "Payments, the newest first, in pages.",
            parameters: [
                .query("reference", .text(example: "cart-1001"), "Only those of this reference."),
                .query(
                    "transactionId",
                    .anyText,
                    "Only that of the token with this identifier, in hexadecimal. Nothing else is looked at."
                ),
                .query(
                    "status",
                    .choice(PaymentRecord.Status.allCases.map(\.rawValue)),
                    "Only those of this status."
                ), .query("from", .time, "Only those made at this time or later."),
                .query("to", .time, "Only those made before this time."),
                .query(
                    "changedSince",
                    .integer(0...Int64.max),
                    "Only those of the events after this position, in their order. Nothing else is looked at."
                ),
            ] + paging,
            answer: .object([
                .required("payments", .list(PaymentJSON.schema)), next,
                .optional(
                    "changedSince",
                    .integer(0...Int64.max),
                    "That of the next request, where it was given."
                ),
            ]),
            problems: [.serviceUnavailable],
            access: .reading
        ) { try await service.payments($0) }
    }
}
