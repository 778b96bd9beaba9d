internal import HTTPClient
internal import HTTPMessages
internal import JSON
internal import PaymentRequest
internal import PaymentSheet
internal import WalletOrders
internal import World

/// Asks shops' web services about orders, as devices do: fetches packages, registers for changes, and looks at what
/// changed after a push.
///
/// - Source: Apple, *Wallet Orders*, "Retrieve the latest version of an order" and the pages of the other requests.
final class OrderFetching: Sendable {
    /// The longest time for an answer: our decision.
    private static let patience = Duration.seconds(10)

    private let orders: DeviceOrders
    private let client: HTTPClient
    private let log: @Sendable (String) -> Void
    private let named = LockedValue<[(details: OrderDetails, device: String)]>([])

    /// Why a look came to nothing.
    private struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Asks about the orders of devices.
    ///
    /// - Parameters:
    ///   - orders: The orders.
    ///   - journal: Tells of the orders that apps and pages name after a payment.
    ///   - client: Sends what is asked without TLS.
    ///   - log: Is told why a look came to nothing, in one line.
    init(
        _ orders: DeviceOrders,
        of journal: PaymentJournal,
        _ client: HTTPClient,
        log: @escaping @Sendable (String) -> Void
    ) {
        (self.orders, self.client, self.log) = (orders, client, log)
        _ = journal.watch { [weak self, weak journal] number, event in
            guard case .answered(_, .authorization(let result)) = event, result.isPaid,
                let details = result.orderDetails,
                let device = journal?.payment(number)?.device
            else { return }
            self?.named.withLock { $0.append((details, device)) }
            self?.orders.work.change { $0 += 1 }
        }
    }

