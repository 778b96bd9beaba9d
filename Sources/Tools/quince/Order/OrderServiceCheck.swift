import Bytes
import HTTPClient
import HTTPMessages
import JSON
import WalletOrders
import World

/// The check of a web service for orders: the requests of a device that registers for an order, asks for changes and
/// leaves, and a few that must be refused. It leaves no registration behind.
struct OrderServiceCheck {
    private let client: HTTPClient
    private let base: String
    private let token: String
    private let path: String
    private let given: WalletOrder
    private let verify: (_ package: [UInt8]) throws(OrderFaults) -> WalletOrder
    private let device = "quince-check-" + Hexadecimal.encode(World.system.randomness.bytes(16))
    private(set) var faults: [OrderVerb.Fault] = []

    /// The authentication token of a request.
    private enum Shown { case token, anotherToken, nothing }

    /// A check.
    ///
    /// - Parameters:
    ///   - order: The order, which names its web service; nil is returned where it names none.
    ///   - address: The web service, in place of the one that the order names; nil for that.
    ///   - client: The client.
    ///   - verify: Reads and judges a package.
    init?(
        of order: WalletOrder,
        at address: String?,
        _ client: HTTPClient,
        verify: @escaping (_ package: [UInt8]) throws(OrderFaults) -> WalletOrder
    ) {
        guard let base = address ?? order.webServiceURL,
            let token = order.authenticationToken
        else { return nil }
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        let type = PathSegment.encoded(order.orderTypeIdentifier)
        path = "\(type)/\(PathSegment.encoded(order.orderIdentifier))"
        (self.token, given, self.client, self.verify) = (token, order, client, verify)
    }

    private var list: String {
        "/v1/devices/\(device)/registrations/\(path.prefix { $0 != "/" })"
    }

    private var registration: String { "/v1/devices/\(device)/registrations/\(path)" }

    /// Makes the requests. Where one has no answer, no further ones are made but that which ends the registration.
    mutating func run() async {
        do throws(HTTPClientFailure) {
            try await checkPackage()
            do throws(HTTPClientFailure) {
                try await checkRegistration()
                try await checkList()
                try await checkEnd()
            } catch {
                _ = try? await send(.delete, registration)
                throw error
            }
            let log = JSONOutput.object(["logs": .array(["a message of quince order check"])])
            let logged = try await send(.post, "/v1/log", log, showing: .nothing)
            expect(.ok, logged, .logStatus)
        } catch { add(.unreachable, "\(error)") }
    }

    private mutating func checkPackage() async throws(HTTPClientFailure) {
        let latest = "/v1/orders/\(path)"
        let answer = try await send(.get, latest)
        if expect(.ok, answer, .packageStatus) {
            do throws(OrderFaults) {
                let found = try verify(answer.body)
                if found.updatedAt < given.updatedAt { add(.packageOlder) }
            } catch { faults += error.list.map(OrderVerb.Fault.init) }
            if let modified = answer.fields["Last-Modified"],
                HTTPDate.time(of: modified.text) != nil
            {
                let again = try await send(.get, latest, nil, ["If-Modified-Since": modified])
                expect(.notModified, again, .notModified)
            } else {
                add(.lastModifiedMissing)
            }
        }
        let open = try await send(.get, latest, showing: .nothing)
        expect(.unauthorized, open, .packageWithoutToken)
        let other = try await send(.get, latest, showing: .anotherToken)
        expect(.unauthorized, other, .packageWithAnotherToken)
    }

    private mutating func checkRegistration() async throws(HTTPClientFailure) {
        let push = JSONOutput.object(["pushToken": "00"])
        let open = try await send(.post, registration, push, showing: .nothing)
        expect(.unauthorized, open, .registerWithoutToken)
        let first = try await send(.post, registration, push)
        expect(.created, first, .registerStatus)
        let second = try await send(.post, registration, push)
        expect(.ok, second, .registerAgainStatus)
    }

    private mutating func checkList() async throws(HTTPClientFailure) {
        let stranger = list.replacing(device, with: "\(device)-0")
        expect(.noContent, try await send(.get, stranger, showing: .nothing), .listOfStranger)
        let answer = try await send(.get, list, showing: .nothing)
        guard expect(.ok, answer, .listStatus) else { return }
        let root = (try? JSONDocument(answer.body))?.root
        guard let orders = root?.member("orderIdentifiers")?.elements,
            orders.allSatisfy({ $0.string != nil }), let tag = root?.member("lastModified")?.string
        else { return add(.listForm) }
        if !orders.contains(where: { $0.string == given.orderIdentifier }) {
            add(.listWithoutOrder)
        }
        let since = "\(list)?ordersModifiedSince=\(PathSegment.encoded(tag))"
        expect(.noContent, try await send(.get, since, showing: .nothing), .listRepeated)
    }

    private mutating func checkEnd() async throws(HTTPClientFailure) {
        let open = try await send(.delete, registration, showing: .nothing)
        expect(.unauthorized, open, .unregisterWithoutToken)
        let ended = try await send(.delete, registration)
        expect(.ok, ended, .unregisterStatus)
        let after = try await send(.get, list, showing: .nothing)
        expect(.noContent, after, .listAfterUnregistering)
    }

    @discardableResult
    private mutating func expect(
        _ status: HTTPStatus,
        _ answer: HTTPResponse,
        _ rule: OrderServiceRule
    ) -> Bool {
        let isRight = answer.status == status
        if !isRight { add(rule, "the status is \(answer.status.code)") }
        return isRight
    }

    private mutating func add(_ rule: OrderServiceRule, _ detail: String? = nil) {
        faults.append(OrderVerb.Fault(rule, detail))
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONOutput? = nil,
        _ fields: HTTPFields = [:],
        showing shown: Shown = .token
    ) async throws(HTTPClientFailure) -> HTTPResponse {
        var fields = fields
        switch shown {
        case .token: fields["Authorization"] = HTTPFieldValue("AppleOrder \(token)")
        case .anotherToken: fields["Authorization"] = "AppleOrder quince-check-0000"
        case .nothing: break
        }
        if body != nil { fields[.contentType] = .json }
        var request = HTTPClientRequest(
            method,
            base + path,
            fields: fields,
            body: body?.compactBytes ?? []
        )
        request.responseLimit = OrderPackage.sizeLimit
        return try await client.send(request)
    }
}
