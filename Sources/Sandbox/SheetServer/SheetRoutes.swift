internal import HTTPMessages
package import HTTPServer
internal import JSON
internal import QRCode
internal import SheetView

/// The routes of a sheet's page: `/sheet/sessions`.
package struct SheetRoutes: Sendable {
    private let sheets: PageSheets
    private let router: HTTPRouter

    /// The routes of sheets.
    package init(_ sheets: PageSheets) {
        self.sheets = sheets
        var router = HTTPRouter()
        router.on(.post, "/sheet/sessions") { request in try await Self.open(request, sheets) }
        router.on(.delete, "/sheet/sessions/{session}") { request in
            try await Self.page(of: request, sheets).shopper.dismiss()
            return .status(.noContent)
        }
        router.on(.get, "/sheet/sessions/{session}/events") { request in
            try Self.events(request, sheets)
        }
        router.on(.get, "/sheet/sessions/{session}/code.svg") { request in
            try Self.code(request, sheets)
        }
        router.on(.post, "/sheet/sessions/{session}/answers") { request in
            try await Self.answer(request, sheets)
        }
        router.on(.post, "/sheet/sessions/{session}/steps") { request in
            try Self.step(request, sheets)
        }
        router.on(.get, "/sheet/card") { _ in
            .json(.ok, .object(["hasActiveCard": .bool(await sheets.hasActiveCard())]))
        }
        self.router = router
    }

    /// Answers a request of the page; nil where it is for no sheet.
    package func response(to request: HTTPServerRequest) async -> HTTPServerResponse? {
        guard request.head.target.segments.first == "sheet" else { return nil }
        return await router.respond(to: request)
    }

    private static func page(
        of request: HTTPServerRequest,
        _ sheets: PageSheets
    ) throws(HTTPProblem) -> PageSheets.Page {
        guard let page = sheets.page(try request.parameter("session")) else {
            throw HTTPProblem(.notFound, detail: "there is no such sheet, or it is over")
        }
        return page
    }

    private static func body(of request: HTTPServerRequest) throws(HTTPProblem) -> JSONValue {
        guard let document = try? JSONDocument(request.body) else {
            throw HTTPProblem(.badRequest, detail: "the body is not JSON")
        }
        return document.root
    }

    private static func open(
        _ request: HTTPServerRequest,
        _ sheets: PageSheets
    ) async throws -> HTTPServerResponse {
        let body = try body(of: request)
        guard let text = body.member("origin")?.string, let order = body.member("request"),
            order.isObject
        else { throw HTTPProblem(.badRequest, detail: "\"origin\" or \"request\" is missing") }
        guard let origin = PageOrigin(text) else {
            throw HTTPProblem(
                .unprocessableContent,
                detail:
                    "the page's origin is \(text.debugDescription); a page that pays is loaded over"
                    + " HTTPS, or over HTTP from this machine"
            )
        }
        let languages = body.member("language")
        let shopper = try await sheets.open(
            origin: origin,
            request: order,
            language: Language(
                preferred: languages?.elements?.compactMap(\.string)
                    ?? [languages?.string].compactMap(\.self)
            )
        )
        return .json(
            .created,
            .object(["session": .string(shopper.identifier), "view": shopper.view])
        )
    }

    private static func events(
        _ request: HTTPServerRequest,
        _ sheets: PageSheets
    ) throws(HTTPProblem) -> HTTPServerResponse {
        let shopper = try page(of: request, sheets).shopper
        let last = request.head.fields["Last-Event-ID"].flatMap { Int($0.text) } ?? 0
        // A browser connects again after each end of a stream, except after this status.
        guard shopper.hasMore(after: last) else { return .status(.noContent) }
        return .stream(
            .ok,
            [.contentType: ServerSentEvent.contentType, .cacheControl: "no-store"]
        ) { writer in
            let viewer: PageShopper.Viewer =
                request.head.target.query == "companion" ? .companion : .page
            try await shopper.send(after: last, to: writer, as: viewer)
        }
    }

    /// The address at which another device goes on with a sheet, as a QR code.
    private static func code(
        _ request: HTTPServerRequest,
        _ sheets: PageSheets
    ) throws(HTTPProblem) -> HTTPServerResponse {
        let shopper = try page(of: request, sheets).shopper
        let host = request.head.fields[.host]?.text ?? ""
        let address = "http://\(host)/sheet.html#\(shopper.identifier)-companion"
        do throws(QRCodeFailure) {
            let image = try QRCode(address).svg
            return .complete(HTTPResponse(.ok, type: "image/svg+xml", text: image))
        } catch { throw HTTPProblem(.internalServerError, detail: "\(error)") }
    }

    private static func answer(
        _ request: HTTPServerRequest,
        _ sheets: PageSheets
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        let body = try body(of: request)
        guard let app = try page(of: request, sheets).app,
            let number = body.member("question")?.integer, let value = body.member("value")
        else { throw HTTPProblem(.badRequest, detail: "\"question\" or \"value\" is missing") }
        try await app.answer(Int(clamping: number), with: value)
        return .status(.noContent)
    }

    private static func step(
        _ request: HTTPServerRequest,
        _ sheets: PageSheets
    ) throws(HTTPProblem) -> HTTPServerResponse {
        guard let step = SheetStep(try body(of: request)) else {
            throw HTTPProblem(.badRequest, detail: "the body is no step of a shopper")
        }
        let shopper = try page(of: request, sheets).shopper
        do throws(StepRefusal) {
            return .json(.ok, .object(["event": .integer(Int64(try shopper.take(step)))]))
        } catch {
            switch error {
            case .refused(let words): throw HTTPProblem(.conflict, detail: words)
            case .fields(let fields):
                return .json(
                    .unprocessableContent,
                    .object([
                        "fields": .object(
                            fields.sorted { $0.key < $1.key }
                                .map { JSONMember(name: $0.key, value: .string($0.value)) }
                        )
                    ])
                )
            }
        }
    }
}

extension SheetRefusal: HTTPProblemSource {
    package var problem: HTTPProblem {
        switch self {
        case .refused(let words): HTTPProblem(.unprocessableContent, detail: words)
        case .tooManySheets(let limit):
            HTTPProblem(
                .serviceUnavailable,
                detail: "\(limit) sheets are open, and no more may be; close one"
            )
        case .unavailable(let words): HTTPProblem(.internalServerError, detail: words)
        }
    }
}

extension HTTPServerResponse {
    fileprivate static func json(_ status: HTTPStatus, _ json: JSONOutput) -> HTTPServerResponse {
        .complete(
            HTTPResponse(
                status,
                fields: [.contentType: "application/json; charset=utf-8"],
                body: json.compactBytes
            )
        )
    }
}
