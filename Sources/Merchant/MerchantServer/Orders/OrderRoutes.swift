internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import SheetView
internal import WalletOrders

/// The operations of orders and of refunds.
enum OrderRoutes {
    private static let version = APIField(.entityTag, "The order's version.")

    /// The operations of a service.
    static func operations(_ service: PaymentService) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/orders",
                "Orders, the newest first, in pages.",
                parameters: [
                    .query(
                        "status",
                        .choice(OrderStatus.allCases.map(\.rawValue)),
                        "Only those of this status."
                    ),
                    .query("number", .integer(1...Int64.max), "Only that of this number."),
                ] + PaymentRoutes.paging,
                answer: .object([
                    .required("orders", .list(OrderJSON.schema)), PaymentRoutes.next,
                ]),
                problems: [.serviceUnavailable],
                access: .reading
            ) { try await service.orders($0) },
            APIOperation(
                .get,
                "/orders/{id}",
                "An order.",
                answer: OrderJSON.schema,
                fields: [version],
                problems: [.serviceUnavailable],
                access: .reading
            ) { try await service.order($0) },
            change(service),
            APIOperation(
                .get,
                "/orders/{id}/history",
                "What became of an order, the oldest first, in pages.",
                parameters: PaymentRoutes.paging,
                answer: .object([
                    .required("history", .list(OrderJSON.historySchema)), PaymentRoutes.next,
                ]),
                problems: [.serviceUnavailable],
                access: .reading
            ) { try await service.history($0) },
            APIOperation(
                .get,
                "/refunds",
                "The refunds of all payments, the newest first, in pages.",
                parameters: PaymentRoutes.paging,
                answer: .object([
                    .required("refunds", .list(PaymentJSON.refundSchema)), PaymentRoutes.next,
                ]),
                problems: [.serviceUnavailable],
                access: .reading
            ) { try await service.refunds($0) },
        ] + (service.settings.orderLinks == nil ? [] : [page(service)])
    }

    private static func page(_ service: PaymentService) -> APIOperation {
        APIOperation(
            .get,
            OrderLinks.path,
            "An order's page for its shopper, by the order's \"statusURL\".",
            parameters: [
                .query(
                    "lang",
                    .choice(Language.allCases.map(\.rawValue)),
                    "The language; that of Accept-Language if not given."
                )
            ],
            answer: nil,
            problems: [.serviceUnavailable],
            access: .everyone
        ) { try await service.page($0) }
    }

    private static func change(_ service: PaymentService) -> APIOperation {
        APIOperation(
            .patch,
            "/orders/{id}",
            "Changes the status, the fulfillments, the returns or the metadata of an order.",
            parameters: [
                .header(
                    "If-Match",
                    .text(example: "\"1\""),
                    isRequired: true,
                    "The version that is changed, in quotation marks, as ETag had it."
                )
            ],
            body: .described(
                """
                A JSON merge patch (RFC 7396): members that are given are set, those that are null are \
                removed. The order must then be of its form.
                """,
                [
                    .optional("status", .choice(OrderStatus.allCases.map(\.rawValue))),
                    .optional("statusDescription", .any("A text, or null.")),
                    .optional("fulfillments", .any("Fulfillments by their identifiers, or null.")),
                    .optional("returns", .any("Returns by their identifiers, or null.")),
                    .optional("returnInfo", .any("How something is returned, or null.")),
                    .optional("metadata", .any("Texts by their names, or null.")),
                ]
            ),
            answer: OrderJSON.schema,
            fields: [version],
            problems: [.conflict, .preconditionFailed, .unprocessableContent, .serviceUnavailable],
            access: .selling
        ) { try await service.changeOrder($0) }
    }
}

extension PaymentService {
    private static var missingOrder: HTTPProblem {
        MerchantProblemCode.notFound.problem("there is no such order")
    }

    /// Answers `GET /orders`.
    func orders(_ request: APIRequest) async throws -> HTTPServerResponse {
        let size = request.pageSize
        let status: OrderStatus? = try request.query(choice: "status")
        let below = try request.cursorNumber
        var found: [Order]
        if let number = request.query("number").flatMap({ Int64($0) }) {
            found = try await records.order(number: number).map { [$0] } ?? []
            found.removeAll { status != nil && $0.status != status }
        } else {
            // One more than asked for says whether there is a next page.
            found = try await records.orders(below: below, status: status, limit: size + 1)
        }
        let last = found.count > size ? found[size - 1] : nil
        var orders: [JSONOutput] = []
        for order in found.prefix(size) { orders.append(try json(order)) }
        return .json(
            .object(["orders": .array(orders), "next": last.map { .string("\($0.number)") }])
        )
    }

    /// Answers `GET /orders/{id}`.
    func order(_ request: APIRequest) async throws -> HTTPServerResponse {
        try answer(try await recordedOrder(request))
    }

