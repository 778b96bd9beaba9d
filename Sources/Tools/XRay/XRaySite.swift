internal import CardNetwork
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Platforms
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
        router.on(.get, "/messages") { _ in .json(routes.messages()) }
        router.on(.get, "/deliveries") { _ in .json(try await routes.deliveries()) }
        router.on(.post, "/deliveries/{number}/send") { request in
            try await routes.sendAgain(try request.parameter("number", as: Int64.self))
            return .status(.noContent)
        }
        router.on(.post, "/tokens") { request in
            let token = try GivenToken(request)
            let owner = await routes.owner(of: token)
            let reveals = routes.privacy.reveals
            return .json(
                token.json(
                    trusting: routes.sandbox.root,
                    at: routes.world.clock.now,
                    openable: owner,
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
        var changes = 0
        var open = 0
        var isOver = false
    }

    /// The maximum number of pages that are told.
    private static let limit = 32
    private let state = AwaitableValue(State())
    private let stops = LockedValue<[@Sendable () -> Void]>([])

    init(_ sandbox: XRaySandbox) {
        let stop = [
            sandbox.payments.watch { [weak self] _, _ in self?.tell() },
            sandbox.messages.watch { [weak self] _ in self?.tell() },
        ]
        let platforms = sandbox.platforms.map { platforms in
            Task { [weak self] in
                var known = 0
                while !Task.isCancelled {
                    let now = await platforms.changes(after: known)
                    if now != known { self?.tell() }
                    known = now
                }
            }
        }
        stops.withLock { $0 = stop + [{ platforms?.cancel() }] }
    }

    /// A stream of events without content: one at its start, and one for each change or several.
    var response: HTTPServerResponse {
        .stream(
            .ok,
            [.contentType: ServerSentEvent.contentType, .cacheControl: "no-store"]
        ) { [state] writer in
            let isOpened = state.change { state in
                guard state.open < Self.limit else { return false }
                state.open += 1
                return true
            }
            guard isOpened else { return }
            defer { state.change { $0.open -= 1 } }
            var told: Int?
            while true {
                let last = told
                _ = await state.wait(within: ServerSentEvent.pulseTime) {
                    $0.isOver || $0.changes != last
                }
                let now = state.read(\.self)
                if now.isOver { return }
                told = now.changes
                let event = now.changes == last ? .pulse : ServerSentEvent("changed")
                try await writer.write(event.bytes)
            }
        }
    }

    private func tell() { state.change { $0.changes += 1 } }

    /// Ends the streams.
    func finish() {
        for stop in stops.withLock(\.self) { stop() }
        state.change { $0.isOver = true }
    }
}
