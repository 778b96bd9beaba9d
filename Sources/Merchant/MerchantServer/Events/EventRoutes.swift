internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import Storage

/// The operation that reads events.
struct EventRoutes: Sendable {
    private static let pageSize: Int64 = 100
    private static let largestPage: Int64 = 500
    private static let longestWait: Int64 = 30

    let feed: EventFeed
    let keys: APIKeys

    var operation: APIOperation {
        APIOperation(
            .get,
            "/events",
            """
            What has changed, the oldest first. With Accept: text/event-stream it is a stream without an end, \
            whose events have the position as id.
            """,
            parameters: [
                .query(
                    "after",
                    .integer(0...Int64.max),
                    "The position of the last event that is known; 0 if not given."
                ),
                .query("limit", .integer(1...Self.largestPage), "100 if not given."),
                .query(
                    "wait",
                    .integer(0...Self.longestWait),
                    "How many seconds to wait where there is no event yet; 0 if not given."
                ),
                .header(
                    "Last-Event-ID",
                    .integer(0...Int64.max),
                    "In place of \"after\", where a stream is opened again."
                ),
            ],
            answer: .object([
                .required("events", .list(EventJSON.schema)),
                .required(
                    "position",
                    .integer(0...Int64.max),
                    "The \"after\" of the next request."
                ),
            ]),
            problems: [.serviceUnavailable],
            access: .reading
        ) { try await answer($0) }
    }

    /// The problem of a reader whose position the log never had, as after a return to an older database.
    static func isPastLog(_ position: Int64) -> HTTPProblem {
        MerchantProblemCode.queryInvalid.problem("there is no event of the position \(position)")
    }

    private func answer(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let after = (request.header("Last-Event-ID") ?? request.query("after")).flatMap {
            Int64($0)
        }
        let position = after ?? 0
        do throws(StorageFailure) { try await feed.look() } catch {
            throw MerchantProblemCode.problem(error)
        }
        guard position <= feed.end else { throw Self.isPastLog(position) }
        if request.http.head.fields[.accept]?.text.contains("text/event-stream") == true {
            return stream(after: position, request.http)
        }
        let limit = request.query("limit").flatMap { Int64($0) } ?? Self.pageSize
        let wait = request.query("wait").flatMap { Int64($0) } ?? 0
        do throws(StorageFailure) {
            if wait > 0 { _ = await feed.wait(after: position, within: .seconds(wait)) }
            let events = try await feed.events(after: position, limit: Int(limit))
            return .json(
                .object([
                    "events": .array(events.map(EventJSON.json)),
                    "position": .integer(events.last?.position ?? position),
                ])
            )
        } catch { throw MerchantProblemCode.problem(error) }
    }

    private func stream(
        after first: Int64,
        _ request: HTTPServerRequest
    ) -> HTTPServerResponse {
        .stream(
            .ok,
            [.contentType: ServerSentEvent.contentType, .cacheControl: "no-store"]
        ) { [feed, keys] writer in
            // A client that finds too many streams open connects again later.
            guard feed.openStream() else { return }
            defer { feed.closeStream() }
            var position = first
            // A key that is revoked ends its streams.
            while !feed.isOver, try await keys.caller(of: request) != nil {
                let events = try await feed.events(after: position, limit: Int(Self.pageSize))
                for event in events {
                    let sent = ServerSentEvent(
                        EventJSON.json(event).compact,
                        name: event.type.rawValue,
                        identifier: "\(event.position)"
                    )
                    try await writer.write(sent.bytes)
                    position = event.position
                }
                guard events.isEmpty else { continue }
                if await !feed.wait(after: position, within: ServerSentEvent.pulseTime) {
                    try await writer.write(ServerSentEvent.pulse.bytes)
                }
            }
        }
    }
}
