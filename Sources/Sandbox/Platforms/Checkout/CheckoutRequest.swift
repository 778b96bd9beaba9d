internal import Bytes
internal import HTTPMessages
internal import JSON
internal import Storage
internal import World

/// A request to Checkout.com's interface.
struct CheckoutRequest: Sendable {
    let name: RequestName
    /// The identifier in the path; empty where it has none.
    let identifier: String
    let query: [String: String]
    let body: JSONValue?
    let now: UnixTime

    func text(_ name: String) -> String? { body?.member(name)?.string }
}

/// An operation of Checkout.com's interface.
struct CheckoutRoute: Sendable {
    /// The action of an operation.
    enum Action: Sendable {
        /// It reads the records.
        case read(
            @Sendable (CheckoutRequest, borrowing Snapshot) throws(PlatformFailure) -> JSONOutput
        )
        /// It checks the request, and says what is done under the idempotency key.
        case write(
            @Sendable (CheckoutInterface, CheckoutRequest) async throws(PlatformFailure)
                -> PlatformEngine.Beginning
        )
    }

    let method: HTTPMethod
    /// The path; `*` stands for an identifier.
    let path: [String]
    let action: Action
    /// Whether the public key is asked for.
    var isPublic = false
    /// Whether an idempotency key counts.
    var takesKey = false

    private init(_ method: HTTPMethod, _ path: String, _ action: Action) {
        (self.method, self.action) = (method, action)
        self.path = path.split(separator: "/").map(String.init)
    }

    private static func get(
        _ path: String,
        _ read:
            @escaping @Sendable (CheckoutRequest, borrowing Snapshot) throws(PlatformFailure) ->
            JSONOutput
    ) -> CheckoutRoute { CheckoutRoute(.get, path, .read(read)) }

    private static func post(
        _ path: String,
        isPublic: Bool = false,
        takesKey: Bool = false,
        _ write:
            @escaping @Sendable (CheckoutInterface, CheckoutRequest) async throws(PlatformFailure)
            -> PlatformEngine.Beginning
    ) -> CheckoutRoute {
        var route = CheckoutRoute(.post, path, .write(write))
        (route.isPublic, route.takesKey) = (isPublic, takesKey)
        return route
    }

    static let all: [CheckoutRoute] = [
        post("tokens", isPublic: true) { checkout, request throws(PlatformFailure) in
            try await checkout.createToken(request)
        },
        post("payments", takesKey: true) { checkout, request throws(PlatformFailure) in
            try checkout.createPayment(request)
        },
        get("payments") { request, records throws(PlatformFailure) in
            try records.checkoutList(request)
        },
        get("payments/*") { request, records throws(PlatformFailure) in
            try records.checkoutDetails(try records.checkoutPayment(request.identifier))
        },
        get("payments/*/actions") { request, records throws(PlatformFailure) in
            try records.checkoutActions(try records.checkoutPayment(request.identifier))
        },
        post("payments/*/captures", takesKey: true) { checkout, request throws(PlatformFailure) in
            try checkout.capture(request)
        },
        post("payments/*/voids", takesKey: true) { checkout, request throws(PlatformFailure) in
            try checkout.void(request)
        },
        post("payments/*/refunds", takesKey: true) { checkout, request throws(PlatformFailure) in
            try checkout.refund(request)
        },
        post("workflows") { checkout, request throws(PlatformFailure) in
            try checkout.createWorkflow(request)
        },
        get("workflows") { _, records throws(PlatformFailure) in try records.checkoutWorkflows() },
        get("workflows/*") { request, records throws(PlatformFailure) in
            guard let found = try records.endpoint(request.identifier) else {
                throw .refused(CheckoutError.notFound)
            }
            return CheckoutInterface.json(of: found)
        },
        CheckoutRoute(
            .delete,
            "workflows/*",
            .write { _, request throws(PlatformFailure) in
                { _, transaction throws(PlatformFailure) in
                    guard try transaction.removeEndpoint(request.identifier) else {
                        throw .refused(CheckoutError.notFound)
                    }
                    return .answer(PlatformAnswer(.noContent, []))
                }
            }
        ),
    ]
}