    /// Asks about what is due, once a second and after each payment that names an order, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let seen = orders.work.read(\.self)
            await keepNamed()
            await lookAtAll()
            _ = await orders.work.wait(within: .seconds(1)) { $0 != seen }
        }
    }

    private func keepNamed() async {
        let added = named.withLock { added in
            defer { added = [] }
            return added
        }
        for (details, device) in added {
            do throws(DeviceFailure) { try await orders.add(details, to: device) } catch {
                log("order \(details.orderIdentifier) of \(device) was not kept: \(error)")
            }
        }
    }

    private func lookAtAll() async {
        await each((try? await orders.dueFollowers()) ?? []) { try await self.look(as: $0) }
        await each((try? await orders.due()) ?? []) { try await self.look(at: $0) }
    }

    /// Asks about several at once, so that a web service that does not answer delays the others once only.
    private func each<Item: Sendable>(
        _ items: [Item],
        _ look: @escaping @Sendable (Item) async throws -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            for item in items {
                // What could not be written stays due.
                group.addTask { [log] in do { try await look(item) } catch { log("\(error)") } }
            }
        }
    }

    /// Asks which orders have changed.
    private func look(as follower: OrderFollower) async throws {
        var path = Self.list(of: follower)
        if let tag = follower.tag { path += "?ordersModifiedSince=\(PathSegment.encoded(tag))" }
        do {
            let answer = try await send(.get, path, to: follower, accepting: [.ok, .noContent])
            if answer.status == .noContent {
                return try await orders.take([], tag: nil, of: follower)
            }
            guard let root = (try? JSONDocument(answer.body))?.root,
                let changed = root.member("orderIdentifiers")?.elements,
                let tag = root.member("lastModified")?.string
            else { throw Problem(description: "the list of changed orders has another form") }
            try await orders.take(changed.compactMap(\.string), tag: tag, of: follower)
        } catch {
            log("orders of \(follower.device): \(error)")
            try await orders.postpone(follower)
        }
    }

    /// Fetches an order and registers for its changes, or ends the registration of a removed one.
    private func look(at order: HeldOrder) async throws {
        do {
            if order.isRemoved {
                try await unregister(order)
                return try await orders.forget(order)
            }
            let newest = try await newest(of: order)
            let isRegistered = try await register(order, newest)
            try await orders.settle(order, isRegistered: isRegistered)
        } catch {
            log("order \(order.identifier) of \(order.follower.device): \(error)")
            try await orders.postpone(order, because: "\(error)")
        }
    }

    /// The order in the newest package, which is kept where the device did not have it.
    private func newest(of order: HeldOrder) async throws -> WalletOrder? {
        let type = PathSegment.encoded(order.follower.type)
        var fields: HTTPFields = [:]
        if let modified = order.modified {
            fields["If-Modified-Since"] = HTTPFieldValue(modified)
        }
        let answer = try await send(
            .get,
            "/v1/orders/\(type)/\(PathSegment.encoded(order.identifier))",
            to: order.follower,
            fields,
            token: order.token,
            accepting: [.ok, .notModified]
        )
        let held = order.accepted?.order
        guard answer.status == .ok else { return held }
        let found = try verified(answer.body)
        guard found.orderTypeIdentifier == order.follower.type,
            found.orderIdentifier == order.identifier
        else { throw Problem(description: "the package has another order") }
        if let held, held.updatedAt > found.updatedAt {
            throw Problem(description: "the package is older than the one before: see updatedAt")
        }
        let modified = answer.fields["Last-Modified"]?.text
        try await orders.keep(answer.body, modified: modified, of: order)
        return found
    }

    private func verified(_ package: [UInt8]) throws(Problem) -> WalletOrder {
        do throws(OrderFaults) { return try orders.verified(package) } catch {
            let first = error.list.first?.description ?? "none"
            throw Problem(
                description: """
                    the package has \(error.list.count) faults; the first: \(first). \
                    quince order check names all
                    """
            )
        }
    }

    /// Registers for changes, where the order wants it and the device is not registered.
    private func register(_ order: HeldOrder, _ newest: WalletOrder?) async throws -> Bool {
        if order.isRegistered { return true }
        guard newest?.webServiceURL != nil else { return false }
        _ = try await send(
            .post,
            Self.registration(of: order),
            to: order.follower,
            token: order.token,
            .object(["pushToken": .string(order.follower.pushToken)]),
            accepting: [.ok, .created]
        )
        return true
    }

    private func unregister(_ order: HeldOrder) async throws {
        guard order.isRegistered else { return }
        _ = try await send(
            .delete,
            Self.registration(of: order),
            to: order.follower,
            token: order.token,
            accepting: [.ok]
        )
    }

    private static func list(of follower: OrderFollower) -> String {
        "/v1/devices/\(follower.name)/registrations/\(PathSegment.encoded(follower.type))"
    }

    private static func registration(of order: HeldOrder) -> String {
        "\(list(of: order.follower))/\(PathSegment.encoded(order.identifier))"
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        to follower: OrderFollower,
        _ fields: HTTPFields = [:],
        token: String? = nil,
        _ body: JSONOutput? = nil,
        accepting statuses: Set<HTTPStatus>
    ) async throws -> HTTPResponse {
        let origin = OrderService.origin(of: follower.service)
        guard let service = try await orders.service(at: follower.service) else {
            throw Problem(
                description: """
                    no address is set for \(origin); PUT /order-services says where it is on this machine
                    """
            )
        }
        var request = HTTPClientRequest(
            method,
            service.url(of: follower.service) + path,
            fields: fields,
            body: body?.compactBytes ?? []
        )
        if let token { request.fields["Authorization"] = HTTPFieldValue("AppleOrder \(token)") }
        if body != nil { request.fields[.contentType] = .json }
        request.timeLimit = Self.patience
        request.responseLimit = OrderPackage.sizeLimit
        let answer: HTTPResponse
        do throws(HTTPClientFailure) {
            answer = try await service.client(or: client).send(request)
        } catch { throw Problem(description: "\(origin) has not answered: \(error)") }
        guard statuses.contains(answer.status) else {
            // A path has the name of the device, by which anyone could list its orders.
            let what = path.hasPrefix("/v1/orders") ? "the package" : "a registration"
            throw Problem(
                description: "\(origin) answers \(method) of \(what) with \(answer.status.code)"
            )
        }
        return answer
    }
}