    /// Answers `GET /track/{link}`.
    func page(_ request: APIRequest) async throws -> HTTPServerResponse {
        let link = try request.parameter("link")
        guard let id = settings.orderLinks?.order(of: link) else { throw Self.missingOrder }
        let order = try await recorded(id)
        let wanted: Language? = try request.query(choice: "lang")
        let spoken = request.http.head.fields["Accept-Language"]?.text ?? ""
        let language =
            wanted
            ?? Language(
                preferred: spoken.split(separator: ",").map {
                    String($0.drop { $0 == " " }.prefix { $0 != ";" })
                }
            )
        let members = try order.walletMembers.compactMap { name, value in
            value.map { JSONMember(name: name, value: $0) }
        }
        let document = try OrderChangeMembers.document(JSONOutput.object(members).compact)
        let view = OrderView(document.root, in: language)
        return OrderPage(view: view, shop: order.label).response
    }

    /// Answers `PATCH /orders/{id}`.
    func changeOrder(_ request: APIRequest) async throws -> HTTPServerResponse {
        let order = try await recordedOrder(request)
        guard let patch = request.body.value, let caller = request.caller else {
            throw HTTPProblem(.badRequest)
        }
        let known = request.header("If-Match")
        guard known == "\"\(order.version)\"" else {
            throw MerchantProblemCode.orderChanged.problem(
                "the order's version is now \"\(order.version)\""
            )
        }
        var status = order.status
        if let word = patch.member("status") {
            guard let wanted = word.string.flatMap(OrderStatus.init) else {
                throw HTTPProblem(
                    .badRequest,
                    HTTPProblemCode.memberWrong,
                    "\"status\" is not one of: "
                        + OrderStatus.allCases.map(\.rawValue).joined(separator: ", ")
                )
            }
            status = wanted
        }
        let details = try OrderChangeMembers.changed(order, by: patch)
        guard status != order.status || details != order.details else {
            return try answer(order)
        }
        let changed: Order
        do throws(RecordFailure) {
            changed = try await records.change(
                order.id,
                from: order.version,
                status: status,
                details: details,
                by: AuditLog.Caller(caller)
            )
        } catch {
            switch error {
            case .versionOutdated: throw MerchantProblemCode.orderChanged.problem("\(error)")
            case .statusRefused: throw MerchantProblemCode.orderClosed.problem("\(error)")
            default: throw MerchantProblemCode.problem(error)
            }
        }
        return try answer(changed)
    }

    /// Answers `GET /orders/{id}/history`.
    func history(_ request: APIRequest) async throws -> HTTPServerResponse {
        let (order, size) = (try await recordedOrder(request), request.pageSize)
        let place = try request.cursorNumber
        let found = try await records.history(of: order.id, after: place, limit: size + 1)
        let last = found.count > size ? found[size - 1] : nil
        var history: [JSONOutput] = []
        for event in found.prefix(size) { history.append(try OrderJSON.json(event)) }
        return .json(
            .object(["history": .array(history), "next": last.map { .string("\($0.sequence)") }])
        )
    }

    /// Answers `GET /refunds`.
    func refunds(_ request: APIRequest) async throws -> HTTPServerResponse {
        let (size, place) = (request.pageSize, try request.place { OperationID($0) })
        let found = try await records.refunds(after: place, limit: size + 1)
        let last = found.count > size ? found[size - 1] : nil
        return .json(
            .object([
                "refunds": .array(found.prefix(size).map(PaymentJSON.refund)),
                "next": last.map { .string(APIRequest.cursor($0.preparedAt, $0.id.text)) },
            ])
        )
    }

    private func recordedOrder(_ request: APIRequest) async throws -> Order {
        guard let id = OrderID(try request.parameter("id")) else { throw Self.missingOrder }
        return try await recorded(id)
    }

    private func recorded(_ id: OrderID) async throws -> Order {
        guard let order = try await records.order(id) else { throw Self.missingOrder }
        return order
    }

    private func answer(_ order: Order) throws(HTTPProblem) -> HTTPServerResponse {
        var fields = HTTPFields()
        fields[.entityTag] = HTTPFieldValue("\"\(order.version)\"")
        return .json(try json(order), fields: fields)
    }

    /// The address of an order's page, where there are pages.
    func pageAddress(of order: OrderID) throws(HTTPProblem) -> String {
        guard let address = settings.orderLinks?.address(of: order) else {
            throw HTTPProblem(.notFound)
        }
        return address
    }

    private func json(_ order: Order) throws(HTTPProblem) -> JSONOutput {
        try OrderJSON.json(order, page: settings.orderLinks?.address(of: order.id))
    }
}

extension APIRequest {
    /// The number after which the page begins that is asked for; nil for the first one.
    fileprivate var cursorNumber: Int64? {
        get throws(HTTPProblem) {
            guard let text = query("cursor") else { return nil }
            guard let number = Int64(text) else { throw Self.cursorProblem }
            return number
        }
    }
}
