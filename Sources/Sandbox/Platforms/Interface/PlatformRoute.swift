internal import HTTPMessages
internal import JSON
internal import Storage

/// An operation of a platform's interface: its path and its action.
struct PlatformRoute<Interface: PlatformInterface>: Sendable {
    /// Reads the records.
    typealias Reading<Output> =
        @Sendable (Interface, Interface.Request, borrowing Snapshot<PlatformFailure>)
        throws(PlatformFailure) ->
        Output
    /// Checks the request, and says what is done under the idempotency key.
    typealias Writing =
        @Sendable (Interface, Interface.Request) async throws(PlatformFailure) ->
        PlatformEngine.Beginning

    /// The action of an operation.
    enum Action: Sendable {
        case read(Reading<PlatformAnswer>)
        case write(Writing)
    }

    let method: HTTPMethod
    /// The path after the version; `*` stands for an identifier.
    let path: [String]
    /// The parameters in the platform's notation; empty where the interface does not compare them.
    let form: String
    let action: Action
    /// Whether the public key is asked for.
    var isPublic = false
    /// Whether an idempotency key counts.
    var takesKey = true

    private init(_ method: HTTPMethod, _ path: String, _ form: String, _ action: Action) {
        (self.method, self.form, self.action) = (method, form, action)
        self.path = path.split(separator: "/").map(String.init)
    }

    static func get(
        _ path: String,
        _ form: String = "",
        _ read: @escaping Reading<JSONOutput>
    ) -> Self {
        answer(.get, path, form) { interface, request, records throws(PlatformFailure) in
            PlatformAnswer(try read(interface, request, records))
        }
    }

    /// An operation that only reads.
    static func answer(
        _ method: HTTPMethod,
        _ path: String,
        _ form: String = "",
        _ read: @escaping Reading<PlatformAnswer>
    ) -> Self {
        var route = Self(method, path, form, .read(read))
        route.takesKey = false
        return route
    }

    static func post(_ path: String, _ form: String = "", _ write: @escaping Writing) -> Self {
        Self(.post, path, form, .write(write))
    }

    static func put(_ path: String, _ write: @escaping Writing) -> Self {
        Self(.put, path, "", .write(write))
    }

    static func delete(_ path: String, _ write: @escaping Writing) -> Self {
        var route = Self(.delete, path, "", .write(write))
        route.takesKey = false
        return route
    }

    /// The operation with the public key.
    var ofPublicKey: Self { with { $0.isPublic = true } }

    /// The operation without idempotency keys.
    var withoutKey: Self { with { $0.takesKey = false } }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var route = self
        change(&route)
        return route
    }
}

extension [String] {
    /// The operation of a path and the identifier in it, which is empty where it has none; nil where there is no such
    /// operation.
    func route<Interface>(
        _ method: HTTPMethod,
        among routes: [PlatformRoute<Interface>]
    ) -> (route: PlatformRoute<Interface>, identifier: String)? {
        for route in routes where route.method == method && route.path.count == count {
            guard zip(route.path, self).allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
            return (route, route.path.firstIndex(of: "*").map { self[$0] } ?? "")
        }
        return nil
    }
}
