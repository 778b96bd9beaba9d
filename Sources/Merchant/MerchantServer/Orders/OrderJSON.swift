internal import HTTPServer
internal import JSON
internal import Money
internal import Payments

/// Orders as callers get them.
enum OrderJSON {
    static let schema = APISchema.object(
        [
            .required("id", .text(example: "order-0123456789abcdef0123456789abcdef")),
            .required(
                "number",
                .integer(1...Int64.max),
                "For people; later orders have higher ones."
            ),
            .required("status", .choice(OrderStatus.allCases.map(\.rawValue))),
            .required("paymentStatus", .choice(PaymentStatus.allCases.map(\.rawValue))),
            .required("payment", .text(example: "payment-0123456789abcdef0123456789abcdef")),
            .required("total", .text(example: "10.75")),
            .required("currency", .text(example: "USD")),
            .required("label", .text(example: "My Company Name"), "The payee."),
            .required(
                "lines",
                .list(
                    .object([
                        .required("title", .anyText),
                        .required("quantity", .integer(1...Int64.max)),
                        .required("amount", .text(example: "12.75")),
                    ])
                )
            ),
            .optional(
                "shippingMethod",
                .object([.required("identifier", .anyText), .required("label", .anyText)])
            ),
            .required(
                "contact",
                .object(
                    contactNames.map { .optional($0, .anyText) }
                ),
                "The shopper, as far as it was given."
            ), .required("createdAt", .time), .required("changedAt", .time),
            .required("version", .integer(1...Int64.max), "It grows by one with each change."),
            .optional(
                "statusURL",
                .anyText,
                "The order's page for its shopper, where there are pages."
            ),
        ] + OrderChangeMembers.members
    )

    static let historySchema = APISchema.object([
        .required("version", .integer(1...Int64.max), "The version of the order that has it."),
        .required("at", .time),
        .required("change", .choice(["placed", "status", "paymentStatus", "details"])),
        .optional("status", .choice(OrderStatus.allCases.map(\.rawValue))),
        .optional("paymentStatus", .choice(PaymentStatus.allCases.map(\.rawValue))),
        .optional("details", .object(OrderChangeMembers.members), "All of them, after the change."),
    ])

    private static let contactNames = [
        "name", "street", "city", "state", "postalCode", "country", "emailAddress", "phoneNumber",
    ]

    /// A line of an order's history.
    static func json(_ event: OrderEvent) throws(HTTPProblem) -> JSONOutput {
        var members = [
            JSONMember(name: "version", value: .integer(event.version)),
            JSONMember(name: "at", value: .string("\(event.time)")),
        ]
        func add(_ change: String, _ value: JSONOutput?) {
            members.append(JSONMember(name: "change", value: .string(change)))
            if let value { members.append(JSONMember(name: change, value: value)) }
        }
        switch event.change {
        case .placed: add("placed", nil)
        case .status(let status): add("status", .string(status.rawValue))
        case .payment(let status): add("paymentStatus", .string(status.rawValue))
        case .details(let details):
            add("details", try OrderChangeMembers.document(details).root.output)
        }
        return .object(members)
    }

    /// An order.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - page: The address of its page; nil where it has none.
    /// - Returns: The order.
    /// - Throws: A problem of status 500 where its details are not JSON.
    static func json(_ order: Order, page: String?) throws(HTTPProblem) -> JSONOutput {
        .object(members(order, page) + details(try OrderChangeMembers.document(order.details).root))
    }

    private static func details(_ details: JSONValue) -> [JSONMember] {
        details.members.map { JSONMember(name: $0.name, value: $0.value.output) }
    }

    private static func members(_ order: Order, _ page: String?) -> [JSONMember] {
        func text(_ minorUnits: Int64) -> JSONOutput { .string(order.decimalText(minorUnits)) }
        let contact = order.contact
        let parts = [
            contact.name, contact.street, contact.city, contact.state, contact.postalCode,
            contact.country, contact.emailAddress, contact.phoneNumber,
        ]
        let members: KeyValuePairs<String, JSONOutput?> = [
            "id": .string(order.id.text), "number": .integer(order.number),
            "status": .string(order.status.rawValue),
            "paymentStatus": .string(order.paymentStatus.rawValue),
            "payment": .string(PaymentID(order.attempt).text),
            "total": text(order.totalMinorUnits), "currency": .string(order.currencyCode),
            "label": .string(order.label),
            "lines": .array(
                order.lineItems.map { line in
                    .object([
                        "title": .string(line.title), "quantity": .integer(line.quantity),
                        "amount": text(line.amountMinorUnits),
                    ])
                }
            ),
            "shippingMethod": order.shippingMethod.map { method in
                .object([
                    "identifier": .string(method.identifier), "label": .string(method.label),
                ])
            },
            "contact": .object(
                zip(contactNames, parts).compactMap { name, part in
                    part.map { JSONMember(name: name, value: .string($0)) }
                }
            ),
            "createdAt": .string("\(order.createdAt)"), "changedAt": .string("\(order.updatedAt)"),
            "version": .integer(order.version), "statusURL": page.map { .string($0) },
        ]
        return members.compactMap { name, value in
            value.map { JSONMember(name: name, value: $0) }
        }
    }
}

extension Order {
    /// An amount of the order, as decimal text.
    func decimalText(_ minorUnits: Int64) -> String {
        Currency(code: currencyCode).map { Money(minorUnits: minorUnits, currency: $0).decimalText }
            ?? "\(minorUnits)"
    }

    /// The line of a number, which counts from 1; nil where there is none.
    func line(_ number: Int64?) -> OrderLineItem? {
        guard let number, number > 0, number <= lineItems.count else { return nil }
        return lineItems[Int(number) - 1]
    }
}
