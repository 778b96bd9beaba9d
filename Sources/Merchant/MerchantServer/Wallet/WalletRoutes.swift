internal import Bytes
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import Storage
internal import WalletOrders
internal import World

/// The web service by which Apple's Wallet follows orders.
///
/// - Source: Apple, *Wallet Orders*: "Register a device for update notifications", "Unregister a device from update
///   notifications", "Retrieve the registrations for a device", "Retrieve the latest version of an order" and "Log
///   a message".
struct WalletRoutes: Sendable {
    /// The longest name of a device and the longest push token. Units: characters.
    private static let textAtMost = 255
    /// The most messages of a device that are taken at once.
    private static let messagesAtMost = 20

    private let packages: OrderPackages
    private let service: PaymentService
    private let records: WalletRecords

    /// The operations of a service; none where it makes no packages.
    static func operations(_ service: PaymentService, _ database: Database) -> [APIOperation] {
        guard let packages = service.settings.orderPackages else { return [] }
        let records = WalletRecords(database: database)
        return WalletRoutes(packages: packages, service: service, records: records).operations
    }

    private static let problems: [HTTPStatus] = [.unauthorized, .serviceUnavailable]

    private var operations: [APIOperation] {
        let registration: StaticString =
            "/wallet/v1/devices/{device}/registrations/{type}/{order}"
        return [
            APIOperation(
                .post,
                registration,
                "Registers a device of Apple's Wallet for an order.",
                body: .object([
                    .required("pushToken", .boundedText(1...Self.textAtMost), "For APNs.")
                ]),
                answer: nil,
                status: .created,
                or: [.ok],
                problems: Self.problems,
                access: .everyone
            ) { try await register($0) },
            APIOperation(
                .delete,
                registration,
                "Ends the registration.",
                answer: nil,
                problems: Self.problems,
                access: .everyone
            ) { try await unregister($0) },
            APIOperation(
                .get,
                "/wallet/v1/orders/{type}/{order}",
                "The signed package of an order.",
                answer: nil,
                or: [.notModified],
                fields: [APIField("Last-Modified", "When the order changed.")],
                problems: Self.problems,
                access: .everyone
            ) { try await package($0) },
            list,
            APIOperation(
                .post,
                "/wallet/v1/log",
                "Takes messages of a device for the log.",
                body: .object([.required("logs", .list(.anyText))]),
                answer: nil,
                problems: Self.problems,
                access: .everyone
            ) { log($0) },
        ]
    }

    private var list: APIOperation {
        APIOperation(
            .get,
            "/wallet/v1/devices/{device}/registrations/{type}",
            "The orders of a device that changed.",
            parameters: [
                .query(
                    "ordersModifiedSince",
                    .integer(0...Int64.max),
                    "The lastModified of the answer before; all orders if not given."
                )
            ],
            answer: .object([
                .required("orderIdentifiers", .list(.anyText)),
                .required("lastModified", .anyText),
            ]),
            or: [.noContent],
            problems: Self.problems,
            access: .everyone
        ) { try await changes($0) }
    }

    private func register(_ request: APIRequest) async throws -> HTTPServerResponse {
        let (device, order) = (try device(request), try await order(request))
        let token = try request.body.required("pushToken")
        guard StoredValue.takes(token) else { throw Self.unauthorized }
        do throws(StorageFailure) {
            let isNew = try await records.register(
                device,
                for: order.id,
                pushToken: token,
                at: service.world.clock.now
            )
            return .complete(HTTPResponse(isNew ? .created : .ok))
        } catch { throw MerchantProblemCode.problem(error) }
    }

    private func unregister(_ request: APIRequest) async throws -> HTTPServerResponse {
        let (device, order) = (try device(request), try await order(request))
        do throws(StorageFailure) {
            try await records.unregister(device, from: order.id)
        } catch { throw MerchantProblemCode.problem(error) }
        return .complete(HTTPResponse(.ok))
    }

    private func package(_ request: APIRequest) async throws -> HTTPServerResponse {
        let order = try await order(request)
        var fields: HTTPFields = [.cacheControl: "no-cache, private"]
        fields["Last-Modified"] = HTTPDate.text(of: order.updatedAt)
        if let known = request.http.head.fields["If-Modified-Since"]?.text,
            let time = HTTPDate.time(of: known), time.seconds >= order.updatedAt.seconds
        {
            return .complete(HTTPResponse(.notModified, fields: fields))
        }
        let page = try service.pageAddress(of: order.id)
        let package: [UInt8]
        do {
            package = try packages.package(order, page: page, at: service.world.clock.now)
        } catch {
            let now = service.world.clock.now
            let line = LogLine("wallet.packageFailed", at: now, ["cause": .reason("\(error)")])
            service.log(line.text)
            throw MerchantProblemCode.serverFault.problem("the order's package was not made")
        }
        fields[.contentType] = HTTPFieldValue(OrderPackages.mediaType)
        fields["Content-Disposition"] = HTTPFieldValue(
            "attachment; filename=\"\(order.number).order\""
        )
        return .complete(HTTPResponse(.ok, fields: fields, body: package))
    }

    private func changes(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let device = try device(request)
        let known = request.query("ordersModifiedSince").flatMap { Int64($0) } ?? -1
        let found: (orders: [String], last: Int64)
        do throws(StorageFailure) {
            found = try await records.orders(of: device, changedAfter: known)
        } catch { throw MerchantProblemCode.problem(error) }
        guard try request.parameter("type") == packages.orderType, !found.orders.isEmpty else {
            return .complete(HTTPResponse(.noContent))
        }
        return .json(
            .object([
                "orderIdentifiers": .array(found.orders.map { .string($0) }),
                "lastModified": .string("\(found.last)"),
            ])
        )
    }

    private func log(_ request: APIRequest) -> HTTPServerResponse {
        for text in (request.body.texts("logs") ?? []).prefix(Self.messagesAtMost) {
            let line = LogLine(
                "wallet.deviceMessage",
                at: service.world.clock.now,
                ["text": .message(ofDevice: text)]
            )
            service.log(line.text)
        }
        return .complete(HTTPResponse(.ok))
    }

    private func device(_ request: APIRequest) throws(HTTPProblem) -> String {
        let device = try request.parameter("device")
        guard (1...Self.textAtMost).contains(device.unicodeScalars.count), StoredValue.takes(device)
        else {
            throw Self.unauthorized
        }
        return device
    }

    /// The order of a request that shows its token. An order that there is not is refused in the same way.
    private func order(_ request: APIRequest) async throws -> Order {
        guard let shown = request.http.head.fields["Authorization"]?.text,
            try request.parameter("type") == packages.orderType,
            let id = OrderID(try request.parameter("order")),
            constantTimeEqual(
                Array(shown.utf8),
                Array("AppleOrder \(packages.token(of: id.text))".utf8)
            ), let order = try await service.records.order(id)
        else { throw Self.unauthorized }
        return order
    }

    private static var unauthorized: HTTPProblem {
        HTTPProblem(
            .unauthorized,
            HTTPProblemCode.unauthorized,
            "the authentication token is not that of the order",
            fields: [.wwwAuthenticate: "AppleOrder"]
        )
    }
}
