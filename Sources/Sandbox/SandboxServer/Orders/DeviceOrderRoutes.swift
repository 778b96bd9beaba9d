internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import PaymentRequest
internal import SheetView
internal import WalletOrders

/// The orders in the Wallets of devices: `/devices/{device}/orders`, and where their web services are.
enum DeviceOrderRoutes {
    static func operations(_ orders: DeviceOrders) -> [APIOperation] {
        [list(orders), addition(orders), look(orders), removal(orders), service(orders)]
    }

    private static func list(_ orders: DeviceOrders) -> APIOperation {
        APIOperation(
            .get,
            "/devices/{device}/orders",
            "The orders in a device's Wallet, the last one first.",
            parameters: [
                .query(
                    "language",
                    .choice(Language.allCases.map(\.rawValue)),
                    "The language of the views; English, unless given."
                )
            ],
            answer: .object([.required("orders", .list(order))])
        ) { request in
            let language = try request.query(choice: "language") ?? Language.english
            var list: [JSONOutput] = []
            for held in try await orders.orders(of: try request.parameter("device")) {
                list.append(try await json(of: held, orders, in: language))
            }
            return .json(.object(["orders": .array(list)]))
        }
    }

    private static func addition(_ orders: DeviceOrders) -> APIOperation {
        APIOperation(
            .post,
            "/devices/{device}/orders",
            "Adds an order, as a payment does whose success names one; the device then fetches it.",
            body: .object([
                .required("orderTypeIdentifier", .text(example: "order.com.example.shop")),
                .required("orderIdentifier", .text(example: "1001")),
                .required("webServiceURL", .text(example: "https://pay.shop.example/wallet")),
                .required("authenticationToken", .text(example: "0123456789abcdef")),
            ]),
            answer: nil,
            status: .accepted,
            problems: [.unprocessableContent]
        ) { request in
            let (device, body) = (try request.parameter("device"), request.body)
            _ = try await orders.devices.device(device)
            let details = OrderDetails(
                orderTypeIdentifier: try body.required("orderTypeIdentifier"),
                orderIdentifier: try body.required("orderIdentifier"),
                webServiceURL: try body.required("webServiceURL"),
                authenticationToken: try body.required("authenticationToken")
            )
            try await orders.add(details, to: device)
            return .status(.accepted)
        }
    }

    private static func look(_ orders: DeviceOrders) -> APIOperation {
        APIOperation(
            .post,
            "/devices/{device}/orders/{number}/look",
            "Lets the device ask the web service about an order again.",
            answer: nil,
            status: .accepted
        ) { request in
            let (device, number) = try named(request)
            try await orders.ask(about: number, of: device)
            return .status(.accepted)
        }
    }

    private static func removal(_ orders: DeviceOrders) -> APIOperation {
        APIOperation(
            .delete,
            "/devices/{device}/orders/{number}",
            "Removes an order from a device's Wallet, which then tells the web service.",
            answer: nil,
            status: .noContent
        ) { request in
            let (device, number) = try named(request)
            try await orders.ask(about: number, of: device, removing: true)
            return .status(.noContent)
        }
    }

    private static func service(_ orders: DeviceOrders) -> APIOperation {
        APIOperation(
            .put,
            "/order-services",
            "Says where a shop's web service for orders is on this machine.",
            body: .object([
                .required(
                    "origin",
                    .text(example: "https://pay.shop.example"),
                    "What its addresses in orders begin with."
                ),
                .required("address", .text(example: "127.0.0.1:8080")),
                .optional(
                    "certificateAuthority",
                    .text(example: "-----BEGIN CERTIFICATE-----"),
                    "The authority above its TLS certificate, in PEM; it is asked without TLS unless given."
                ),
            ]),
            answer: .object([
                .required("origin", .text(example: "https://pay.shop.example")),
                .required("address", .text(example: "127.0.0.1:8080")),
            ]),
            problems: [.unprocessableContent]
        ) { request in
            guard
                case .fetched(let address, let authority) = try GatewayRoutes.place(
                    of: request.body
                )
            else { throw HTTPProblem(.badRequest) }
            let origin = try request.body.required("origin")
            let service = OrderService(origin: origin, address: address, authority: authority)
            try await orders.set(service)
            return .json(
                .object(["origin": .string(origin), "address": .string("\(address)")])
            )
        }
    }

    private static func named(_ request: APIRequest) throws -> (device: String, order: Int64) {
        guard let number = Int64(try request.parameter("number")) else {
            throw DeviceFailure.unknownOrder
        }
        return (try request.parameter("device"), number)
    }

    private static let order = APISchema.object([
        .required("number", .text(example: "3")),
        .required("orderTypeIdentifier", .text(example: "order.com.example.shop")),
        .required("orderIdentifier", .text(example: "1001")),
        .required("webServiceURL", .text(example: "https://pay.shop.example/wallet")),
        .required("isRegistered", .bool, "Whether the web service tells the device of changes."),
        .optional("problem", .anyText, "Why the last look at the web service came to nothing."),
        .optional(
            "order",
            .described("The order.json of the last package, without the authenticationToken.")
        ),
        .optional("view", .described("The order as a person sees it.")),
    ])

    private static func json(
        of held: HeldOrder,
        _ orders: DeviceOrders,
        in language: Language
    ) async throws -> JSONOutput {
        let accepted = held.accepted
        let order = accepted?.json
        var view = accepted.map {
            OrderView($0.json, in: language, texts: $0.texts(in: language))
        }
        // The shop's page is on this machine as well.
        if let page = view?.management?.link, let service = try await orders.service(at: page) {
            view?.management?.link = service.url(of: page)
        }
        return .object([
            "number": .string("\(held.number)"),
            "orderTypeIdentifier": .string(held.follower.type),
            "orderIdentifier": .string(held.identifier),
            "webServiceURL": .string(held.follower.service),
            "isRegistered": .bool(held.isRegistered),
            "problem": held.problem.map { .string($0) },
            "order": order.map { order in
                .object(
                    order.members.filter { $0.name != "authenticationToken" }
                        .map { JSONMember(name: $0.name, value: $0.value.output) }
                )
            },
            "view": view.map(json),
        ])
    }

    private static func json(of view: OrderView) -> JSONOutput {
        .object([
            "title": .string(view.title), "merchant": view.merchant.map { .string($0) },
            "status": .string(view.status), "description": view.description.map { .string($0) },
            "placed": view.placed.map(json), "total": view.total.map(json),
            "lines": .array(
                view.lines.map { line in
                    .object([
                        "title": .string(line.title), "detail": line.detail.map { .string($0) },
                        "amount": line.amount.map { .string($0) },
                    ])
                }
            ),
            "parts": .array(view.parts.map(json)), "management": view.management.map(json),
        ])
    }

    private static func json(of part: OrderView.Part) -> JSONOutput {
        .object([
            "heading": .string(part.heading), "status": part.status.map { .string($0) },
            "description": part.description.map { .string($0) },
            "items": .array(part.items.map { .string($0) }),
            "entries": .array(part.entries.map(json)), "notes": part.notes.map { .string($0) },
            "links": .array(part.links.map(json)),
        ])
    }

    private static func json(of entry: OrderView.Entry) -> JSONOutput {
        .object([
            "label": .string(entry.label), "text": .string(entry.text),
            "link": entry.link.map { .string($0) }, "time": entry.time.map { .string($0) },
        ])
    }
}
