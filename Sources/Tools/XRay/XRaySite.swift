internal import CardNetwork
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import SandboxServer
internal import World

/// The files and the routes of the x-ray.
struct XRaySite: Sendable {
    let routes: XRayRoutes
    let streams: ChangeStreams

    let pages = PageFolder(
        "xray",
        policy: """
            default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
    )

    var router: HTTPRouter {
        var router = HTTPRouter()
        let (routes, streams) = (routes, streams)
        router.on(.get, "/payments") { _ in .json(routes.list()) }
        router.on(.get, "/payments/{number}") { request in
            .json(try await routes.payment(try request.parameter("number", as: Int.self)))
        }
        router.on(.post, "/tokens") { request in
            let token = try GivenToken(request)
            let reveals = routes.privacy.reveals
            return .json(
                token.json(
                    trusting: routes.sandbox.root,
                    at: routes.world.clock.now,
                    reveals: reveals
                )
            )
        }
        router.on(.get, "/changes") { _ in streams.response }
        return router
    }
}

/// Tells open pages that something has changed.
final class ChangeStreams: Sendable {
    private struct State {
        var open: [Int: AsyncStream<Void>.Continuation] = [:]
        var count = 0
        var isOver = false
    }

    /// The maximum number of pages that are told.
    private static let limit = 32
    private let state = LockedValue(State())
    private let stops = LockedValue<[@Sendable () -> Void]>([])

    init(_ sandbox: XRaySandbox) {
        let stop = [
            sandbox.payments.watch { [weak self] _ in self?.tell() },
            sandbox.messages.watch { [weak self] _ in self?.tell() },
        ]
        stops.withLock { $0 = stop }
    }

    /// A stream of events without content, one for each change or several.
    var response: HTTPServerResponse {
        .stream(
            .ok,
            [.contentType: ServerSentEvent.contentType, .cacheControl: "no-store"]
        ) { writer in
            guard let (number, changes) = self.begin() else { return }
            defer { self.state.withLock { $0.open[number] = nil } }
            try await writer.write(ServerSentEvent("open").bytes)
            for await _ in changes { try await writer.write(ServerSentEvent("changed").bytes) }
        }
    }

    private func begin() -> (Int, AsyncStream<Void>)? {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let number = state.withLock { state -> Int? in
            guard !state.isOver, state.open.count < Self.limit else { return nil }
            state.count += 1
            state.open[state.count] = continuation
            return state.count
        }
        return number.map { ($0, stream) }
    }

    private func tell() {
        for continuation in state.withLock({ Array($0.open.values) }) { continuation.yield() }
    }

    /// Ends the streams.
    func finish() {
        for stop in stops.withLock(\.self) { stop() }
        let open = state.withLock { state in
            state.isOver = true
            return Array(state.open.values)
        }
        for continuation in open { continuation.finish() }
    }
}
